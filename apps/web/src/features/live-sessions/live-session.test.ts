/** The same page before, during and after a session: its phase depends only on the time. */

import { expect, test } from 'vitest'
import { countdown, defaultSession, getRefetchInterval, hasSessionsAhead, livePhase, diffPhase, formatStart } from './live-session.ts'

const session = { startsAt: '2026-11-20T14:00:00Z', durationMinutes: 60, hasRecording: false }

test.each([
  ['a day before', '2026-11-19T14:00:00Z', false, 'scheduled'],
  ['a second too early', '2026-11-20T13:44:59Z', false, 'scheduled'],
  ['a quarter of an hour before', '2026-11-20T13:45:00Z', false, 'soon'],
  ['at the start', '2026-11-20T14:00:00Z', false, 'live'],
  ['in its last second', '2026-11-20T14:59:59Z', false, 'live'],
  ['at the end', '2026-11-20T15:00:00Z', false, 'ended'],
  ['a day before, with a video that is there already', '2026-11-19T14:00:00Z', true, 'scheduled'],
  ['before it opens again, with the recording of last time', '2026-11-20T13:50:00Z', true, 'soon'],
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
  expect(formatStart(session.startsAt, Date.parse('2026-11-20T14:03:20Z'))).toBe('started 3 min ago')
  expect(formatStart(session.startsAt, Date.parse('2026-11-20T14:00:20Z'))).toBe('just started')
  expect(formatStart(session.startsAt, Date.parse('2026-11-20T13:52:00Z'))).toBe('in 8 min')
})

test('five minutes before and the start are announced once, also after a sleep', () => {
  const start = Date.parse(session.startsAt)
  const minute = 60_000
  expect(diffPhase(start, start - 6 * minute, start - 5 * minute)).toBe('The session starts in 5 minutes.')
  expect(diffPhase(start, start - 5 * minute, start - 4 * minute)).toBeNull()
  expect(diffPhase(start, start - 1000, start)).toBe('The session has started.')
  expect(diffPhase(start, start - 60 * minute, start + 10 * minute)).toBe('The session has started.')
  expect(diffPhase(start, start, start + minute)).toBeNull()
})

test.each([
  ['13:00:00', {}, 300_000],
  ['13:44:00', {}, 61_000],
  ['13:50:00', {}, 15_000],
  ['13:50:00', { joinUrl: 'https://a.example' }, 60_000],
  ['16:00:00', {}, 60_000],
  ['16:00:00', { hasRecording: true }, false],
  ['13:50:00', { hasRecording: true }, 15_000],
  ['10:00:00', { isBeingMade: true }, 3000],
])('at %s, with %o, it is refetched after %s ms', (at, facts, ms) => {
  const shown = { ...session, joinUrl: null, isBeingMade: false, ...facts }
  expect(getRefetchInterval(shown, Date.parse(`2026-11-20T${at}Z`))).toBe(ms)
})

test('members are only notified about future sessions that are visible to them', () => {
  const week = { published: true, locked: false, media: [{ ...session, type: 'LIVE' }] }
  const [before, at] = [Date.parse('2026-11-20T13:59:59Z'), Date.parse('2026-11-20T14:00:00Z')]
  expect(hasSessionsAhead([{ ...week, media: [] }, week], before)).toBe(true)
  expect(hasSessionsAhead([week], at)).toBe(false)
  const unseen = [
    { ...week, published: false },
    { ...week, locked: true },
    { ...week, media: [{ ...session, type: 'RECORDED' }] },
  ]
  expect(hasSessionsAhead(unseen, before)).toBe(false)
})

test('a register opens on the live session that started last, in whatever order they stand', () => {
  const live = (id: string, startsAt: string | null) => ({ id, type: 'LIVE', startsAt })
  const now = Date.parse('2026-11-20T12:00:00Z')
  const [thursday, monday, next] = [
    live('thursday', '2026-11-19T09:00:00Z'),
    live('monday', '2026-11-16T09:00:00Z'),
    live('next', '2026-11-23T09:00:00Z'),
  ]
  const video = { id: 'video', type: 'RECORDED', startsAt: null }
  expect(defaultSession([video, thursday, monday, next], now)).toBe(thursday)
  expect(defaultSession([video, next], now)).toBe(next)
  expect(defaultSession([video], now)).toBe(video)
})
