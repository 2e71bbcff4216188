/** Addresses: built, and never leading off this site. */

import { expect, test } from 'vitest'
import { getReturnTo, withReturnTo, paths, getSafeReturnTo } from './paths.ts'

test('builders fill names and leave out empty query values', () => {
  expect(paths.media.to({ courseId: 'c1', weekId: 'w2', mediaId: 'm3' })).toBe('/courses/course/c1/week/w2/media/m3')
  expect(paths.users.to({ page: 1, role: 'all', course: 'all' })).toBe('/users?page=1&role=all&course=all')
  expect(paths.users.to({ page: 2, search: '', role: undefined })).toBe('/users?page=2')
  expect(paths.userEdit.to({ userId: 'a/b' })).toBe('/users/a%2Fb/edit')
  expect(paths.dashboard.to()).toBe('/')
})

test('all addresses are there, each once: 35 of the specification, and those added', () => {
  const patterns = Object.values(paths).map(({ pattern }) => pattern)
  expect(new Set(patterns).size).toBe(patterns.length)
  expect(patterns).toHaveLength(47)
})

test.each(['/courses', '/users?page=2&role=all', '/courses/course/c1#week-3'])('%s may be gone to after signing in', (next) => {
  expect(getSafeReturnTo(next)).toBe(next)
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
  expect(getSafeReturnTo(next)).toBe('/')
})

const course = '0198f6a0-0000-7000-8000-0000000000c1'
test.each([
  [`course=${course}`, `/courses-details/${course}`],
  [`course=${course.toUpperCase()}`, `/courses-details/${course}`],
  [`course=${course}&next=%2Fassignments`, '/assignments'],
  [`course=${course}&next=${encodeURIComponent('//evil.example')}`, `/courses-details/${course}`],
  ['course=intro', '/'],
  [`course=${course}%2F..%2F..%2Fusers`, '/'],
  ['', '/'],
])('“%s” leads to %s', (search, to) => expect(getReturnTo(new URLSearchParams(search))).toBe(to))

test('the way goes along from one public page to the next', () => {
  const search = new URLSearchParams({ course })
  expect(withReturnTo('/auth/login', search)).toBe(`/auth/login?next=${encodeURIComponent(`/courses-details/${course}`)}`)
  expect(withReturnTo('/auth/login', new URLSearchParams({ course: 'intro' }))).toBe('/auth/login')
})
