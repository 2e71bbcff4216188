import { expect, test } from 'vitest'
import { formatRateBase, getAttendanceRate, hasStarted } from '#rules/attendance-rate.ts'

test.each([
  ['present and late over what is marked', ['PRESENT', 'LATE', 'ABSENT', null], 66, 3, 4],
  ['present or late is there', ['PRESENT', 'LATE'], 100, 2, 2],
  ['absent', ['ABSENT'], 0, 1, 1],
  ['excused is marked and does not count', ['PRESENT', 'EXCUSED', 'ABSENT', null], 50, 3, 4],
  ['not marked is not absent', ['PRESENT', null, null], 100, 1, 3],
  ['excused alone has no percentage', ['EXCUSED', null], null, 1, 2],
  ['nothing marked', [null, null], null, 0, 2],
  ['no sessions', [], null, 0, 0],
] as const)('%s', (_, statuses, percentage, marked, sessions) => {
  expect(getAttendanceRate(statuses)).toEqual({ percentage, marked, sessions })
})

test('the base is written out', () => {
  expect(formatRateBase({ marked: 6, sessions: 13 })).toBe('6 of 13 sessions marked')
  expect(formatRateBase({ marked: 0, sessions: 1 })).toBe('0 of 1 session marked')
})

test('a live session counts from its start', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect([null, '2026-11-20T12:00:00Z', '2026-11-20T12:00:01Z'].map((startsAt) => hasStarted(startsAt, now))).toEqual([true, true, false])
})
