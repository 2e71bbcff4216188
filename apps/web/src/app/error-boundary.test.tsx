/** A screen that stopped working, or whose file is missing after a release. */

import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, expect, test, vi } from 'vitest'

function Broken(): never {
  throw new Error('It broke')
}

/** A new page: whether a file did not load is remembered until the page is reloaded. */
async function open({ isFileMissing = false, writes = false } = {}) {
  vi.resetModules()
  const { ErrorBoundary, reloadOnChunkError, clearReloadMark } = await import('./error-boundary.tsx')
  const { useDraft } = await import('#lib/drafts.ts')
  /** Breaks once the draft has a certain text, as soon as it is rendered. */
  function BrokenByDraft() {
    const draft = useDraft('note', '')
    if (draft.value === 'year 2') throw new Error('It broke')
    return <input aria-label="Note" value={draft.value} onChange={(event) => draft.setValue(event.currentTarget.value)} />
  }
  reloadOnChunkError()
  if (isFileMissing) window.dispatchEvent(new Event('vite:preloadError'))
  const router = createMemoryRouter([{ path: '*', element: writes ? <BrokenByDraft /> : <Broken />, ErrorBoundary }])
  const view = render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  return { ...view, clearReloadMark }
}

// React and the router print what they catch, and jsdom that it cannot reload.
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
})

test('a screen that breaks says that the fault is ours and nothing written is lost', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: 'This page stopped working' })).toBeDefined()
  expect(screen.getByText(/^The fault is ours\. What you wrote is kept on this device\./)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Discard/ })).toBeNull()
})

test('a screen that breaks because of what was written there works again once that is discarded', async () => {
  const stored = () => Object.keys({ ...localStorage })
  const first = await open({ writes: true })
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'year 2' } })
  expect(await screen.findByRole('button', { name: 'Discard what I wrote here' })).toBeDefined()
  first.unmount()
  localStorage.setItem('draft:nobody:elsewhere', '{"value":"kept","savedAt":""}')
  // Reloading does not help: the draft is read again.
  const second = await open({ writes: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Discard what I wrote here' }))
  expect(stored()).toEqual(['draft:nobody:elsewhere'])
  second.unmount()
  await open({ writes: true })
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('')
})

test('a missing file reloads the page once; if it is still missing, the reload is offered', async () => {
  const first = await open({ isFileMissing: true })
  expect(await screen.findByText('Loading')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  first.unmount()
  const second = await open({ isFileMissing: true })
  expect(await screen.findByText('A new version is ready')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  second.unmount()
  // The screen of another address that has loaded says nothing about this one.
  second.clearReloadMark('/profile')
  const third = await open({ isFileMissing: true })
  expect(await screen.findByText('A new version is ready')).toBeDefined()
  third.unmount()
  third.clearReloadMark(window.location.pathname)
  await open({ isFileMissing: true })
  expect(await screen.findByText('Loading')).toBeDefined()
})
