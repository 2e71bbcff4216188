/** Addresses: built, and never leading off this site. */
import { expect, test } from 'vitest'
import { paths, safeNext } from './paths.ts'

test('builders fill names and leave out empty query values', () => {
  expect(paths.media.to({ courseId: 'c1', weekId: 'w2', mediaId: 'm3' })).toBe('/courses/course/c1/week/w2/media/m3')
  expect(paths.users.to({ page: 1, role: 'all', course: 'all' })).toBe('/users?page=1&role=all&course=all')
  expect(paths.users.to({ page: 2, search: '', role: undefined })).toBe('/users?page=2')
  expect(paths.userEdit.to({ userId: 'a/b' })).toBe('/users/a%2Fb/edit')
  expect(paths.dashboard.to()).toBe('/')
})

test('all addresses of the specification are there, each once', () => {
  const patterns = Object.values(paths).map(({ pattern }) => pattern)
  expect(new Set(patterns).size).toBe(patterns.length)
  expect(patterns).toHaveLength(33)
})

test.each(['/courses', '/users?page=2&role=all', '/courses/course/c1#week-3'])('%s may be gone to after signing in', (next) => {
  expect(safeNext(next)).toBe(next)
})

test.each([
  null,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  'https:',
  'https:evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/auth/login',
])('%j leads to the start instead', (next) => {
  expect(safeNext(next)).toBe('/')
})
