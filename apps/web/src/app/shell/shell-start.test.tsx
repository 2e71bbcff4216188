/** What the frame of every page does in the background: sends what could not be sent, and shows the uploads of earlier visits. */

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { useNavBadges } from '#lib/navigation.ts'
import * as store from '#features/files/uploads/upload-store.ts'
import { unsentName } from '#features/media/api.ts'
import * as offline from '#features/media/offline-watch-progress.ts'
// Loaded before a test replaces the storage, which the uploads of this tab would use from then on.
import '#features/files/uploads/use-uploads.ts'
import { createQueryClient } from '#app/query-client.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { GradeButton } from '#test/grade-button.tsx'
import { renderAt } from '#test/render.tsx'
import { Shell } from './shell.tsx'

const { matchMedia } = window
const ofWidth = (words: 'max-width' | 'min-width') =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes(words) }))
beforeEach(() => {
  ofWidth('min-width')
  fakeApi({ submissions: { gradeSubmission: () => new Promise(() => undefined) } })
})

test('watched time that could not be sent is sent a few seconds after the start, and when the connection is back', async () => {
  const sent = vi.spyOn(offline, 'sendUnsentProgress').mockResolvedValue()
  const { id } = signInAs('USER')
  vi.useFakeTimers()
  const { unmount } = renderAt(<Shell>Content</Shell>)
  await act(() => vi.advanceTimersByTimeAsync(3000))
  fireEvent(window, new Event('online'))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(sent).not.toHaveBeenCalled()
  unmount()
  localStorage.setItem(unsentName(id), '[]')
  const again = renderAt(<Shell>Content</Shell>)
  await act(() => vi.advanceTimersByTimeAsync(2900))
  expect(sent).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(sent).toHaveBeenCalledOnce()
  fireEvent(window, new Event('online'))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(sent).toHaveBeenCalledTimes(2)
  again.unmount()
  fireEvent(window, new Event('online'))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(sent).toHaveBeenCalledTimes(2)
})

test('leaving the product asks first while marks are being saved', async () => {
  const isAsked = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  signInAs('TRAINER')
  renderAt(
    <Shell>
      <GradeButton />
    </Shell>,
  )
  expect(isAsked()).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Grade' }))
  await waitFor(() => expect(isAsked()).toBe(true))
})

test.each([
  ['TRAINER', true],
  ['USER', false],
] as const)('the uploads of an earlier visit of %s are shown: %s', async (role, isShown) => {
  const { id } = signInAs(role)
  const list = vi.fn<(ownerId: string) => Promise<object[]>>(async () => [{}])
  vi.spyOn(store, 'createUploadStorage').mockReturnValue({ list } as never)
  renderAt(<Shell>Content</Shell>)
  await waitFor(() => expect(store.useUploadsStarted.getState().isStarted).toBe(isShown))
  expect(list.mock.calls).toEqual(isShown ? [[id]] : [])
})

test('without earlier uploads their code is not loaded', async () => {
  signInAs('TRAINER')
  const list = vi.fn<() => Promise<object[]>>(async () => [])
  vi.spyOn(store, 'createUploadStorage').mockReturnValue({ list } as never)
  renderAt(<Shell>Content</Shell>)
  await waitFor(() => expect(list).toHaveBeenCalledOnce())
  await act(async () => undefined)
  expect(store.useUploadsStarted.getState().isStarted).toBe(false)
})

test('where work needs the whole width the menu is folded, and cannot be unfolded', () => {
  signInAs('TRAINER')
  const router = createMemoryRouter([{ path: '*', element: <Shell>Content</Shell>, handle: { isFocus: true } }])
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  act(() => useNavBadges.setState({ assignments: 3 }))
  expect(screen.getByRole('link', { name: 'Assignments' }).textContent).toBe('')
  expect(screen.queryByRole('button', { name: /fold the menu/i })).toBeNull()
})

test('on a phone a touch beside the menu closes it', async () => {
  ofWidth('max-width')
  signInAs('USER')
  const { container } = renderAt(<Shell>Content</Shell>)
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  await screen.findByRole('dialog', { name: 'Menu' })
  await userEvent.click(container.querySelector('button[aria-hidden]')!)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
})
