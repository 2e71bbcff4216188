/** Which sessions get a Zoom meeting, and when a failure is retried. */

import { expect, test } from 'vitest'
import type { ZoomOptions } from '@lms/contract/zoom-options'
import { isMadeByZoom, isPermanent, retryDelay, validateMeeting } from '#modules/media/zoom/rules.ts'

const options = (values: Partial<ZoomOptions> = {}): ZoomOptions => ({
  startsAt: '2026-11-20T14:00:00Z',
  durationMinutes: 60,
  timeZone: 'UTC',
  joinUrl: null,
  meetingId: null,
  passcode: null,
  waitingRoom: false,
  startUrl: null,
  ...values,
})
const made = 'https://zoom.example/j/1'
const pasted = options({ joinUrl: 'https://example.org/room' })
const before = new Date('2026-11-20T12:00:00Z')

test.each([
  ['a session without a link', {}, true],
  ['one with a pasted link', { zoomOptions: pasted }, false],
  ['a school without a Zoom account', { hasZoom: false }, false],
  ['a recording', { type: 'RECORDED', madeLink: made }, false],
  ['a session that is about to end', { now: new Date('2026-11-20T14:59:59.999Z') }, true],
  ['a session that is over', { now: new Date('2026-11-20T15:00:00Z') }, false],
  ['another title for a session with a meeting', { zoomOptions: undefined, madeLink: made }, true],
  ['another title for a session whose meeting has no link yet', { zoomOptions: undefined, madeLink: null }, true],
  ['another title for a session with a pasted link', { zoomOptions: undefined }, false],
  ['the link of the meeting sent back', { zoomOptions: options({ joinUrl: made }), madeLink: made }, true],
  ['the link of the meeting removed: a new one', { madeLink: made }, true],
  ['the link of the meeting replaced', { zoomOptions: pasted, madeLink: made }, false],
  ['a meeting stays with its session when the account is gone', { madeLink: made, hasZoom: false }, true],
] as const)('%s: made by Zoom is %s', (_, change, expected) =>
  expect(isMadeByZoom({ type: 'LIVE', zoomOptions: options(), madeLink: undefined, hasZoom: true, now: before, ...change })).toBe(expected),
)

test('a passcode that Zoom would not take is refused before the meeting is made', () => {
  for (const passcode of [null, '', '1234567890', 'aZ@-_*']) expect(validateMeeting(options({ passcode }))).toEqual([])
  for (const passcode of ['12345678901', 'é', 'a b'])
    expect(validateMeeting(options({ passcode }))).toEqual([
      { pointer: '/zoomOptions/passcode', detail: 'Zoom takes at most 10 letters without accents, digits or @ - _ *' },
    ])
})

test('failures are retried after 10 seconds, twice that each time, at most an hour, and never sooner than Zoom asks', () => {
  expect([1, 2, 3, 9, 10, 20].map((attempts) => retryDelay(attempts))).toEqual([10_000, 20_000, 40_000, 2_560_000, 3_600_000, 3_600_000])
  expect([retryDelay(1, 5), retryDelay(1, 11), retryDelay(20, 3601)]).toEqual([10_000, 11_000, 3_601_000])
})

test('a meeting is given up at the end of the session, its deletion a week later', () => {
  const session = { startsAt: '2026-11-20T10:00:00Z', durationMinutes: 60 }
  const after = (ms: number) => new Date(Date.parse('2026-11-20T11:00:00Z') + ms)
  const week = 7 * 24 * 3_600_000
  expect([isPermanent(session, true, after(0)), isPermanent(session, true, after(1))]).toEqual([false, true])
  expect([isPermanent(session, false, after(week)), isPermanent(session, false, after(week + 1))]).toEqual([false, true])
})
