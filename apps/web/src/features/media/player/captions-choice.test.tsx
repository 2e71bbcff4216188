/** Which captions are shown: each can be chosen, also where two are in one language. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { readPreferences } from '../playback-preferences.ts'
import { CaptionsChoice } from './captions-choice.tsx'
import { useCaptions } from './use-captions.ts'

const caption = (key: string, language: string, isDefault = false) => ({ key, language, label: key, default: isDefault, url: '' })
const captions = [caption('English', 'en', true), caption('English, for the deaf', 'en'), caption('Deutsch', 'de')]
const video = document.createElement('video')
Object.defineProperty(video, 'textTracks', { value: [] })

function Host() {
  const shown = useCaptions(video, captions)
  return <CaptionsChoice captions={captions} shown={shown} say={() => undefined} />
}

test('the second captions of a language are chosen by themselves; the language is what is kept', async () => {
  signInAs('USER')
  renderAt(<Host />)
  await userEvent.click(screen.getByRole('button', { name: /^Captions/ }))
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Captions' })
  const chosen = (): string | undefined => choice.selectedOptions[0]?.text
  expect(chosen()).toBe('English')
  await userEvent.selectOptions(choice, 'English, for the deaf')
  expect(chosen()).toBe('English, for the deaf')
  expect(readPreferences().captions).toBe('en')
  await userEvent.selectOptions(choice, 'Off')
  expect(chosen()).toBe('Off')
})
