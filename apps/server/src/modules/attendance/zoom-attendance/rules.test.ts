import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createMatcher,
  isNear,
  reportDelay,
  toIntervals,
  getStatus,
  type SessionWindow,
  type JoinEvent,
  type Presence,
} from '#modules/attendance/zoom-attendance/rules.ts'

const start = Date.parse('2026-11-20T14:00:00Z')
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
const stay = (from: number, to: number | null, connection = 'a'): JoinEvent[] => [
  { connection, kind: 'JOIN', at: at(from) },
  ...(to === null ? [] : [{ connection, kind: 'LEAVE' as const, at: at(to) }]),
]
const held: SessionWindow = { startsAt: at(0), durationMinutes: 60, startedAt: null, endedAt: null }
const over = new Date(at(90))
const judge = (moments: JoinEvent[], session: Partial<SessionWindow> = {}, now = over) => getStatus(moments, { ...held, ...session }, now)

test.each<[string, JoinEvent[], Partial<SessionWindow>, Omit<Presence, 'matchedByName'>]>([
  ['all of it', stay(0, 60), {}, { status: 'PRESENT', joinedAt: at(0), minutes: 60 }],
  ['from before until after', stay(-14, 75), {}, { status: 'PRESENT', joinedAt: at(-14), minutes: 60 }],
  ['ten minutes late', stay(10, 60), {}, { status: 'PRESENT', joinedAt: at(10), minutes: 50 }],
  ['eleven minutes late', stay(11, 60), {}, { status: 'LATE', joinedAt: at(11), minutes: 49 }],
  ['late, half of it', stay(30, 60), {}, { status: 'LATE', joinedAt: at(30), minutes: 30 }],
  ['late, less than half', stay(31, 60), {}, { status: null, joinedAt: at(31), minutes: 29 }],
  ['three quarters', stay(0, 45), {}, { status: 'PRESENT', joinedAt: at(0), minutes: 45 }],
  ['less than three quarters', stay(0, 44), {}, { status: null, joinedAt: at(0), minutes: 44 }],
  ['gone in the second of coming, as Zoom reports it', stay(5, 5), {}, { status: null, joinedAt: at(5), minutes: 0 }],
  ['a look in', stay(0, 1), {}, { status: null, joinedAt: at(0), minutes: 1 }],
  ['two devices at once', [...stay(0, 40), ...stay(5, 50, 'b')], {}, { status: 'PRESENT', joinedAt: at(0), minutes: 50 }],
  ['in and out', [...stay(0, 20), ...stay(25, 60)], {}, { status: 'PRESENT', joinedAt: at(0), minutes: 55 }],
  ['never seen to leave', stay(5, null), {}, { status: 'PRESENT', joinedAt: at(5), minutes: 55 }],
  ['a session that ended early', stay(0, 29), { endedAt: at(30) }, { status: 'PRESENT', joinedAt: at(0), minutes: 29 }],
  ['early, in a room that was open by then', stay(-10, 60), { startedAt: at(-10) }, { status: 'PRESENT', joinedAt: at(-10), minutes: 60 }],
  ['on time, in a room that was opened early', stay(5, 60), { startedAt: at(-10) }, { status: 'PRESENT', joinedAt: at(5), minutes: 55 }],
  [
    'three quarters, in a room that was opened early',
    stay(0, 45),
    { startedAt: at(-10) },
    { status: 'PRESENT', joinedAt: at(0), minutes: 45 },
  ],
  ['to the end of a session that overran', stay(15, 75), { endedAt: at(75) }, { status: 'LATE', joinedAt: at(15), minutes: 45 }],
  ['three quarters of a session that overran', stay(0, 45), { endedAt: at(75) }, { status: 'PRESENT', joinedAt: at(0), minutes: 45 }],
  ['a trainer who began late', stay(15, 60), { startedAt: at(12) }, { status: 'PRESENT', joinedAt: at(15), minutes: 45 }],
  [
    'a room that was tried out before',
    stay(0, 60),
    { endedAt: at(-5), startedAt: at(-10) },
    { status: 'PRESENT', joinedAt: at(0), minutes: 60 },
  ],
  ['a trial that was closed at the planned start', stay(0, 60), { endedAt: at(0) }, { status: 'PRESENT', joinedAt: at(0), minutes: 60 }],
  ['a meeting that began again after its time', stay(0, 60), { startedAt: at(70) }, { status: 'PRESENT', joinedAt: at(0), minutes: 60 }],
  ['one that began again at its end', stay(0, 60), { startedAt: at(60) }, { status: 'PRESENT', joinedAt: at(0), minutes: 60 }],
  ['seconds are not counted as minutes', stay(0, 45.9), {}, { status: 'PRESENT', joinedAt: at(0), minutes: 45 }],
])('%s', (_, moments, session, expected) => expect(judge(moments, session)).toEqual({ matchedByName: false, ...expected }))

test('during the session only the time of arrival is judged', () => {
  expect(judge(stay(2, null), {}, new Date(at(3)))).toMatchObject({ status: 'PRESENT', joinedAt: at(2), minutes: 1 })
  expect(judge(stay(20, 21), {}, new Date(at(22)))).toMatchObject({ status: 'LATE', joinedAt: at(20), minutes: 1 })
})

test('matching by name applies only to users who were never matched by email', () => {
  const named = (stays: JoinEvent[]) => stays.map((moment) => ({ ...moment, matchedByName: true }))
  expect(judge(named(stay(0, 60)))?.matchedByName).toBe(true)
  expect(judge([...named(stay(0, 30)), ...stay(31, 60, 'b')])?.matchedByName).toBe(false)
})

test('a leave event alone is not a presence', () => expect(judge([{ connection: 'a', kind: 'LEAVE', at: at(10) }])).toBeUndefined())

test('order and repetition do not matter, and a presence is never longer than the session', () => {
  const some = fc.array(
    fc.record({
      connection: fc.constantFrom('a', 'b', 'c'),
      kind: fc.constantFrom('JOIN' as const, 'LEAVE' as const),
      at: fc.integer({ min: -60, max: 120 }).map(at),
    }),
    { maxLength: 25 },
  )
  fc.assert(
    fc.property(some, (moments) => {
      const shuffled = [...moments.toReversed(), ...moments]
      const stays = toIntervals(moments, over.getTime())
      expect(stays.every(([from, to], index) => from < to && (index === 0 || from > stays[index - 1]![1]))).toBe(true)
      expect(toIntervals(shuffled, over.getTime())).toEqual(stays)
      const verdict = judge(moments)
      expect(judge(shuffled)).toEqual(verdict)
      expect(verdict?.minutes ?? 0).toBeLessThanOrEqual(60)
    }),
  )
})

test('participants are matched by email, or by name if it is unique', () => {
  const match = createMatcher([
    { id: '1', name: 'Ana Li', email: 'ana@example.org' },
    { id: '2', name: 'João Pires', email: 'joao@example.org' },
    { id: '3', name: 'Kim Park', email: 'kim1@example.org' },
    { id: '4', name: 'Kim Park', email: null },
  ])
  const who = (name: string, email = '') => match({ name, email })
  expect(who('iPhone of A', ' ANA@example.org')).toEqual({ userId: '1', matchedByName: false })
  expect(who('Kim Park', 'kim1@example.org')).toEqual({ userId: '3', matchedByName: false })
  expect(who('  joao   PIRES')).toEqual({ userId: '2', matchedByName: true })
  expect(who('Ana Li', 'private@example.net')).toEqual({ userId: '1', matchedByName: true })
  expect([who('AnaLi'), who('An a Li')]).toEqual([undefined, undefined])
  expect([who('Kim Park'), who('Ana'), who(''), who('Ana Li (phone)')]).toEqual([undefined, undefined, undefined, undefined])
})

test('a stay ends and goes on at the same instant, in whichever order the events arrive', () => {
  const moments = [...stay(0, 20), ...stay(20, 60)]
  for (const events of [moments, moments.toReversed()]) expect(toIntervals(events, over.getTime())).toEqual([[start, start + 60 * 60_000]])
})

test('of events at the same instant, the surplus of joins or leaves counts', () => {
  const events = (...moments: [JoinEvent['kind'], number][]) => moments.map(([kind, minute]) => ({ connection: 'a', kind, at: at(minute) }))
  const minutes = (moments: JoinEvent[]) =>
    toIntervals(moments, start + 20 * 60_000).map(([from, to]) => [(from - start) / 60_000, (to - start) / 60_000])
  expect(minutes(events(['JOIN', 10], ['LEAVE', 10], ['JOIN', 10]))).toEqual([[10, 20]])
  expect(minutes(events(['JOIN', 0], ['LEAVE', 10], ['JOIN', 10], ['LEAVE', 10]))).toEqual([[0, 10]])
  expect(minutes(events(['JOIN', 0], ['LEAVE', 10], ['JOIN', 10]))).toEqual([[0, 20]])
  expect(minutes(events(['JOIN', 10], ['LEAVE', 10]))).toEqual([])
})

test('stays of several devices are put in order; what touches is one, and no time at all is none', () => {
  const minutes = (moments: JoinEvent[], until = 90) =>
    toIntervals(moments, start + until * 60_000).map(([from, to]) => [(from - start) / 60_000, (to - start) / 60_000])
  expect(minutes([...stay(30, 40, 'b'), ...stay(0, 10, 'a')])).toEqual([
    [0, 10],
    [30, 40],
  ])
  expect(minutes([...stay(0, 10, 'a'), ...stay(10, 20, 'b')])).toEqual([[0, 20]])
  expect(minutes([...stay(0, 10, 'a'), ...stay(2, 5, 'b')])).toEqual([[0, 10]])
  expect(minutes(stay(5, 5))).toEqual([])
  expect(minutes(stay(5, null), 5)).toEqual([])
  expect(minutes(stay(95, null))).toEqual([])
  expect(minutes([{ connection: 'a', kind: 'LEAVE', at: at(10) }])).toEqual([])
  expect(minutes([...stay(0, null), ...stay(5, 10)])).toEqual([[0, 10]])
})

test('the whole of a session is judged from its end: the planned one, or the one that Zoom reports, even if our clock is behind', () => {
  const short = stay(0, 20)
  expect(judge(short, {}, new Date(at(59)))?.status).toBe('PRESENT')
  expect(judge(short, {}, new Date(at(60)))?.status).toBeNull()
  expect(judge(short, { endedAt: at(50) }, new Date(at(49)))?.status).toBeNull()
})

test('a student who was never seen to come did not', () => {
  expect(judge([])).toBeUndefined()
  expect(judge([{ connection: 'a', kind: 'LEAVE', at: at(10) }])).toBeUndefined()
})

test('an event belongs to a session from an hour before its start until two hours after its end', () => {
  expect([-61, -60, 0, 180, 181].map((minutes) => isNear(held, at(minutes)))).toEqual([false, true, true, true, false])
})

test('a report is requested after 5 minutes, twice that each time, at most after 6 hours', () => {
  const minutes = [0, 1, 2, 6, 7, 12].map((attempt) => reportDelay(attempt) / 60_000)
  expect(minutes).toEqual([5, 10, 20, 320, 360, 360])
})
