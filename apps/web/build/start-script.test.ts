/** The table of what the start script loads for a path. */

import { expect, test } from 'vitest'
import { toRouteExpression, listLazyScreens, startTable } from './start-script.ts'

const table = `
  { path: paths.login.pattern, allow: 'anyone', load: async () => LoginScreen },
  { path: paths.course.pattern, allow: 'signed-in', load: () => import('#features/courses/course-screen.tsx').then((m) => m.CourseScreen) },
  { path: paths.register.pattern, allow: 'anyone', load: () => import('#features/auth/register-screen.tsx').then((m) => m.RegisterScreen) },
`
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
  chunk('register.js', ['index.js'], ['/web/src/features/auth/register-screen.tsx']),
]

test('lazy screens are read from the table of screens; those in the first files are not', () => {
  expect(listLazyScreens(table)).toEqual([
    { name: 'course', module: 'features/courses/course-screen.tsx' },
    { name: 'register', module: 'features/auth/register-screen.tsx' },
  ])
})

test('a path needs the files of its screen without those that every page loads', () => {
  expect(startTable(table, chunks)).toMatchObject([
    { pattern: '^/auth/register/?$', isPublic: true, files: ['/register.js'] },
    { pattern: '^/courses/course/(?<courseId>[^/]+)/?$', files: ['/pages.js', '/common.js'] },
  ])
})

test('a screen that was not built stops the build', () => {
  expect(() => startTable(table, chunks.slice(0, 2))).toThrow('not among the built files')
})

test('patterns of the router as regular expressions', () => {
  const expression = new RegExp(toRouteExpression('/courses/course/:courseId'))
  expect(expression.exec('/courses/course/c1')?.groups).toEqual({ courseId: 'c1' })
  expect(expression.test('/courses/course/c1/week/w1')).toBe(false)
})
