import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createMatcher,
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
  expect([who('Kim Park'), who('Ana'), who(''), who('Ana Li (phone)')]).toEqual([undefined, undefined, undefined, undefined])
})
