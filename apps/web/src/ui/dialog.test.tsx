/** Before work is lost: the question when a page is left, and a button that is pressed once. */

import { TextInput } from '@mantine/core'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { ConfirmDialog, UnsavedChangesGuard } from './dialog.tsx'

const words = { title: 'Stop the import?', text: 'The other rows are not imported.', stay: 'Go on importing', leave: 'Stop' }
const open = (isActive: boolean) =>
  renderAt(
    <>
      <Link to="?step=2">Step 2</Link>
      <Link to="/users">Users</Link>
      <Routes>
        <Route path="/import" element={<UnsavedChangesGuard isActive={isActive} {...words} />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
    </>,
    '/import',
  )
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const isUnloadStopped = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('while work runs, leaving the page asks first; staying changes nothing, leaving goes on', async () => {
  const { router, unmount } = open(true)
  expect(isUnloadStopped()).toBe(true)
  await userEvent.click(screen.getByRole('link', { name: 'Step 2' }))
  expect([screen.queryByRole('dialog'), router.state.location.search]).toEqual([null, '?step=2'])
  await userEvent.click(screen.getByRole('link', { name: 'Users' }))
  expect(within(await screen.findByRole('dialog', { name: words.title })).getByText(words.text)).toBeDefined()
  await press(words.stay)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toBe('/import')
  await userEvent.click(screen.getByRole('link', { name: 'Users' }))
  await screen.findByRole('dialog', { name: words.title })
  await press(words.leave)
  expect(await screen.findByText('Elsewhere')).toBeDefined()
  unmount()
  expect(isUnloadStopped()).toBe(false)
})

test('without running work nothing is asked', async () => {
  open(false)
  expect(isUnloadStopped()).toBe(false)
  await userEvent.click(screen.getByRole('link', { name: 'Users' }))
  expect(await screen.findByText('Elsewhere')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  [true, 0],
  [false, 1],
])('Escape closes a dialog unless its button is busy: %s', async (isPending, times) => {
  const close = vi.fn<() => void>()
  const dialog = { isOpen: true, isPending, onClose: close, onConfirm: () => undefined }
  renderAt(
    <ConfirmDialog {...dialog} title="Delete week 5?" cancelLabel="Keep week 5" confirmLabel="Delete week 5">
      3 media leave the course.
    </ConfirmDialog>,
  )
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledTimes(times)
})

test('what is confirmed is done once, while it is running', async () => {
  const confirm = vi.fn<() => void>()
  const dialog = { isOpen: true, isPending: true, onClose: () => undefined, onConfirm: confirm }
  renderAt(
    <ConfirmDialog {...dialog} title="Delete week 5?" cancelLabel="Keep week 5" confirmLabel="Delete week 5">
      3 media leave the course.
    </ConfirmDialog>,
  )
  await screen.findByRole('dialog')
  act(() => screen.getByRole('button', { name: 'Delete week 5' }).click())
  expect(confirm).not.toHaveBeenCalled()
})

test('a question is described by its sentences, not by what can be filled in below them', async () => {
  const dialog = { isOpen: true, onClose: () => undefined, onConfirm: () => undefined, title: 'Return this?' }
  renderAt(
    <ConfirmDialog {...dialog} cancelLabel="Keep it" confirmLabel="Return it" more={<TextInput label="Open again until" />}>
      Ana may submit once more.
    </ConfirmDialog>,
  )
  expect(await screen.findByRole('dialog', { description: 'Ana may submit once more.' })).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'Open again until' })).toBeDefined()
})

const sources = import.meta.glob<string>(['/src/**/*.tsx', '!/src/**/*.test.tsx'], { eager: true, query: '?raw', import: 'default' })

test('no dialog is described by more than words: Mantine reads the whole of a Modal.Body, and ConfirmDialog uses one', () => {
  const bodies = Object.entries(sources).flatMap(([path, text]) => (text.includes('<Modal.Body') ? [path] : []))
  expect(bodies).toEqual(['/src/features/join-links/large-join-link.tsx', '/src/ui/dialog.tsx'])
  const control = /<(?:Button|ActionIcon|Checkbox|Switch|Select|Textarea|TextInput|\w*Field|\w*Input|Alert|\w*ProgressBar)\b/
  const read = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(/<ConfirmDialog\b[\s\S]*?\n\s*>\n([\s\S]*?)<\/ConfirmDialog>/g)].map(([, inside = '']) => ({ path, inside })),
  )
  expect(read.length).toBeGreaterThan(15)
  expect(read.filter(({ inside }) => control.test(inside)).map(({ path }) => path)).toEqual([])
})
