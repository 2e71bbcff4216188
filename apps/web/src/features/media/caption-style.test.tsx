/** How captions look: chosen on the profile or in the player, and saved for the user. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '#lib/session.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { CaptionStyleFields } from './caption-style.tsx'
import { CaptionsChoice } from './player/captions-choice.tsx'

const captions = [{ key: 'k', language: 'en', label: 'English', default: true, url: '' }]
const style = () => useSession.getState().user?.preferences?.captionStyle

beforeEach(() => {
  fakeApi({})
  signInAs('USER')
})
afterEach(() => localStorage.clear())

test('on the profile: shown at once, saved for the user', async () => {
  renderAt(<CaptionStyleFields />)
  const words = screen.getByText('This is how captions look.').parentElement
  expect(words?.dataset).toMatchObject({ size: 'NORMAL', background: 'SHADED' })
  await userEvent.click(screen.getByRole('radio', { name: 'Very large' }))
  await userEvent.click(screen.getByRole('radio', { name: 'None' }))
  expect(words?.dataset).toMatchObject({ size: 'LARGEST', background: 'NONE' })
  expect(style()).toEqual({ size: 'LARGEST', background: 'NONE' })
})

test('in the player: a panel next to the languages, which Escape and a click elsewhere close', async () => {
  const say = vi.fn<(words: string) => void>()
  const choose = vi.fn<(language: string) => string>(() => 'Captions off')
  const shown = { chosen: captions[0], words: [], choose, toggle: () => '' }
  renderAt(
    <>
      <CaptionsChoice captions={captions} shown={shown} say={say} />
      <button type="button">Elsewhere</button>
    </>,
  )
  const button = screen.getByRole('button', { name: 'Captions: English' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Size' }), 'Large')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Background' }), 'Solid')
  expect(style()).toEqual({ size: 'LARGE', background: 'SOLID' })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Captions' }), 'Off')
  expect(choose).toHaveBeenCalledWith('off')
  expect(say.mock.calls.flat()).toEqual(['Size: Large', 'Background: Solid', 'Captions off'])
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(screen.queryByRole('combobox')).toBeNull()
})
