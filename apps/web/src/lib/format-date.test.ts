/** How times are written. */

import { expect, test } from 'vitest'
import {
  formatClock,
  formatCourseDates,
  formatDay,
  formatDayRange,
  formatDueTime,
  formatRelative,
  formatLastSeen,
  formatLastDay,
  formatLongDay,
  formatShortDay,
  formatTimeRange,
} from './format-date.ts'
import { formatDuration, formatPercentage, formatPosition } from './format-number.ts'

const now = '2026-11-20T14:02:00Z'
const london = 'Europe/London'

test('a due time names its zone; a year is written when it is another', () => {
  expect(formatDueTime('2026-11-20T23:59:00Z', london)).toBe('Fri 20 Nov, 23:59 GMT')
  expect(formatDueTime('2026-11-20T22:59:00Z', 'Europe/Berlin')).toBe('Fri 20 Nov, 23:59 CET')
  expect(formatDueTime('2027-01-08T09:00:00Z', london)).toBe('Fri 8 Jan 2027, 09:00 GMT')
})

test('midnight is 00:00, and September has three letters', () => {
  expect(formatClock('2026-11-20T00:00:00Z', london)).toBe('00:00')
  expect(formatShortDay('2026-09-02T10:00:00Z', london)).toBe('2 Sep')
  expect(formatDay('2026-09-02T10:00:00Z', london)).toBe('Wed 2 Sep')
  expect(formatLongDay(now, london)).toBe('Friday 20 November')
  expect(formatLongDay('2025-11-20T12:00:00Z', london)).toBe('Thursday 20 November 2025')
})

test('ranges say no word twice', () => {
  expect(formatDayRange('2026-10-12T00:00:00Z', '2026-10-18T12:00:00Z', london)).toBe('12 to 18 October')
  expect(formatDayRange('2026-10-28T12:00:00Z', '2026-11-03T12:00:00Z', london)).toBe('28 October to 3 November')
  expect(formatCourseDates('2026-10-12T12:00:00Z', '2026-12-20T12:00:00Z', london)).toBe('12 Oct to 20 Dec 2026')
  expect(formatCourseDates('2026-10-12T12:00:00Z', '2027-01-20T12:00:00Z', london)).toBe('12 Oct 2026 to 20 Jan 2027')
  expect(formatTimeRange('2026-11-20T14:00:00Z', '2026-11-20T15:00:00Z', london)).toBe('14:00 to 15:00')
})

test.each([
  ['2026-11-20T23:59:00Z', 'in 9 hours'],
  ['2026-11-20T13:59:00Z', '3 min ago'],
  ['2026-11-21T15:00:00Z', 'in 1 day'],
  ['2026-11-19T13:00:00Z', '1 day ago'],
  ['2026-11-20T13:01:00Z', '1 hour ago'],
  ['2026-11-18T14:02:00Z', '2 days ago'],
  ['2026-11-20T14:02:30Z', 'now'],
])('%s is %s', (at, words) => expect(formatRelative(at, now, london)).toBe(words))

test.each([
  [null, 'Never'],
  ['2026-11-20T14:01:30Z', 'Now'],
  ['2026-11-20T14:00:00Z', '2 min ago'],
  ['2026-11-20T05:00:00Z', '9 h ago'],
  ['2026-11-19T10:00:00Z', 'Yesterday'],
  ['2026-11-14T10:00:00Z', '6 days ago'],
  ['2026-11-20T13:03:00Z', '59 min ago'],
  ['2026-11-18T14:02:00Z', '2 days ago'],
  ['2026-10-21T14:02:00Z', '30 days ago'],
  ['2026-09-02T10:00:00Z', '2 Sep'],
  ['2025-09-02T10:00:00Z', '2 Sep 2025'],
])('last seen %s is %s', (at, words) => expect(formatLastSeen(at, now, london)).toBe(words))

test('lengths, positions and shares', () => {
  expect([45, 60, 1860, 3600, 12_000, 7200].map(formatDuration)).toEqual(['45 s', '1 min', '31 min', '1 h', '3 h 20 min', '2 h'])
  expect([-3, 5, 760, 3729].map(formatPosition)).toEqual(['0:00', '0:05', '12:40', '1:02:09'])
  expect(formatPercentage(62.9)).toBe('62\u00a0%')
  for (let of100 = 0; of100 <= 100; of100++) expect(formatPercentage((of100 / 100) * 100)).toBe(`${of100}\u00a0%`)
})

test('from 24 hours on, days are those of the calendar of the reader', () => {
  const saturday = '2026-11-28T12:48:00Z'
  expect(formatLastSeen('2026-11-26T13:00:00Z', saturday, london)).toBe('2 days ago')
  expect(formatLastSeen('2026-11-27T09:00:00Z', saturday, london)).toBe('Yesterday')
  expect(formatLastSeen('2026-11-26T13:00:00Z', saturday, 'Pacific/Auckland')).toBe('2 days ago')
  expect(formatRelative('2026-11-28T13:11:00Z', '2026-11-26T14:12:00Z', london)).toBe('in 2 days')
  expect(formatRelative('2026-11-26T14:12:00Z', '2026-11-28T13:11:00Z', london)).toBe('2 days ago')
})

test('until when: with the time where less than two days are left', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(formatLastDay('2026-11-22T11:59:00Z', now, 'UTC')).toBe('Sun 22 Nov, 11:59')
  expect(formatLastDay('2026-11-22T12:00:00Z', now, 'UTC')).toBe('Sun 22 Nov')
  expect(formatLastDay('2027-01-02T12:00:00Z', now, 'UTC')).toBe('Sat 2 Jan 2027')
})

test('weeks of another year name it', () => {
  expect(formatDayRange('2025-10-12T00:00:00Z', '2025-10-18T12:00:00Z', 'UTC')).toBe('12 to 18 October 2025')
  expect(formatDayRange('2026-12-28T00:00:00Z', '2027-01-03T12:00:00Z', 'UTC')).toBe('28 December to 3 January 2027')
})
