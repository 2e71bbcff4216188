/** A screen that stopped working, or whose file is missing after a release. */
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, expect, test, vi } from 'vitest'

function Broken(): never {
  throw new Error('It broke')
}

/** A new page: whether a file did not load is remembered until the page is reloaded. */
async function open({ isFileMissing = false } = {}) {
  vi.resetModules()
  const { ErrorBoundary, reloadOnChunkError, clearReloadMark } = await import('./error-boundary.tsx')
  reloadOnChunkError()
  if (isFileMissing) window.dispatchEvent(new Event('vite:preloadError'))
  const router = createMemoryRouter([{ path: '*', element: <Broken />, ErrorBoundary }])
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
