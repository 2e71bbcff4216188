/** Around every screen: the account is kept up to date, and the end of a session leaves nothing of it behind. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { useNavBadges } from '#lib/navigation.ts'
import { choosePreferences } from '#lib/preferences.ts'
import { useSession } from '#lib/session.ts'
import { notify } from '#ui/toasts.tsx'
import { openComposer, useOpenedComposer } from '#features/emails/composer-store.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { ownUser } from '#test/people.ts'
import { Providers } from './providers.tsx'

const secret = ['marks', 'mine']
let client: QueryClient
function Page() {
  const own = useQueryClient()
  useEffect(() => void (client = own), [own])
  return <p>Page</p>
}
function open() {
  const view = render(
    <Providers>
      <Page />
    </Providers>,
  )
  client.setQueryData(secret, 'Only for Ana')
  return view
}

test('name and unread notices come from the server at the start; another person’s answer changes nothing', async () => {
  const me = signInAs('USER')
  fakeApi({ auth: { getSession: async () => ({ ...ownUser({ id: me.id, name: 'Ana Li-Berg' }), unreadNotices: 4 }) } })
  const { unmount } = open()
  await waitFor(() => expect(useNavBadges.getState().notices).toBe(4))
  await waitFor(() => expect(useSession.getState().user?.name).toBe('Ana Li-Berg'))
  unmount()
  signInAs('USER')
  fakeApi({ auth: { getSession: async () => ({ ...ownUser({ name: 'Somebody' }), id: 'u9', unreadNotices: 1 }) } })
  open()
  await waitFor(() => expect(useNavBadges.getState().notices).toBe(1))
  expect(useSession.getState().user?.name).toBe('Ana Li')
})

test('a session that the server ended is reported, one that the person ended is not; both leave no data', async () => {
  signInAs('USER')
  fakeApi({ auth: { getSession: () => Promise.reject(new FakeProblem(503, 'unavailable')) } })
  open()
  act(() => useSession.getState().signOut('person'))
  expect(client.getQueryData(secret)).toBeUndefined()
  expect(screen.queryByText('Your session ended. Sign in again.')).toBeNull()
  act(() => void signInAs('USER'))
  client.setQueryData(secret, 'Only for Ana')
  act(() => useSession.getState().signOut())
  expect(await screen.findByText('Your session ended. Sign in again.')).toBeDefined()
  expect(client.getQueryData(secret)).toBeUndefined()
})

test('what one person wrote or saw is not there for the next; who signs in again goes on', async () => {
  const me = signInAs('TRAINER')
  fakeApi({ auth: { getSession: () => Promise.reject(new FakeProblem(503, 'unavailable')) } })
  open()
  const opened = { courseId: 'c1', sendTo: ['ALL'] }
  act(() => openComposer(opened))
  act(() => useNavBadges.setState({ assignments: 21 }))
  act(() => void notify.success('Ana’s mark is saved', { link: { label: 'Undo', onClick: () => undefined } }))
  act(() => useSession.getState().signOut())
  act(() => useSession.getState().setAuth('again', me))
  expect(useOpenedComposer.getState().opened).toEqual(opened)
  act(() => useSession.getState().signOut('person'))
  act(() => useSession.getState().setAuth('other', { ...me, id: 'u9', role: 'USER' }))
  expect(useOpenedComposer.getState().opened).toBeNull()
  expect(useNavBadges.getState()).toEqual({ notices: 0 })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

test('every store in memory is known: what one person sees or writes is forgotten for the next', () => {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  const stores = files.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/const (use\w+) = create[<(]/g)].map(([, name]) => name),
  )
  const forgotten = ['useOpenedComposer', 'useNavBadges', 'usePageRisks', 'useWalk']
  // The session itself, the sidebar, the title of the open page, and whether the code for uploads is loaded.
  const ofDevice = ['useSession', 'useSidebar', 'usePageParent', 'useUploadsStarted']
  expect(new Set(stores)).toEqual(new Set([...forgotten, ...ofDevice]))
})

/** Answers with these counts of notices, one after the other. */
function givenNotices(...counts: number[]) {
  const me = signInAs('USER')
  return fakeApi({ auth: { getSession: async () => ({ ...ownUser({ id: me.id }), unreadNotices: counts.shift() ?? 0 }) } })
}
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('new notices are looked for every two minutes while the page is visible, and when it is looked at again', async () => {
  vi.useFakeTimers()
  const called = givenNotices(1, 2, 3)
  const { unmount } = open()
  await later(0)
  expect(useNavBadges.getState().notices).toBe(1)
  await later(119_000)
  expect(called).toHaveLength(1)
  await later(1000)
  expect(useNavBadges.getState().notices).toBe(2)
  // Somebody who switches between tabs does not ask each time.
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await later(0)
  expect(called).toHaveLength(2)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await later(600_000)
  expect(called).toHaveLength(2)
  hidden.mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await later(0)
  expect(useNavBadges.getState().notices).toBe(3)
  unmount()
  await later(600_000)
  expect(called).toHaveLength(3)
})

test('after a sign-out no notices are counted for the next person', async () => {
  givenNotices(4)
  open()
  await waitFor(() => expect(useNavBadges.getState().notices).toBe(4))
  act(() => useSession.getState().signOut('person'))
  expect(useNavBadges.getState().notices).toBe(0)
})

test('a choice that was not sent yet, or is made before the first answer, is newer than it; what was not sent is sent', async () => {
  const me = signInAs('USER')
  choosePreferences({ playbackRate: 2 })
  const answer = Promise.withResolvers<void>()
  const called = fakeApi({
    auth: {
      getSession: () =>
        answer.promise.then(() => ownUser({ id: me.id, name: 'Renamed', preferences: { playbackRate: 1, theme: 'LIGHT' } })),
    },
    users: { updateMe: async () => ownUser({ id: me.id }) },
  })
  open()
  act(() => choosePreferences({ theme: 'DARK' }))
  await act(async () => answer.resolve())
  await waitFor(() => expect(called.some(({ name }) => name === 'users.updateMe')).toBe(true))
  expect(useSession.getState().user?.preferences).toEqual({ playbackRate: 2, theme: 'DARK' })
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
})

test('preferences of another device take effect with the first answer, except for what is not sent yet', async () => {
  const me = signInAs('USER')
  choosePreferences({ playbackRate: 2 })
  fakeApi({
    auth: { getSession: async () => ownUser({ id: me.id, preferences: { playbackRate: 1, theme: 'DARK' } }) },
    users: { updateMe: async () => ownUser({ id: me.id }) },
  })
  open()
  await waitFor(() => expect(useSession.getState().user?.preferences).toEqual({ playbackRate: 2, theme: 'DARK' }))
})

test('a sign-out in another tab ends the session here, as one that the person ended', () => {
  givenNotices(1)
  open()
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth-storage', newValue: null })))
  expect(useSession.getState()).toMatchObject({ token: null, endedBy: 'person' })
  expect(screen.queryByText('Your session ended. Sign in again.')).toBeNull()
  expect(client.getQueryData(secret)).toBeUndefined()
})
