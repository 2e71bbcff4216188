import { describe, expect, it } from 'vitest'
import { deductionOf, lateBy, mayHandIn, standingOf } from './standing.ts'

const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`)
const terms = {
  status: 'PUBLISHED' as const,
  availableFrom: null,
  dueAt: '2026-11-20T12:00:00Z',
  closesAt: '2026-11-20T18:00:00Z',
  maxAttempts: null,
}
const grader = { id: 'g', name: 'Inês', profileImageUrl: null }

describe('whether work may be handed in', () => {
  it.each([
    ['before it is due', terms, null, '11:00:00', 'open'],
    ['in the due minute', terms, null, '12:00:59', 'open'],
    ['a minute later', terms, null, '12:01:00', 'late'],
    ['in the closing minute', terms, null, '18:00:30', 'late'],
    ['after it closed', terms, null, '18:01:00', 'closed'],
    ['closed by hand', { ...terms, status: 'CLOSED' as const }, null, '11:00:00', 'closed'],
    ['before it opens', { ...terms, availableFrom: '2026-11-20T11:30:00Z' }, null, '11:00:00', 'not-open'],
    ['graded by a person', terms, { status: 'GRADED' as const, attempt: 1, gradedBy: grader }, '11:00:00', 'graded'],
    ['marked by the machine', terms, { status: 'GRADED' as const, attempt: 1, gradedBy: null }, '11:00:00', 'open'],
    [
      'the last attempt used',
      { ...terms, maxAttempts: 1 },
      { status: 'SUBMITTED' as const, attempt: 1, gradedBy: null },
      '11:00:00',
      'used-up',
    ],
    [
      'returned after the last',
      { ...terms, maxAttempts: 1 },
      { status: 'RETURNED' as const, attempt: 1, gradedBy: grader },
      '11:00:00',
      'open',
    ],
  ])('%s', (_, terms, work, time, standing) => {
    expect(standingOf(terms, work, at(time))).toBe(standing)
  })

  it('takes late work as long as it is open', () => {
    expect(['open', 'late'].every((standing) => mayHandIn(standing as 'open'))).toBe(true)
    expect(mayHandIn('closed')).toBe(false)
  })
})

describe('what lateness takes', () => {
  const policy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 50 }
  it.each([
    ['nothing in time', policy, 17, '2026-11-20T12:00:30Z', 0],
    ['one begun day', policy, 17, '2026-11-20T12:01:00Z', 2],
    ['two begun days', policy, 17, '2026-11-21T12:01:00Z', 4],
    ['never below the floor', policy, 17, '2026-11-30T12:01:00Z', 7],
    ['nothing from work below the floor', policy, 8, '2026-11-21T12:01:00Z', 0],
    ['nothing where it is only shown', { ...policy, kind: 'FLAG' as const }, 17, '2026-11-21T12:01:00Z', 0],
  ])('%s', (_, policy, marks, submittedAt, off) => {
    expect(deductionOf(policy, { marks, maxMarks: 20, dueAt: terms.dueAt, submittedAt })).toBe(off)
  })

  it.each([
    ['2026-11-20T12:04:10Z', '4 min'],
    ['2026-11-20T15:02:00Z', '3 h'],
    ['2026-11-23T12:30:00Z', '3 days'],
  ])('is told as %s → %s', (submittedAt, words) => {
    expect(lateBy(terms.dueAt, submittedAt)).toBe(words)
  })
})
