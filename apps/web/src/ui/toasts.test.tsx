/** Short messages: their links, how they are announced, and how long they stay. */

import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { ToastFocus } from './toast-focus.tsx'
import { notify } from './toasts.tsx'

const say = (work: () => void) => act(work)
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('a link does its action once: its message leaves', async () => {
  const undo = vi.fn<() => void>()
  renderAt(<p>Page</p>)
  vi.useFakeTimers()
  say(() => void notify.success('Week 5 deleted', { link: { label: 'Undo', onClick: undo, keys: 'Ctrl Z' } }))
  expect(screen.getByText('Ctrl Z')).toBeDefined()
  act(() => screen.getByRole('button', { name: /^Undo/ }).click())
  await pass(100)
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Week 5 deleted')).toBeNull()
})

test('errors interrupt a screen reader, other messages wait', () => {
  renderAt(<p>Page</p>)
  say(() => {
    notify.error('Not saved')
    notify.success('Saved')
    notify.info('It will be published when the upload finishes')
  })
  const roleOf = (words: string) => screen.getByText(words).closest('[role]')?.getAttribute('role')
  expect(['Not saved', 'Saved', 'It will be published when the upload finishes'].map(roleOf)).toEqual(['alert', 'status', 'status'])
})

test('a message replaces an earlier one of its kind', () => {
  renderAt(<p>Page</p>)
  for (const show of [notify.success, notify.error, notify.info])
    say(() => void show(`${show === notify.info ? 'Third' : 'Another'} message`, { id: 'same' }))
  expect(screen.getByText('Third message')).toBeDefined()
  expect(screen.queryByText('Another message')).toBeNull()
})

test.each<[string, (link: { label: string; onClick: () => void }) => void, number]>([
  ['done', (link) => void notify.success('Week 5 deleted', { link }), 10_000],
  ['failed', (link) => void notify.error('Not saved', { link }), 8000],
  ['noted', (link) => void notify.info('Question removed', { link }), 6000],
])('a message with a link, of what is %s, stays long enough to be used, and longer under the pointer', async (_, show, ms) => {
  renderAt(<p>Page</p>)
  vi.useFakeTimers()
  say(() => show({ label: 'Undo', onClick: () => undefined }))
  // A pointer over the messages keeps them.
  const messages = screen.getByRole('button', { name: 'Undo' }).closest('[data-rht-toaster]')!
  fireEvent.mouseEnter(messages)
  await pass(60_000)
  fireEvent.mouseLeave(messages)
  await pass(ms - 500)
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
  await pass(600)
  // It is removed once it has faded.
  await pass(100)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('the focus in a message keeps all of them; Alt T goes to the newest', async () => {
  renderAt(
    <>
      <button type="button">Page</button>
      <ToastFocus />
    </>,
  )
  const undo = (words: string) => screen.queryByText(words)?.querySelector('button')
  vi.useFakeTimers()
  for (const words of ['Week 5 deleted', 'Week 6 deleted'])
    say(() => void notify.success(words, { link: { label: 'Undo', onClick: () => undefined } }))
  act(() => screen.getByRole('button', { name: 'Page' }).focus())
  fireEvent.keyDown(document.activeElement!, { code: 'KeyT', key: '†', altKey: true })
  expect(document.activeElement).toBe(undo('Week 6 deleted'))
  await pass(60_000)
  expect([undo('Week 5 deleted'), undo('Week 6 deleted')]).not.toContain(undefined)
  act(() => screen.getByRole('button', { name: 'Page' }).focus())
  await pass(9500)
  expect(undo('Week 6 deleted')).toBeDefined()
  await pass(2000)
  await pass(1500)
  expect([undo('Week 5 deleted'), undo('Week 6 deleted')]).toEqual([undefined, undefined])
})

test('what cannot be brought back in another way stays for most of a minute, unless it is dismissed', async () => {
  renderAt(<p>Page</p>)
  vi.useFakeTimers()
  const sayDeleted = (words: string) =>
    say(() => void notify.success(words, { link: { label: 'Undo', onClick: () => undefined }, isOnlyWay: true }))
  sayDeleted('Comment deleted')
  await pass(49_000)
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
  await pass(2000)
  await pass(1500)
  expect(screen.queryByText('Comment deleted')).toBeNull()
  sayDeleted('Note deleted')
  act(() => screen.getByRole('button', { name: 'Dismiss' }).click())
  await pass(1500)
  expect(screen.queryByText('Note deleted')).toBeNull()
})
