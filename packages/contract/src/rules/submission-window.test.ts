import { expect, test } from 'vitest'
import { canSubmit, getSubmissionWindow, isRecorded } from '#rules/submission-window.ts'

const terms = {
  status: 'PUBLISHED' as const,
  availableFrom: null,
  dueAt: '2026-11-20T12:00:00Z',
  closesAt: '2026-11-20T18:00:00Z',
  maxAttempts: null,
  latePolicy: { kind: 'FLAG' as const },
  beforeJoining: false,
}
const closed = { ...terms, status: 'CLOSED' as const }
const once = { ...terms, maxAttempts: 1 }
const work = (status: 'SUBMITTED' | 'GRADED' | 'RETURNED', gradedBy: string | null = null) => ({ status, attempt: 1, gradedBy })

test.each([
  ['before it is due', terms, null, '11:00:00', 'open'],
  ['in the due minute', terms, null, '12:00:59', 'open'],
  ['a minute later', terms, null, '12:01:00', 'late'],
  ['a minute later, of a student who joined since', { ...terms, beforeJoining: true }, null, '12:01:00', 'open'],
  ['closed, of a student who joined since', { ...terms, beforeJoining: true }, null, '18:01:00', 'closed'],
  ['in the closing minute', terms, null, '18:00:30', 'late'],
  ['after it closed', terms, null, '18:01:00', 'closed'],
  ['closed by hand', closed, null, '11:00:00', 'closed'],
  ['closed by hand, and returned', closed, work('RETURNED', 'x'), '11:00:00', 'closed'],
  ['as it opens', { ...terms, availableFrom: '2026-11-20T11:00:00Z' }, null, '11:00:00', 'open'],
  ['before a closed one opens', { ...closed, availableFrom: '2026-11-20T11:30:00Z' }, null, '11:00:00', 'closed'],
  ['a draft of the first attempt', once, { ...work('SUBMITTED'), attempt: 0 }, '11:00:00', 'open'],
  ['without work', once, undefined, '11:00:00', 'open'],
  ['more attempts than allowed by now', once, { ...work('SUBMITTED'), attempt: 2 }, '11:00:00', 'used-up'],
  ['the second of two attempts', { ...terms, maxAttempts: 2 }, work('SUBMITTED'), '11:00:00', 'open'],
  [
    'the first of two attempts after the recorded one',
    { ...terms, maxAttempts: 2 },
    { ...work('SUBMITTED'), attempt: 2, recordedBy: {} },
    '11:00:00',
    'open',
  ],
  ['an attempt after the recorded one', once, { ...work('SUBMITTED'), attempt: 2, recordedBy: {} }, '11:00:00', 'used-up'],
  ['submitted work that a person had graded before', terms, work('SUBMITTED', 'x'), '11:00:00', 'open'],
  ['never due and never closed', { ...terms, dueAt: null, closesAt: null }, null, '23:00:00', 'open'],
  ['before it opens', { ...terms, availableFrom: '2026-11-20T11:30:00Z' }, null, '11:00:00', 'not-open'],
  ['graded by a person', terms, work('GRADED', 'x'), '11:00:00', 'graded'],
  ['graded automatically', terms, work('GRADED'), '11:00:00', 'open'],
  ['the last attempt used', once, work('SUBMITTED'), '11:00:00', 'used-up'],
  ['an attempt that staff recorded', once, { ...work('SUBMITTED'), recordedBy: {} }, '11:00:00', 'open'],
  ['returned after the last', once, work('RETURNED', 'x'), '11:00:00', 'open'],
])('%s', (_, assignment, submitted, time, expected) => {
  expect(getSubmissionWindow(assignment, submitted, Date.parse(`2026-11-20T${time}Z`))).toBe(expected)
})

test('late work is taken, closed is closed', () => {
  expect((['not-open', 'open', 'late', 'closed', 'used-up', 'graded'] as const).filter(canSubmit)).toEqual(['open', 'late'])
})

test('only the first attempt is a recorded one', () => {
  expect([0, 1, 2].map((attempt) => isRecorded({ attempt, recordedBy: 'x' }))).toEqual([false, true, false])
  expect(isRecorded({ attempt: 1, recordedBy: null })).toBe(false)
})
