import { expect, test } from 'vitest'
import type { Submission } from '@lms/contract/submissions'
import { formatLateBy, formatLateCost } from './lateness.ts'

test.each([
  ['2026-11-20T12:04:10Z', '4 min'],
  ['2026-11-20T15:02:00Z', '3 h'],
  ['2026-11-23T12:30:00Z', '3 days'],
])('submitted at %s, due at 12:00: late by %s', (submittedAt, words) => {
  expect(formatLateBy('2026-11-20T12:00:00Z', submittedAt)).toBe(words)
})

const terms = {
  dueAt: '2026-11-20T12:00:00Z',
  maxMarks: 20,
  latePolicy: { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 50 },
}
const cost = (now: string, change: object = {}, submission: Submission | null = null) =>
  formatLateCost({ ...terms, ...change }, submission, Date.parse(now))

test.each([
  ['2026-11-20T12:00:59Z', undefined],
  ['2026-11-20T12:01:00Z', 'Submit now: 10\u00a0% off, at most 18 of 20'],
  ['2026-11-21T15:00:00Z', 'Submit now: 20\u00a0% off, at most 16 of 20'],
  ['2026-12-24T15:00:00Z', 'Submit now: 50\u00a0% off, at most 10 of 20'],
])('submitting at %s costs: %s', (now, words) => expect(cost(now)).toBe(words))

test('lateness that costs nothing is not mentioned', () => {
  const late = '2026-11-23T12:00:00Z'
  expect(cost(late, { latePolicy: { kind: 'FLAG', percent: 0, floor: 0 } })).toBeUndefined()
  expect(cost(late, { dueAt: null })).toBeUndefined()
  expect(cost(late, { maxMarks: 0 })).toBeUndefined()
})

test('of work that was returned, the time of its first submission counts', () => {
  const returned = { status: 'RETURNED', submittedAt: '2026-11-20T11:00:00Z', effectiveSubmittedAt: '2026-11-20T11:00:00Z' } as Submission
  expect(cost('2026-11-25T12:00:00Z', {}, returned)).toBeUndefined()
})
