import { expect, test } from 'vitest'
import { emailTime, nextDailyEmail, toReader } from '#modules/notices/rules.ts'

test.each([
  ['2026-11-20T05:59:00Z', 'UTC', 7, '2026-11-20T07:00:00.000Z'],
  ['2026-11-20T07:00:30Z', 'UTC', 7, '2026-11-21T07:00:00.000Z'],
  ['2026-11-20T23:30:00Z', 'UTC', 0, '2026-11-21T00:00:00.000Z'],
  ['2026-07-20T05:30:00Z', 'Europe/Lisbon', 7, '2026-07-20T06:00:00.000Z'],
  ['2026-11-20T12:00:00Z', 'America/New_York', 7, '2026-11-21T12:00:00.000Z'],
  ['2026-11-20T01:00:00Z', 'Asia/Kathmandu', 7, '2026-11-20T01:15:00.000Z'],
  // Clocks go back in the night.
  ['2026-10-24T17:00:00Z', 'Europe/Lisbon', 7, '2026-10-25T07:00:00.000Z'],
  ['2026-10-25T06:30:00Z', 'Europe/Lisbon', 7, '2026-10-25T07:00:00.000Z'],
  // An hour that comes twice is its first, one that is skipped is the next.
  ['2026-10-24T12:00:00Z', 'Europe/Lisbon', 1, '2026-10-25T00:00:00.000Z'],
  ['2026-10-25T00:30:00Z', 'Europe/Lisbon', 1, '2026-10-26T01:00:00.000Z'],
  ['2026-03-28T12:00:00Z', 'Europe/Lisbon', 7, '2026-03-29T06:00:00.000Z'],
  ['2026-03-28T12:00:00Z', 'Europe/Lisbon', 1, '2026-03-29T01:00:00.000Z'],
])('after %s in %s the next daily email of %i o’clock is at %s', (now, zone, hour, expected) =>
  expect(nextDailyEmail(new Date(now), zone, hour).toISOString()).toBe(expected),
)

const [now, daily] = [new Date('2026-11-20T12:00:00Z'), '2026-11-21T07:00:00.000Z']
test.each([
  ['REPLY', {}, daily],
  ['REPLY', { emailReplies: 'NOW' }, now.toISOString()],
  ['REPLY', { emailReplies: 'NEVER' }, null],
  ['MENTION', { emailReplies: 'NEVER' }, daily],
  ['MARKS', { dailyEmailHour: 18 }, '2026-11-20T18:00:00.000Z'],
  ['FORM', {}, now.toISOString()],
  ['FORM', { emailSignUps: 'DAILY' }, daily],
] as const)('a %s with %j is emailed at %s', (kind, preferences, expected) =>
  expect(emailTime(kind, { preferences, timeZone: 'UTC' }, now)).toBe(expected),
)

test('users in different time zones share no time', () => {
  const cache = new Map<string, string>()
  const timeIn = (timeZone: string, preferences = {}) => emailTime('REPLY', { preferences, timeZone }, now, cache)
  expect([timeIn('UTC'), timeIn('Asia/Tokyo'), timeIn('UTC', { dailyEmailHour: 18 }), timeIn('UTC')]).toEqual([
    daily,
    '2026-11-20T22:00:00.000Z',
    '2026-11-20T18:00:00.000Z',
    daily,
  ])
  // Worked out once for each time zone and hour.
  expect(cache.size).toBe(3)
})

test('the title of an announcement has the name of its reader; others stay as they are', () => {
  const notice = { kind: 'ANNOUNCEMENT' as const, subject: { title: 'For {{name}} in {{course}}' }, course: { title: 'Sailing' } }
  const readerName = 'Ana Li'
  expect(toReader({ ...notice, readerName })).toEqual({ ...notice, subject: { title: 'For Ana in Sailing' } })
  expect(toReader({ ...notice, kind: 'REPLY', readerName })).toEqual({ ...notice, kind: 'REPLY' })
  expect(toReader({ ...notice, course: null, readerName })).toEqual({ ...notice, course: null })
})
