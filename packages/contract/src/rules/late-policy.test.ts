import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getLateCost, getLateDeduction } from '#rules/late-deduction.ts'
import { getLateness, getMsPastDeadline, isPast, staysFinal } from '#rules/late-policy.ts'

const dueAt = '2026-11-20T12:00:00Z'
const policy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 50 }

test.each([
  ['2026-11-20T11:59:59Z', false],
  ['2026-11-20T12:00:59.999Z', false],
  ['2026-11-20T12:01:00Z', true],
])('at %s a deadline at 12:00 has passed: %s', (at, expected) => {
  expect(isPast(dueAt, Date.parse(at))).toBe(expected)
  expect(isPast(null, Date.parse(at))).toBe(false)
})

test.each([
  ['on time', '2026-11-20T12:00:00Z', 20, 0],
  ['a minute late counts as a day', '2026-11-20T12:01:00Z', 20, 2],
  ['exactly a day', '2026-11-21T12:00:59Z', 20, 2],
  ['a second day started', '2026-11-21T12:01:00Z', 20, 4],
  ['fractions stay fractions', '2026-11-20T12:01:00Z', 17.5, 2],
  ['never below the floor', '2026-12-20T12:00:00Z', 20, 10],
  ['marks below the floor lose nothing', '2026-12-20T12:00:00Z', 8, 0],
  ['nothing submitted', null, 20, 0],
])('10 %% a day of 20, floor 50 %%: %s', (_, effectiveSubmittedAt, marks, deduction) => {
  const work = { marks, maxMarks: 20, dueAt, effectiveSubmittedAt, timeZone: 'UTC' }
  expect(getLateDeduction(policy, work)).toBe(deduction)
  expect(getLateDeduction(policy, { ...work, dueAt: null })).toBe(0)
  expect(getLateDeduction({ ...policy, kind: 'FLAG' }, work)).toBe(0)
})

test.each([
  ['a day of 25 hours, the last minute', 'Europe/Berlin', '2026-10-24T18:00+02:00', '2026-10-25T18:00:59+01:00', 1],
  ['a day of 25 hours, over', 'Europe/Berlin', '2026-10-24T18:00+02:00', '2026-10-25T18:01+01:00', 2],
  ['a week with a day of 25 hours', 'Europe/Berlin', '2026-10-24T18:00+02:00', '2026-10-31T17:30+01:00', 7],
  ['a day of 23 hours, the last minute', 'Europe/Berlin', '2026-03-28T18:00+01:00', '2026-03-29T18:00:59+02:00', 1],
  ['a day of 23 hours, over', 'Europe/Berlin', '2026-03-28T18:00+01:00', '2026-03-29T18:01+02:00', 2],
  ['due in the hour that comes twice: its first pass ends the day', 'Europe/Berlin', '2026-10-24T02:30+02:00', '2026-10-25T02:31+02:00', 2],
  ['in its second pass it stays over', 'Europe/Berlin', '2026-10-24T02:30+02:00', '2026-10-25T02:10+01:00', 2],
  ['due in its first pass, submitted in the second', 'Europe/Berlin', '2026-10-25T02:30+02:00', '2026-10-25T02:10+01:00', 1],
  ['due in the hour that is skipped: the later one', 'Europe/Berlin', '2026-03-28T02:30+01:00', '2026-03-29T03:30:59+02:00', 1],
  ['that hour is over', 'Europe/Berlin', '2026-03-28T02:30+01:00', '2026-03-29T03:31+02:00', 2],
  ['clocks that change by half an hour, the last minute', 'Australia/Lord_Howe', '2026-04-04T18:00+11:00', '2026-04-05T18:00:59+10:30', 1],
  ['clocks that change by half an hour, over', 'Australia/Lord_Howe', '2026-04-04T18:00+11:00', '2026-04-05T18:01+10:30', 2],
  ['a zone of half hours, over midnight', 'Asia/Kolkata', '2026-11-20T23:59+05:30', '2026-11-21T23:59:59+05:30', 1],
  ['a zone of half hours, over', 'Asia/Kolkata', '2026-11-20T23:59+05:30', '2026-11-22T00:00+05:30', 2],
])('late days by the clock of the course: %s', (_, timeZone, due, at, days) => {
  expect(isPast(due, Date.parse(at))).toBe(true)
  const work = { marks: 100, maxMarks: 100, dueAt: due, effectiveSubmittedAt: at, timeZone }
  expect(getLateDeduction({ ...policy, percent: 1 }, work)).toBe(days)
})

test('waiting never makes work less late', () => {
  const zone = fc.constantFrom('Europe/Berlin', 'America/Havana', 'Australia/Lord_Howe')
  const minutes = fc.integer({ min: 1, max: 4000 })
  const due = fc
    .integer({ min: 0, max: 365 * 24 * 2 })
    .map((half) => new Date(Date.parse('2026-01-01T00:00Z') + half * 1_800_000).toISOString())
  fc.assert(
    fc.property(zone, due, minutes, minutes, (timeZone, dueTime, one, other) => {
      const off = (late: number): number => {
        const effectiveSubmittedAt = new Date(Date.parse(dueTime) + late * 60_000).toISOString()
        const terms = { ...policy, percent: 1, floor: 0 }
        return getLateDeduction(terms, { marks: 100, maxMarks: 100, dueAt: dueTime, effectiveSubmittedAt, timeZone })
      }
      expect(off(Math.min(one, other))).toBeLessThanOrEqual(off(Math.max(one, other)))
    }),
    { numRuns: 500 },
  )
})

test('a deduction never takes more than there is, and never adds', () => {
  const late = fc.integer({ min: 0, max: 400 }).map((hours) => new Date(Date.parse(dueAt) + hours * 3_600_000).toISOString())
  const percent = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(late, percent, percent, fc.integer({ min: 0, max: 2000 }), (effectiveSubmittedAt, perDay, floor, cents) => {
      const marks = cents / 100
      const terms = { kind: 'PERCENT_PER_DAY' as const, percent: perDay, floor }
      const deduction = getLateDeduction(terms, { marks, maxMarks: 20, dueAt, effectiveSubmittedAt, timeZone: 'Europe/Berlin' })
      expect(deduction).toBeGreaterThanOrEqual(0)
      expect(deduction).toBeLessThanOrEqual(marks)
    }),
  )
})

const [first, second, third] = ['2026-11-20T11:00:00Z', '2026-11-21T11:00:00Z', '2026-11-22T11:00:00Z']
const work = (status: 'SUBMITTED' | 'RETURNED', submittedAt: string, late = false) => ({
  status,
  submittedAt,
  effectiveSubmittedAt: first,
  late,
})

test.each([
  ['first submitted on time', null, first, first, false],
  ['first submitted late', null, second, second, true],
  ['with a draft', { status: 'DRAFT' as const, submittedAt: null, effectiveSubmittedAt: null, late: false }, second, second, true],
  ['submitted again', work('SUBMITTED', first), second, second, true],
  ['returned', work('RETURNED', first), second, first, false],
  ['returned before that', work('SUBMITTED', second), third, first, false],
  ['returned without a time', { ...work('RETURNED', first), submittedAt: null, effectiveSubmittedAt: null }, third, third, true],
])('work that is %s: its time, and whether it is late', (_, of, now, effectiveSubmittedAt, late) => {
  expect(getLateness(of, dueAt, now)).toEqual({ effectiveSubmittedAt, late })
  expect(getLateness(of, null, now)).toEqual({ effectiveSubmittedAt, late: false })
  const cost = late ? 2 * Math.ceil((Date.parse(now) - Date.parse(dueAt)) / 86_400_000) : 0
  expect(getLateCost({ latePolicy: policy, maxMarks: 20, lateAfter: dueAt, timeZone: 'UTC' }, of, now)).toBe(cost)
})

test.each([work('RETURNED', first), work('SUBMITTED', second)])(
  'returned work stays on time with an earlier due time, and late: %o',
  (of) => {
    const earlier = '2026-11-20T10:00:00Z'
    expect(getLateness(of, earlier, third)).toEqual({ effectiveSubmittedAt: first, late: false })
    expect(getLateness({ ...of, late: true }, earlier, third)).toEqual({ effectiveSubmittedAt: first, late: true })
    expect(getLateness({ ...of, late: true }, dueAt, third)).toEqual({ effectiveSubmittedAt: first, late: false })
  },
)

test('the time past a deadline counts from the end of its minute', () => {
  const past = (time: string) => getMsPastDeadline('2026-11-20T12:00:30Z', Date.parse(`2026-11-20T${time}Z`))
  expect(['12:00:00', '12:00:59.999', '12:01:00', '12:02:00'].map(past)).toEqual([-60_000, -1, 0, 60_000])
})

test.each([
  [{ isFinal: true, marks: 14 }, 14, true],
  [{ isFinal: true, marks: 14 }, 15, false],
  [{ isFinal: true, marks: null }, undefined, false],
  [{ isFinal: false, marks: 14 }, 14, false],
])('%o graded with %j stays final: %s', (before, marks, expected) => expect(staysFinal(before, marks)).toBe(expected))
