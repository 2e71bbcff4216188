import { expect, test } from 'vitest'
import { formatRateBase, getAttendanceRate, getCountedStatus, isBeforeJoining } from '#rules/attendance-rate.ts'

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
  const own = statuses.map((status) => ({ status, held: true, beforeJoining: false }))
  expect(getAttendanceRate(own)).toEqual({ percentage, marked, sessions })
})

test.each([
  ['held', true, false, null, 1],
  ['held before the student joined', true, true, null, 0],
  ['marked before the student joined', true, true, 'PRESENT', 1],
  ['not held yet', false, false, null, 0],
  ['marked ahead', false, false, 'EXCUSED', 1],
] as const)('a session counts, or not: %s', (_, held, beforeJoining, status, sessions) => {
  expect(getAttendanceRate([{ held, beforeJoining, status }]).sessions).toBe(sessions)
})

test('the base is written out', () => {
  expect(formatRateBase({ marked: 6, sessions: 13 })).toBe('6 of 13 sessions marked')
  expect(formatRateBase({ marked: 0, sessions: 1 })).toBe('0 of 1 session marked')
})

test('a session is before joining if it was over by then; recordings never are', () => {
  const since = [{ from: '2026-11-15T12:00:00Z', until: null }]
  const before = (endsAt: string | null, periods: typeof since | null = since) => isBeforeJoining({ endsAt }, periods)
  expect([before('2026-11-15T11:59:00Z'), before('2026-11-15T12:00:00Z'), before(null)]).toEqual([true, false, false])
  expect(before('2026-11-15T11:59:00Z', null)).toBe(false)
})

test('only an absence is made up for, and only by watching', () => {
  const watchedAt = '2026-11-20T16:00:00.000Z'
  const all = [null, 'PRESENT', 'LATE', 'ABSENT', 'EXCUSED'] as const
  expect(all.map((status) => getCountedStatus({ status, watchedAt }, 'PRESENT'))).toEqual([null, 'PRESENT', 'LATE', 'PRESENT', 'EXCUSED'])
  expect(all.map((status) => getCountedStatus({ status, watchedAt: null }, 'PRESENT'))).toEqual(all)
  expect(getCountedStatus({ status: 'ABSENT', watchedAt }, 'EXCUSED')).toBe('EXCUSED')
})
