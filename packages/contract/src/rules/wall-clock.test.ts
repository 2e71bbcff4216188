/** Times on the wall, also where clocks are changed. */

import { expect, test } from 'vitest'
import { formatWallTime, fromWallTime, getFormat, listInstants, toWallTime } from '#rules/wall-clock.ts'

test.each([
  ['an ordinary day', 'Europe/Lisbon', '2026-11-22T23:59', '2026-11-22T23:59:00.000Z'],
  ['half an hour', 'Australia/Adelaide', '2026-11-25T09:00', '2026-11-24T22:30:00.000Z'],
  ['an hour that comes twice: its first pass', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['an hour that comes twice, west of Greenwich', 'America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['an hour that is skipped: moved by the gap', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['with seconds', 'Europe/Berlin', '2026-11-22T23:59:30', '2026-11-22T22:59:30.000Z'],
])('%s', (_, zone, time, instant) => expect(new Date(fromWallTime(time, zone)).toISOString()).toBe(instant))

test('with seconds, an hour that comes twice is its first pass as well', () =>
  expect(new Date(fromWallTime('2026-10-25T02:30:15', 'Europe/Berlin')).toISOString()).toBe('2026-10-25T00:30:15.000Z'))

test('as files and fields write it', () => {
  const at = Date.parse('2026-11-22T23:59:59.999Z')
  expect(formatWallTime(at, 'UTC')).toBe('2026-11-22 23:59')
  expect(toWallTime(at, 'Asia/Tokyo')).toBe('2026-11-23T08:59')
})

test('a format is made once', () => expect(getFormat('en-GB', { year: 'numeric' })).toBe(getFormat('en-GB', { year: 'numeric' })))

test('a time on the wall comes once, twice or never', () => {
  expect(listInstants('2026-11-22T23:59', 'Europe/Lisbon')).toHaveLength(1)
  expect(listInstants('2026-10-25T02:30', 'Europe/Berlin')).toEqual(
    ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((instant) => Date.parse(instant)),
  )
  expect(listInstants('2026-03-29T02:30', 'Europe/Berlin')).toEqual([])
})
