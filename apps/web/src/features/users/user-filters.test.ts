/** The URL of the list of people; and who may manage whom. */

import { expect, test } from 'vitest'
import { withParams } from '#lib/search-params.ts'
import { mayManage, mayRemove, roleEffect } from './labels.ts'
import { nextSort, readUserFilter, getInvalidParams, toUserQuery } from './user-filters.tsx'

const read = (text: string) => readUserFilter(new URLSearchParams(text))

test.each([
  ['page=1&role=all&course=all', { page: 1, limit: 20, role: 'all', course: 'all', status: 'all', sort: 'name', search: '' }],
  ['page=3&role=TRAINER&sort=-lastSeenAt&search=ana', { page: 3, role: 'TRAINER', sort: '-lastSeenAt', search: 'ana' }],
  ['status=SUSPENDED&limit=50', { status: 'SUSPENDED', limit: 50 }],
  ['status=GONE&limit=7', { status: 'all', limit: 20 }],
  ['page=-1&role=KING&course=x&sort=shoe', { page: 1, role: 'all', course: 'all', sort: 'name' }],
])('%s', (text, facts) => expect(read(text)).toMatchObject(facts))

test.each([
  ['page=2&role=USER&course=all&sort=-name&limit=50&search=ana&status=INVITED', null],
  ['search=&course=0198F6A0-0000-7000-8000-000000000007', null],
  ['page=9999&role=BOGUS&course=zz&sort=hack', { page: 9999, role: 'all', course: 'all', sort: null }],
  ['page=x&status=GONE&limit=7', { page: 1, status: null, limit: null }],
])('invalid parameters in %s', (text, stray) => expect(getInvalidParams(new URLSearchParams(text))).toEqual(stray))

test('the query has the server’s names', () => {
  expect(toUserQuery(read('role=USER'))).toEqual({ role: 'USER', courseId: 'all', status: 'all', sort: 'name' })
})

test('a second click reverses the order', () => {
  expect(nextSort('name', 'name')).toBe('-name')
  expect(nextSort('-name', 'name')).toBe('name')
  expect(nextSort('name', 'lastSeenAt')).toBe('lastSeenAt')
})

test('a new filter goes to page 1; a new page does not', () => {
  const now = new URLSearchParams('page=4&role=all')
  expect(String(withParams(now, { role: 'USER' }))).toBe('page=1&role=USER')
  expect(String(withParams(now, { page: 2 }))).toBe('page=2&role=all')
  expect(String(withParams(now, { role: null }))).toBe('page=1')
})

test('admins cannot manage admins, and nobody can remove themselves', () => {
  expect(mayManage({ id: 'a', role: 'ADMIN' }, { id: 'b', role: 'ADMIN' })).toBe(false)
  expect(mayManage({ id: 'a', role: 'SUPER_ADMIN' }, { id: 'b', role: 'ADMIN' })).toBe(true)
  expect(mayRemove({ id: 'a', role: 'SUPER_ADMIN' }, { id: 'a', role: 'SUPER_ADMIN' })).toBe(false)
})

test('a change of role says what is gained and what is lost', () => {
  const up = roleEffect('Omar', 'USER', 'TRAINER')
  expect(up).toContain('Omar will be able to create courses, grade work.')
  expect(up).toContain('Omar will no longer be able to take courses and submit work.')
  expect(up).not.toContain('leave')
  expect(roleEffect('Omar', 'TRAINER', 'SUPER_ADMIN')).toContain('manage admins')
  expect(roleEffect('Omar', 'SUPER_ADMIN', 'ADMIN')).toContain('no longer be able to manage admins')
})

test('a change of role names the courses that are left, and what comes back', () => {
  const titled = (...titles: string[]) => titles.map((title) => ({ title }))
  const down = roleEffect('Omar', 'TRAINER', 'USER', titled('Data Journalism', 'Photography'))
  expect(down).toContain('Omar will leave 2 courses they teach: Data Journalism, Photography. Courses with no other trainer')
  expect(down).toContain('With the old role the courses come back.')
  expect(roleEffect('Omar', 'USER', 'TRAINER', titled('Photography'))).toContain(
    'Omar will leave Photography, which they take. Work and marks stay.',
  )
  expect(roleEffect('Omar', 'TRAINER', 'USER', titled('A', 'B'), 9)).toContain('9 courses they teach: A, B, 7 more.')
  expect(roleEffect('They', 'TRAINER', 'USER', [], 3)).toContain('They will leave the courses they teach.')
  // Admins go on teaching what they taught.
  expect(roleEffect('Omar', 'TRAINER', 'ADMIN', titled('Photography'))).not.toContain('leave')
})
