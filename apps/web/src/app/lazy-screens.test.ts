/** Who may open which screen: every screen of the specification for every role. */
import { roles } from '@lms/contract/policy'
import { describe, expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { checkAccess, screenAt } from './lazy-screens.ts'
import { screens } from './screens.ts'

const { login, register, setup, resetPassword, unsubscribe, ...inShell } = paths
const publicPaths = [login, register, setup, resetPassword, unsubscribe].map(({ pattern }) => pattern)
const adminPaths = [paths.users, paths.usersImport, paths.userNew, paths.allMedia, paths.userEdit, paths.courseEdit, paths.signUpForm].map(
  ({ pattern }) => pattern,
)
const staffPaths = [
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
