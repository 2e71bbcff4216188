/** Single-key shortcuts: outside fields, and not at all for who turned them off. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { getShortcutKey, useShortcutsEnabled, useShortcuts } from './keyboard-shortcuts.ts'
import { choosePreferences } from './preferences.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }
let done: string[] = []

function Page() {
  useShortcuts({ j: () => done.push('j'), '/': () => done.push('/') })
  return (
    <>
      <input aria-label="Field" />
      <select aria-label="Choice" />
      <input type="checkbox" aria-label="Select" />
      <button type="button" onKeyDown={(event) => event.preventDefault()}>
        Own keys
      </button>
      {useShortcutsEnabled() ? 'on' : 'off'}
    </>
  )
}

beforeEach(() => {
  done = []
  fakeApi({})
  signInAs('USER')
})

test('what counts as a letter', () => {
  expect(['J', '/', '?', '7', 'é'].map((key) => getShortcutKey({ ...plain, key }))).toEqual(['j', '/', '?', '7', 'é'])
  expect([' ', 'Enter', 'ArrowDown', 'F8'].map((key) => getShortcutKey({ ...plain, key }))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(getShortcutKey({ ...plain, key: 'j', ctrlKey: true })).toBeUndefined()
})

test('letters work outside fields, and are typed within', async () => {
  renderAt(<Page />)
  await userEvent.keyboard('j/k{Control>}j{/Control}')
  expect(done).toEqual(['j', '/'])
  await userEvent.type(screen.getByLabelText('Field'), 'j/')
  expect(done).toHaveLength(2)
})

test('they leave alone what has keys of its own', async () => {
  renderAt(<Page />)
  screen.getByRole('button', { name: 'Own keys' }).focus()
  await userEvent.keyboard('j')
  screen.getByLabelText('Choice').focus()
  await userEvent.keyboard('j')
  // As in the editor of formatted text; jsdom does not know that such an element can be edited.
  const text = Object.assign(document.createElement('div'), { tabIndex: 0 })
  Object.defineProperty(text, 'isContentEditable', { value: true })
  screen.getByLabelText('Field').after(text)
  text.focus()
  await userEvent.keyboard('j')
  expect(done).toEqual([])
})

test('turning letter keys off takes effect at once', async () => {
  renderAt(<Page />)
  choosePreferences({ letterKeys: false })
  await screen.findByText('off')
  await userEvent.keyboard('j/')
  expect(done).toEqual([])
  choosePreferences({ letterKeys: true })
  await userEvent.keyboard('j')
  expect(done).toEqual(['j'])
})

test('a checkbox that has the focus takes no letters', async () => {
  renderAt(<Page />)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select' }))
  await userEvent.keyboard('j')
  expect(done).toEqual(['j'])
  await userEvent.click(screen.getByRole('textbox', { name: 'Field' }))
  await userEvent.keyboard('j')
  expect(done).toEqual(['j'])
})
