/** How videos play is remembered, for each person apart. */
import { afterEach, expect, test } from 'vitest'
import { signInAs } from '#test/fake-api.ts'
import { useSession } from '#lib/session.ts'
import { savePlaybackPreferences, readPreferences } from './playback-preferences.ts'
import { chosenCaption } from './player/use-captions.ts'

afterEach(() => localStorage.clear())

test('one choice leaves the other alone, and is nobody else’s', () => {
  signInAs('USER')
  expect(readPreferences()).toEqual({ playbackRate: 1, captions: null })
  savePlaybackPreferences({ playbackRate: 1.5 })
  savePlaybackPreferences({ captions: 'de' })
  expect(readPreferences()).toEqual({ playbackRate: 1.5, captions: 'de' })
  savePlaybackPreferences({ captions: 'off' })
  expect(readPreferences().captions).toBe('off')
  useSession.getState().signOut()
  expect(readPreferences()).toEqual({ playbackRate: 1, captions: null })
})

test('captions: a wish goes before the video’s own default', () => {
  const caption = (language: string, isDefault = false) => ({ key: language, language, label: language, default: isDefault, url: '' })
  const both = [caption('en'), caption('de', true)]
  expect(chosenCaption(both, null)?.language).toBe('de')
  expect(chosenCaption(both, 'en')?.language).toBe('en')
  expect(chosenCaption(both, 'off')).toBeUndefined()
  expect(chosenCaption([caption('en')], null)).toBeUndefined()
  expect(chosenCaption([caption('en')], 'fr')).toBeUndefined()
  expect(chosenCaption(both, 'fr')?.language).toBe('de')
  const twice = [caption('en'), { ...caption('en', true), key: 'signs' }]
  expect(chosenCaption(twice, 'en')?.key).toBe('signs')
  expect(chosenCaption([], 'en')).toBeUndefined()
})
