import { expect, test } from 'vitest'
import { toUserRow, userColumns } from '#rules/user-export.ts'

test('an exported user has a cell for each column, in their order, empty where nothing is known', () => {
  const user = { lastSeenAt: null, createdAt: '2026-11-20', status: 'ACTIVE', role: 'USER', email: null, name: 'Ana Li' }
  expect([userColumns, toUserRow(user)]).toEqual([
    ['name', 'email', 'role', 'status', 'createdAt', 'lastSeenAt'],
    ['Ana Li', '', 'USER', 'ACTIVE', '2026-11-20', ''],
  ])
})
