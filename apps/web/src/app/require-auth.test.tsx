/** The guard of a screen: what a screen holds belongs to one user. */

import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { roles } from '@lms/contract/policy'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { renderAt } from '#test/render.tsx'
import { checkAccess, RequireAuth, screenAt } from './require-auth.tsx'
import { type Screen, screens } from './screens.ts'

const ana = { id: 'u1', name: 'Ana Li', email: 'a@b.example', role: 'USER', profileImage: null } as const

/** Keeps who opened it, as recorders, drafts and notes do. */
function Opened() {
  const [by] = useState(() => useSession.getState().user?.name ?? 'nobody')
  return <p>Opened by {by}</p>
}
/** As in the router, the sign-in page is another screen. */
const Guarded = ({ screen: guarded }: { screen: Screen }) =>
  useLocation().pathname === '/auth/login' ? null : <RequireAuth screen={guarded} />
const at = (allow: Screen['allow']): Screen => ({ path: '/', allow, load: () => Promise.resolve(Opened) })

test('a person who signs in over another one, as in another tab, starts fresh and sends nothing of theirs', async () => {
  useSession.getState().setAuth('one', ana)
  renderAt(<RequireAuth screen={at('signed-in')} />)
  await screen.findByText('Opened by Ana Li')
  act(() => useSession.getState().setAuth('two', { ...ana, id: 'u2', name: 'Ben Ode' }))
  await waitFor(() => expect(document.body.textContent).toContain('Opened by Ben Ode'))
})

test('a page for anybody stays while somebody signs in on it: what follows the sign-in is its own', async () => {
  useSession.getState().signOut('person')
  renderAt(<RequireAuth screen={at('anyone')} />)
  await screen.findByText('Opened by nobody')
  act(() => useSession.getState().setAuth('one', ana))
  expect(document.body.textContent).toContain('Opened by nobody')
})

const { login, register, setup, resetPassword, unsubscribe, confirmEmail, stopEmailChange, ...inShell } = paths
const publicPaths = [login, register, setup, resetPassword, unsubscribe, confirmEmail, stopEmailChange].map(({ pattern }) => pattern)
const adminPaths = [paths.users, paths.usersImport, paths.userNew, paths.allMedia, paths.userEdit, paths.courseEdit, paths.signUpForm].map(
  ({ pattern }) => pattern,
)
const staffPaths = [
  paths.people,
  paths.marksImport,
  paths.submissions,
  paths.submission,
  paths.courseNew,
  paths.weekEdit,
  paths.mediaNew,
  paths.assignmentNew,
  paths.assignmentEdit,
  paths.markAttendance,
  paths.mediaEdit,
  paths.userDetails,
  paths.signUpResponses,
  paths.courseEmails,
].map(({ pattern }) => pattern)

/** Section 2 of the specification, written down a second time: not the table under test. */
function mayOpen(path: string, role: (typeof roles)[number]): boolean {
  if (adminPaths.some((own) => own === path)) return role === 'SUPER_ADMIN' || role === 'ADMIN'
  return role !== 'USER' || !staffPaths.some((own) => own === path)
}

test('every address has one screen', () => {
  expect(screens.map(({ path }) => path).toSorted()).toEqual(
    Object.values(paths)
      .map(({ pattern }) => pattern)
      .toSorted(),
  )
})

describe.each(roles)('%s', (role) => {
  test.each(Object.values(inShell).map(({ pattern }) => pattern))('%s', (path) => {
    const screen = screens.find((one) => one.path === path)
    expect(screen && checkAccess(screen.allow, role)).toBe(mayOpen(path, role) ? 'show' : 'no-access')
  })
})

test('strangers see the public pages and are sent to sign in from all others', () => {
  const open = screens.filter(({ allow }) => checkAccess(allow, null) === 'show').map(({ path }) => path)
  expect(open).toEqual(publicPaths)
  expect(screens.filter(({ allow }) => checkAccess(allow, null) === 'sign-in')).toHaveLength(screens.length - open.length)
})

test('fixed words win over names in addresses', () => {
  expect(screenAt('/courses/course/c1/discussion-forum/create')?.path).toBe(paths.discussionNew.pattern)
  expect(screenAt('/users/user-details/u1')?.path).toBe(paths.userDetails.pattern)
  expect(screenAt('/courses/new')?.path).toBe(paths.courseNew.pattern)
  expect(screenAt('/nothing/here')).toBeUndefined()
})

test.each([
  ['/profile?tab=sessions#two', 'server', '/auth/login?next=%2Fprofile%3Ftab%3Dsessions%23two'],
  ['/profile', 'person', '/auth/login'],
  ['/', 'server', '/auth/login'],
] as const)('from %s, left by the %s, sign-in is at %s', async (address, endedBy, there) => {
  useSession.getState().setAuth('one', ana)
  useSession.getState().signOut(endedBy)
  const screenOfProfile = { ...at('signed-in'), path: '/profile' }
  const { router } = renderAt(<Guarded screen={screenOfProfile} />, address)
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(there))
})

test('a person without the right sees why, and the code of the screen is not loaded', async () => {
  useSession.getState().setAuth('one', ana)
  const load = vi.fn<NonNullable<Screen['load']>>(() => Promise.resolve(Opened))
  renderAt(<RequireAuth screen={{ path: '/', allow: 'user.list', load }} />)
  expect(await screen.findByText('Ask an admin if you need access. You are signed in as a@b.example.')).toBeDefined()
  expect(load).not.toHaveBeenCalled()
})
