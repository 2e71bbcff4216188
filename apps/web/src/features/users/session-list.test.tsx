/** Signed-in devices: this one is named, others can be ended, one or all. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ActiveSession } from '@lms/contract/auth'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { SessionList } from './session-list.tsx'

const session = (id: string, device: string, current = false): ActiveSession => ({
  id,
  device,
  current,
  createdAt: '2026-09-02T10:00:00Z',
  lastUsedAt: new Date().toISOString(),
  ip: '192.0.2.7',
})
const items = [session('a', 'Safari on iPhone'), session('b', 'Firefox on Windows', true)]

function open(found = items) {
  signInAs('USER')
  const called = fakeApi({
    auth: {
      listSessions: () => Promise.resolve({ items: found, page: 1, limit: 100, total: found.length }),
      removeSession: () => Promise.resolve(undefined),
      removeOtherSessions: () => Promise.resolve(undefined),
    },
  })
  renderAt(<SessionList />)
  return called
}

test('this device comes first and cannot be ended here; another one can', async () => {
  const called = open()
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toMatch(/^Firefox on Windows.*This device$/)
  expect(second?.textContent).toContain('Safari on iPhone')
  await userEvent.click(screen.getByRole('button', { name: /^Sign out Safari on iPhone/ }))
  await screen.findByText('Safari on iPhone is signed out')
  expect(called.find(({ name }) => name === 'auth.removeSession')?.request.params).toEqual({ id: 'a' })
})

test('a session that has already ended causes no error, and leaves the list', async () => {
  signInAs('USER')
  const iPad = session('c', 'Safari on iPad')
  let found = [iPad]
  fakeApi({
    auth: {
      listSessions: () => Promise.resolve({ items: found, page: 1, limit: 100, total: found.length }),
      removeSession: () => {
        found = []
        return Promise.reject(new FakeProblem(404, 'not-found', 'This was removed or never existed.'))
      },
    },
  })
  renderAt(<SessionList />)
  await userEvent.click(await screen.findByRole('button', { name: /^Sign out Safari on iPad/ }))
  await screen.findByText('Safari on iPad is signed out')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Sign out Safari on iPad/ })).toBeNull())
  expect(screen.queryByText('This was removed or never existed.')).toBeNull()
})

test('all other sessions end at once', async () => {
  const called = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out all other devices' }))
  await waitFor(() => expect(called.map(({ name }) => name)).toContain('auth.removeOtherSessions'))
})

test('with only this device no session can be ended', async () => {
  open(items.slice(1))
  await screen.findByText('This device')
  expect(screen.queryByRole('button')).toBeNull()
})
