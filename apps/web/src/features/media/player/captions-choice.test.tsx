/** Which captions are shown: each can be chosen, also where two are in one language. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { CaptionsChoice, chosenCaption, useCaptions } from './captions-choice.tsx'
import { readPreferences } from './commands.ts'

const caption = (key: string, language: string, isDefault = false) => ({ key, language, label: key, default: isDefault, url: '' })
const captions = [caption('English', 'en', true), caption('English, for the deaf', 'en'), caption('Deutsch', 'de')]
const video = document.createElement('video')
Object.defineProperty(video, 'textTracks', { value: [] })

function Host({ of = captions }: { of?: typeof captions }) {
  const shown = useCaptions(video, of)
  return (
    <>
      <CaptionsChoice captions={of} shown={shown} say={() => undefined} />
      <button onClick={shown.toggle}>Key C</button>
    </>
  )
}

test('a second track in the same language can be chosen; only the language is saved', async () => {
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

test('turned off and on with the key, the captions are those that were chosen', async () => {
  signInAs('USER')
  renderAt(<Host />)
  await userEvent.click(screen.getByRole('button', { name: /^Captions/ }))
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Captions' })
  await userEvent.selectOptions(choice, 'Deutsch')
  await userEvent.click(screen.getByRole('button', { name: 'Key C' }))
  expect(screen.getByRole('button', { name: 'Captions: off' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Key C' }))
  expect(screen.getByRole('button', { name: 'Captions: Deutsch' })).toBeDefined()
})

test('turned off with the key, the language chosen before is what the key brings back on the next video', async () => {
  signInAs('USER')
  const { unmount } = renderAt(<Host />)
  await userEvent.click(screen.getByRole('button', { name: /^Captions/ }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Captions' }), 'Deutsch')
  await userEvent.click(screen.getByRole('button', { name: 'Key C' }))
  unmount()
  renderAt(<Host of={[caption('English (2)', 'en', true), caption('Deutsch (2)', 'de')]} />)
  expect(screen.getByRole('button', { name: 'Captions: off' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Key C' }))
  expect(screen.getByRole('button', { name: 'Captions: Deutsch (2)' })).toBeDefined()
})

test('captions: the user’s preference wins over the video’s default', () => {
  const both = [caption('en', 'en'), caption('de', 'de', true)]
  expect(chosenCaption(both, null)?.language).toBe('de')
  expect(chosenCaption(both, 'en')?.language).toBe('en')
  expect(chosenCaption(both, 'off')).toBeUndefined()
  expect(chosenCaption([caption('en', 'en')], null)).toBeUndefined()
  expect(chosenCaption([caption('en', 'en')], 'fr')).toBeUndefined()
  expect(chosenCaption(both, 'fr')?.language).toBe('de')
  const twice = [caption('en', 'en'), { ...caption('en', 'en', true), key: 'signs' }]
  expect(chosenCaption(twice, 'en')?.key).toBe('signs')
  expect(chosenCaption([], 'en')).toBeUndefined()
})
