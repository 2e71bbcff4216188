import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getEffectiveTime, getLateDeduction, getTimePast, isPast, staysFinal } from '#rules/late-policy.ts'

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
  const work = { marks, maxMarks: 20, dueAt, effectiveSubmittedAt }
  expect(getLateDeduction(policy, work)).toBe(deduction)
  expect(getLateDeduction(policy, { ...work, dueAt: null })).toBe(0)
  expect(getLateDeduction({ ...policy, kind: 'FLAG' }, work)).toBe(0)
})

test('a deduction never takes more than there is, and never adds', () => {
  const late = fc.integer({ min: 0, max: 400 }).map((hours) => new Date(Date.parse(dueAt) + hours * 3_600_000).toISOString())
  const percent = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(late, percent, percent, fc.integer({ min: 0, max: 2000 }), (effectiveSubmittedAt, perDay, floor, cents) => {
      const marks = cents / 100
      const terms = { kind: 'PERCENT_PER_DAY' as const, percent: perDay, floor }
      const deduction = getLateDeduction(terms, { marks, maxMarks: 20, dueAt, effectiveSubmittedAt })
      expect(deduction).toBeGreaterThanOrEqual(0)
      expect(deduction).toBeLessThanOrEqual(marks)
    }),
  )
})

test('work that was returned once keeps the time of its first submission', () => {
  const [first, second, now] = ['2026-11-20T11:00:00Z', '2026-11-21T11:00:00Z', '2026-11-22T11:00:00Z']
  const at = (status: 'SUBMITTED' | 'RETURNED', submittedAt: string) =>
    getEffectiveTime({ status, submittedAt, effectiveSubmittedAt: first }, now)
  expect(getEffectiveTime(null, now)).toBe(now)
  expect(at('SUBMITTED', first)).toBe(now)
  expect(at('RETURNED', first)).toBe(first)
  expect(at('SUBMITTED', second)).toBe(first)
})

test('work without a time of its own gets the present one', () => {
  const now = '2026-11-22T11:00:00Z'
  expect(getEffectiveTime({ status: 'DRAFT', submittedAt: null, effectiveSubmittedAt: null }, now)).toBe(now)
  expect(getEffectiveTime({ status: 'RETURNED', submittedAt: null, effectiveSubmittedAt: null }, now)).toBe(now)
})

test('the time past a deadline counts from the end of its minute', () => {
  const past = (time: string) => getTimePast('2026-11-20T12:00:30Z', Date.parse(`2026-11-20T${time}Z`))
  expect(['12:00:00', '12:00:59.999', '12:01:00', '12:02:00'].map(past)).toEqual([-60_000, -1, 0, 60_000])
})

test.each([
  [{ isFinal: true, marks: 14 }, 14, true],
  [{ isFinal: true, marks: 14 }, 15, false],
  [{ isFinal: true, marks: null }, undefined, false],
  [{ isFinal: false, marks: 14 }, 14, false],
])('%o graded with %j stays final: %s', (before, marks, expected) => expect(staysFinal(before, marks)).toBe(expected))
