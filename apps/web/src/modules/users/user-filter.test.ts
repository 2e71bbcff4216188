/** The address of the list of people; and who may touch whom. */
import { expect, test } from 'vitest'
import { changed } from '#lib/search-params.ts'
import { nextSort, readUserFilter, userQueryOf } from './user-filter.ts'
import { mayManage, mayRemove, roleEffect } from './words.ts'

const read = (text: string) => readUserFilter(new URLSearchParams(text))

test.each([
  ['page=1&role=all&course=all', { page: 1, limit: 20, role: 'all', course: 'all', status: 'all', sort: 'name', search: '' }],
  ['page=3&role=TRAINER&sort=-lastSeenAt&search=ana', { page: 3, role: 'TRAINER', sort: '-lastSeenAt', search: 'ana' }],
  ['status=SUSPENDED&limit=50', { status: 'SUSPENDED', limit: 50 }],
  ['status=GONE&limit=7', { status: 'all', limit: 20 }],
  ['page=-1&role=KING&course=x&sort=shoe', { page: 1, role: 'all', course: 'all', sort: 'name' }],
])('%s', (text, facts) => expect(read(text)).toMatchObject(facts))

test('the server is asked with its own names', () => {
  expect(userQueryOf(read('role=USER'))).toEqual({ role: 'USER', courseId: 'all', status: 'all', sort: 'name' })
})

test('a second click turns the order round', () => {
  expect(nextSort('name', 'name')).toBe('-name')
  expect(nextSort('-name', 'name')).toBe('name')
  expect(nextSort('name', 'lastSeenAt')).toBe('lastSeenAt')
})

test('a new filter starts at page 1; the page itself does not', () => {
  const now = new URLSearchParams('page=4&role=all')
  expect(String(changed(now, { role: 'USER' }))).toBe('page=1&role=USER')
  expect(String(changed(now, { page: 2 }))).toBe('page=2&role=all')
  expect(String(changed(now, { role: null }))).toBe('page=1')
})

test('admins manage no admins, and nobody removes themselves', () => {
  expect(mayManage({ id: 'a', role: 'ADMIN' }, { id: 'b', role: 'ADMIN' })).toBe(false)
  expect(mayManage({ id: 'a', role: 'SUPER_ADMIN' }, { id: 'b', role: 'ADMIN' })).toBe(true)
  expect(mayRemove({ id: 'a', role: 'SUPER_ADMIN' }, { id: 'a', role: 'SUPER_ADMIN' })).toBe(false)
})

test('a change of role says what is gained and what is lost', () => {
  const up = roleEffect('Omar', 'USER', 'TRAINER')
  expect(up).toContain('Omar will be able to create courses, grade work.')
  expect(up).toContain('Omar will no longer be able to take courses and hand in work.')
  expect(roleEffect('Omar', 'TRAINER', 'SUPER_ADMIN')).toContain('manage admins')
  expect(roleEffect('Omar', 'SUPER_ADMIN', 'ADMIN')).toContain('no longer be able to manage admins')
})
