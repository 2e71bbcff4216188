/** The table of what the start script loads for a path. */

import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import * as data from '#app/screen-data.ts'
import { screens } from '#app/screens.ts'
import { toRouteExpression, startTable } from './start-script.ts'

const shown = [paths.login, paths.course, paths.discussions, paths.userEdit, paths.register]
const table = screens.filter(({ path }) => shown.some(({ pattern }) => pattern === path))
const chunk = (fileName: string, imports: string[], moduleIds: string[] = [], isEntry = false) => ({
  fileName,
  imports,
  moduleIds,
  isEntry,
})
const chunks = [
  chunk('index.js', ['vendor.js'], ['/web/src/main.tsx'], true),
  chunk('vendor.js', []),
  chunk('pages.js', ['vendor.js', 'common.js'], ['/web/src/features/courses/course-screen.tsx']),
  chunk('common.js', ['vendor.js']),
  chunk('screen-boundary.js', ['vendor.js'], ['/web/src/app/screen-boundary.tsx']),
  chunk('discussions.js', ['vendor.js'], ['/web/src/features/discussions/discussion-list-screen.tsx']),
  chunk('users.js', ['vendor.js'], ['/web/src/features/users/user-edit-screen.tsx']),
  chunk('register.js', ['index.js'], ['/web/src/features/auth/register-screen.tsx']),
]

test('a path needs the files of its screen without those that every page loads; sign-in is part of these', () => {
  expect(startTable(table, data, chunks)).toMatchObject([
    { pattern: '^/auth/register/?$', isPublic: true, files: ['/register.js'] },
    { pattern: '^/courses/course/(?<courseId>[^/]+)/?$', files: ['/pages.js', '/common.js'] },
    {
      pattern: '^/courses/course/(?<courseId>[^/]+)/discussion-forum/?$',
      files: ['/discussions.js', '/screen-boundary.js'],
    },
    { pattern: '^/users/(?<userId>[^/]+)/edit/?$', files: ['/users.js', '/screen-boundary.js'] },
  ])
})

test('a path names the calls of its screen, and who may make them', () => {
  expect(startTable(table, data, chunks).map(({ calls, parts }) => ({ calls, parts }))).toEqual([
    {},
    {
      calls: [
        { url: '/api/courses/:courseId' },
        { url: '/api/courses/progress/:courseId' },
        { url: '/api/courses/:courseId/counts' },
        { url: '/api/announcements?courseId=:courseId' },
      ],
    },
    {
      calls: [{ url: '/api/courses/:courseId' }],
      parts: [{ url: '/api/discussion/counts/:courseId' }, { url: '/api/discussion/get-discussions/:courseId?page=1&limit=20' }],
    },
    { calls: [{ url: '/api/users/:userId', roles: ['SUPER_ADMIN', 'ADMIN'] }] },
  ])
})

test('a screen that was not built stops the build', () => {
  expect(() => startTable(table, data, chunks.slice(0, 2))).toThrow('not among the built files')
})

test('patterns of the router as regular expressions', () => {
  const expression = new RegExp(toRouteExpression('/courses/course/:courseId'))
  expect(expression.exec('/courses/course/c1')?.groups).toEqual({ courseId: 'c1' })
  expect(expression.test('/courses/course/c1/week/w1')).toBe(false)
})
