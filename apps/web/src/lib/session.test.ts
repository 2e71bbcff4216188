/** The session: kept, followed by other tabs, never half. */

import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { syncSessionAcrossTabs, type SessionUser, useCan, useSession } from './session.ts'

const ana: SessionUser = { id: 'u1', name: 'Ana Li', email: 'ana.li@harbour.example', role: 'USER', profileImage: null }
const stored = (): unknown => JSON.parse(localStorage.getItem('auth-storage') ?? 'null')
const keep = (state: unknown): void => localStorage.setItem('auth-storage', JSON.stringify({ state, version: 0 }))

beforeEach(() => useSession.setState({ token: null, user: null, isAuthenticated: false, endedBy: null }))

test('signing in keeps token, user and isAuthenticated, and nothing else', () => {
  useSession.getState().setAuth('t1', ana)
  expect(stored()).toEqual({ state: { token: 't1', user: ana, isAuthenticated: true }, version: 0 })
})

test('the user is replaced without touching the token', () => {
  useSession.getState().setAuth('t1', ana)
  useSession.getState().setUser({ ...ana, name: 'Ana Lima' })
  expect(useSession.getState()).toMatchObject({ token: 't1', isAuthenticated: true, user: { name: 'Ana Lima' } })
})

test('signing out clears everything, and records who ended it', () => {
  useSession.getState().setAuth('t1', ana)
  useSession.getState().signOut()
  expect(useSession.getState()).toMatchObject({ token: null, user: null, isAuthenticated: false, endedBy: 'server' })
  useSession.getState().setAuth('t2', ana)
  expect(useSession.getState().endedBy).toBeNull()
  useSession.getState().signOut('person')
  expect(useSession.getState().endedBy).toBe('person')
})

test.each([{ token: 't1', user: null, isAuthenticated: true }, { token: null, user: ana, isAuthenticated: true }, {}, 'nonsense'])(
  'half a session counts as none: %j',
  async (state) => {
    keep(state)
    await useSession.persist.rehydrate()
    expect(useSession.getState().isAuthenticated).toBe(false)
  },
)

test('a sign-in in another tab arrives here, and so does a sign-out', async () => {
  const stop = syncSessionAcrossTabs()
  keep({ token: 't9', user: ana, isAuthenticated: true })
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth-storage', newValue: localStorage.getItem('auth-storage') }))
  await expect.poll(() => useSession.getState().token).toBe('t9')
  window.dispatchEvent(new StorageEvent('storage', { key: 'draft:u1:comment:c1', newValue: null }))
  expect(useSession.getState().token).toBe('t9')
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth-storage', newValue: null }))
  expect(useSession.getState()).toMatchObject({ isAuthenticated: false, endedBy: 'person' })
  // All of it was cleared, as by the settings of the browser.
  useSession.getState().setAuth('t10', ana)
  window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null }))
  expect(useSession.getState().isAuthenticated).toBe(false)
  stop()
})

test('other tabs tell a deliberate sign-out from one by the server, and the entry keeps its three fields', async () => {
  const stop = syncSessionAcrossTabs()
  for (const [by, kept] of [
    ['person', 'person'],
    ['server', null],
  ] as const) {
    useSession.getState().setAuth('t1', ana)
    // What the storage of the browser tells other tabs.
    const [set, remove] = [vi.spyOn(Storage.prototype, 'setItem'), vi.spyOn(Storage.prototype, 'removeItem')]
    const entries: (string | null)[] = []
    set.mockImplementation((_key, value) => void entries.push(value))
    remove.mockImplementation(() => void entries.push(null))
    useSession.getState().signOut(by)
    vi.restoreAllMocks()
    expect(JSON.parse(entries.at(-1)!)).toEqual({ state: { token: null, user: null, isAuthenticated: false }, version: 0 })
    // The other tab, still signed in.
    useSession.setState({ token: 't1', user: ana, isAuthenticated: true, endedBy: null })
    for (const newValue of entries) {
      if (newValue === null) localStorage.removeItem('auth-storage')
      else localStorage.setItem('auth-storage', newValue)
      window.dispatchEvent(new StorageEvent('storage', { key: 'auth-storage', newValue }))
    }
    expect(useSession.getState()).toMatchObject({ isAuthenticated: false, endedBy: kept })
  }
  stop()
})

test('the user of another account, or of none, is not replaced by a late answer', () => {
  useSession.getState().setUser(ana)
  expect(useSession.getState().user).toBeNull()
  useSession.getState().setAuth('t1', ana)
  useSession.getState().setUser({ ...ana, id: 'u2', name: 'Ben Ode' })
  expect(useSession.getState().user?.name).toBe('Ana Li')
})

test.each([
  ['TRAINER', { role: 'TRAINER', status: 'ACTIVE' }, 'media.write', true],
  ['TRAINER', { role: 'TRAINER', status: 'PENDING' }, 'media.write', false],
  ['TRAINER', null, 'media.write', false],
  ['ADMIN', null, 'media.write', true],
  ['USER', { role: 'STUDENT', status: 'ACTIVE' }, 'media.write', false],
  [null, { role: 'TRAINER', status: 'ACTIVE' }, 'media.write', false],
] as const)('%s as %j may %s: %s', (role, membership, action, isAllowed) => {
  if (role) useSession.getState().setAuth('t1', { ...ana, role })
  const { result } = renderHook(() => useCan())
  expect(result.current(action, membership)).toBe(isAllowed)
})

test.each([true, false])('what is one’s own may be changed by its owner alone: %s', (owns) => {
  useSession.getState().setAuth('t1', ana)
  const { result } = renderHook(() => useCan())
  expect(result.current('session.end', null, owns)).toBe(owns)
})
