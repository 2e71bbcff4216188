import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AtRiskLimits,
  defaultAtRiskLimits,
  formatLimits,
  formatReason,
  formatStep,
  getAtRiskReasons,
  type StudentState,
} from '#rules/at-risk.ts'
import { getAttendanceRate } from '#rules/attendance-rate.ts'

const now = Date.parse('2026-11-20T14:02:00Z')
const fine: StudentState = {
  awaySince: '2026-11-20T14:00:00Z',
  missing: 0,
  attendance: { percentage: 100, marked: 11 },
  isRunning: true,
}
const reasonsOf = (values: Partial<StudentState>, limits: AtRiskLimits = defaultAtRiskLimits) =>
  getAtRiskReasons({ ...fine, ...values }, limits, now)
const rate = (percentage: number | null, marked = 3) => ({ percentage, marked })

test.each<[string, Partial<StudentState>, string[]]>([
  ['all is well', {}, []],
  ['a second less than 14 days', { awaySince: '2026-11-06T14:02:01Z' }, []],
  ['14 days', { awaySince: '2026-11-06T14:02:00Z' }, ['No visit for 14 days']],
  ['a visit after the time of the call, by another clock', { awaySince: '2026-11-20T14:03:00Z' }, []],
  ['one missing', { missing: 1 }, []],
  ['two missing', { missing: 2 }, ['2 missing']],
  ['75 %', { attendance: rate(75) }, []],
  ['74 %', { attendance: rate(74) }, ['74 % attendance']],
  ['0 % of two marked sessions', { attendance: rate(0, 2) }, []],
  ['excused from all', { attendance: rate(null, 5) }, []],
  [
    'all three, in this order',
    { awaySince: '2026-11-05T10:00:00Z', missing: 4, attendance: rate(60, 10) },
    ['No visit for 15 days', '4 missing', '60 % attendance'],
  ],
  ['the course is over', { awaySince: '2026-01-01T00:00:00Z', missing: 9, isRunning: false }, []],
])('%s', (_, values, expected) => expect(reasonsOf(values).map(formatReason)).toEqual(expected))

test('limits are a course’s own', () => {
  const strict = { daysAway: 1, missing: 1, attendance: 100 }
  const yesterday = { awaySince: '2026-11-19T14:02:00Z', missing: 1, attendance: rate(99) }
  expect(reasonsOf(yesterday)).toEqual([])
  expect(reasonsOf(yesterday, strict).map(formatReason)).toEqual(['No visit for 1 day', '1 missing', '99 % attendance'])
  expect(reasonsOf({ attendance: rate(0) }, { ...strict, attendance: 0 })).toEqual([])
  expect(formatLimits(strict)).toBe('No visit for 1 day, 1 missing assignment, or attendance below 100 %')
  expect(formatLimits(defaultAtRiskLimits)).toBe('No visit for 14 days, 2 missing assignments, or attendance below 75 %')
})

test('each reason is a step for the student', () => {
  const steps = reasonsOf({ awaySince: '2026-11-05T10:00:00Z', missing: 2, attendance: rate(60, 10) }).map(formatStep)
  expect(steps).toEqual([
    'Continue where you stopped 15 days ago',
    'Submit 2 missing assignments',
    'Attend the next sessions: your attendance is 60 %, 75 % is expected',
  ])
})

const status = fc.constantFrom('PRESENT', 'LATE', 'ABSENT', 'EXCUSED', null)
const session = fc.record({ held: fc.boolean(), beforeJoining: fc.boolean(), status })
const anyState = fc.record({
  minutesAway: fc.integer({ min: -60, max: 60 * 24 * 60 }),
  missing: fc.nat(6),
  sessions: fc.array(session, { maxLength: 12 }),
  isRunning: fc.boolean(),
  limits: fc.record({ daysAway: fc.integer({ min: 1, max: 40 }), missing: fc.integer({ min: 1, max: 5 }), attendance: fc.nat(100) }),
})

type State = typeof anyState extends fc.Arbitrary<infer T> ? T : never

/** The rule in other words: counted from statuses and minutes. */
function expectedKinds({ minutesAway, missing, sessions, isRunning, limits }: State): string[] {
  const marks = sessions.flatMap((one) => (one.status === null ? [] : [one.status]))
  const [there, absent] = [
    marks.filter((one) => one === 'PRESENT' || one === 'LATE').length,
    marks.filter((one) => one === 'ABSENT').length,
  ]
  const isRarelyThere = marks.length > 2 && there + absent > 0 && Math.floor((100 * there) / (there + absent)) < limits.attendance
  const kinds = [
    ['VISIT', minutesAway / 60 / 24 >= limits.daysAway],
    ['MISSING', missing >= limits.missing],
    ['ATTENDANCE', isRarelyThere],
  ] as const
  return kinds.flatMap(([kind, is]) => (is && isRunning ? [kind] : []))
}

test('10,000 states: the reasons are those of the same rule in other words, and each is a step for the student', () => {
  const check = (one: State): void => {
    const awaySince = new Date(now - one.minutesAway * 60_000).toISOString()
    const state = { awaySince, missing: one.missing, attendance: getAttendanceRate(one.sessions), isRunning: one.isRunning }
    const reasons = getAtRiskReasons(state, one.limits, now)
    expect(reasons.map(({ kind }) => kind)).toEqual(expectedKinds(one))
    expect(new Set(reasons.map(formatStep)).size).toBe(new Set(reasons.map(formatReason)).size)
  }
  fc.assert(fc.property(anyState, check), { numRuns: 10_000, seed: 12 })
})
