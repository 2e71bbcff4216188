import { expect, test } from 'vitest'
import { getUserHeader, toUserRow } from '#rules/user-export.ts'

test('an exported user has a cell for each column, in their order, times as a spreadsheet reads them, empty where nothing is known', () => {
  const user = { lastSeenAt: null, createdAt: '2026-11-20T14:13:08.284Z', status: 'ACTIVE', role: 'USER', email: null, name: 'Ana Li' }
  expect([getUserHeader('Australia/Adelaide'), toUserRow(user, 'Australia/Adelaide')]).toEqual([
    ['name', 'email', 'role', 'status', 'createdAt (Australia/Adelaide)', 'lastSeenAt (Australia/Adelaide)'],
    ['Ana Li', '', 'USER', 'ACTIVE', '2026-11-21 00:43', ''],
  ])
})
