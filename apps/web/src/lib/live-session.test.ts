/** One address before, during and after: the phase follows from the clock alone. */
import { expect, test } from 'vitest'
import { countdown, livePhase, startWords } from './live-session.ts'

const session = { startsAt: '2026-11-20T14:00:00Z', durationMinutes: 60, hasRecording: false }

test.each([
  ['a day before', '2026-11-19T14:00:00Z', false, 'scheduled'],
  ['a second too early', '2026-11-20T13:44:59Z', false, 'scheduled'],
  ['a quarter of an hour before', '2026-11-20T13:45:00Z', false, 'soon'],
  ['at the start', '2026-11-20T14:00:00Z', false, 'live'],
  ['in its last second', '2026-11-20T14:59:59Z', false, 'live'],
  ['at the end', '2026-11-20T15:00:00Z', false, 'ended'],
  ['after it, with the recording', '2026-11-20T17:00:00Z', true, 'ready'],
  ['a recording of last time does not hide what is live', '2026-11-20T14:30:00Z', true, 'live'],
] as const)('%s', (_, now, hasRecording, phase) => expect(livePhase({ ...session, hasRecording }, Date.parse(now))).toBe(phase))

test('without a time it is scheduled', () => expect(livePhase({ ...session, startsAt: null }, 0)).toBe('scheduled'))

test.each([
  [45_000, '45 s'],
  [8 * 60_000, '8 min'],
  [200 * 60_000, '3 h 20 min'],
  [3 * 3_600_000, '3 h'],
  [49 * 3_600_000, '2 days'],
  [-5, '0 s'],
])('countdown %i', (ms, words) => expect(countdown(ms)).toBe(words))

test('says when it started, and when it will', () => {
  expect(startWords(session.startsAt, Date.parse('2026-11-20T14:03:20Z'))).toBe('started 3 min ago')
  expect(startWords(session.startsAt, Date.parse('2026-11-20T14:00:20Z'))).toBe('just started')
  expect(startWords(session.startsAt, Date.parse('2026-11-20T13:52:00Z'))).toBe('in 8 min')
})
