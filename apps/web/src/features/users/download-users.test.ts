/** The file contains the people that the URL filters, on all pages. */

import { expect, test } from 'vitest'
import type { ListedUser } from '@lms/contract/users'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { toSelectedUsersFile, downloadUsers } from './download-users.ts'
import { readUserFilter } from './user-filters.tsx'

const course = '0198f6a0-0000-7000-8000-000000000001'

test('every filter and the order are sent; the page is not', async () => {
  signInAs('ADMIN')
  const called = fakeApi({ users: { listUsers: () => Promise.resolve({ items: [], page: 1, limit: 20, total: 0 }) } })
  const address = { page: '3', limit: '50', role: 'TRAINER', course, status: 'INVITED', search: 'ana', sort: '-email' }
  await downloadUsers(readUserFilter(new URLSearchParams(address)))
  expect(called.map(({ request }) => request.query)).toEqual([
    {
      role: 'TRAINER',
      courseId: course,
      status: 'INVITED',
      search: 'ana',
      sort: '-email',
      download: 'true',
      timeZone: 'Australia/Adelaide',
    },
  ])
})

test('the file of selected people has the same columns and times as the server’s', async () => {
  const at = { createdAt: '2026-11-20T14:13:08.284Z', lastSeenAt: null }
  const person = { ...at, id: course, name: 'Ana Li', email: 'ana.li@example.org', role: 'USER', status: 'ACTIVE' } as ListedUser
  const [header, row] = (await toSelectedUsersFile([person]).text()).split('\r\n')
  expect(header).toContain('"createdAt (Australia/Adelaide)","lastSeenAt (Australia/Adelaide)"')
  expect(row).toBe('"Ana Li","ana.li@example.org","USER","ACTIVE","2026-11-21 00:43",""')
})
