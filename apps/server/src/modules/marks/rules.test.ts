/** A student's cell of the gradebook. */

import { expect, test } from 'vitest'
import { toCell, toParts } from '#modules/marks/rules.ts'

const assignment = {
  status: 'PUBLISHED' as const,
  dueAt: '2026-11-10T12:00:00.000Z',
  closedAt: null,
  closesAt: '2026-11-12T12:00:00.000Z',
  isOpen: true,
  missingCounts: 'CLOSED' as const,
}
const work = {
  id: 's1',
  status: 'GRADED' as const,
  attempt: 1,
  late: true,
  marks: 14,
  deduction: 2,
  gradedAt: '2026-11-11T12:00:00.000Z',
  isHeld: true,
}
const enrolled = [{ from: '2026-10-01T00:00:00.000Z', until: null }]
const nothing = {
  submissionId: null,
  marks: null,
  isMissingCounted: false,
  extendedTo: null,
  late: false,
  deduction: 0,
  attempt: 0,
  gradedAt: null,
  isHeld: false,
}
const on = (day: string) => new Date(`2026-11-${day}T18:00:00Z`)

test('without work there is nothing but what is due', () => {
  expect(toCell(assignment, { enrolled }, on('09'))).toEqual({ ...nothing, state: 'NOT_DUE' })
  expect(toCell(assignment, { enrolled }, on('11'))).toEqual({ ...nothing, state: 'MISSING' })
  expect(toCell(assignment, { enrolled }, on('12'))).toEqual({ ...nothing, state: 'MISSING', isMissingCounted: true })
})

test('graded and returned work shows its mark; work to grade does not show an earlier one', () => {
  const shown = { ...nothing, submissionId: 's1', late: true, attempt: 1, isHeld: true }
  const given = { marks: 14, deduction: 2, gradedAt: work.gradedAt }
  expect(toCell(assignment, { work, enrolled }, on('11'))).toEqual({ ...shown, ...given, state: 'GRADED' })
  expect(toCell(assignment, { work: { ...work, status: 'RETURNED' }, enrolled }, on('11'))).toEqual({
    ...shown,
    ...given,
    state: 'RETURNED',
  })
  expect(toCell(assignment, { work: { ...work, status: 'SUBMITTED' }, enrolled }, on('11'))).toEqual({ ...shown, state: 'TO_GRADE' })
})

test('a draft is not late, however late it was started', () => {
  const draft = { ...work, status: 'DRAFT' as const, attempt: 0, isHeld: false }
  expect(toCell(assignment, { work: draft, enrolled }, on('11'))).toEqual({ ...nothing, submissionId: 's1', state: 'MISSING' })
})

test('an extension is shown, and moves what is missing; one that gives no more time is not', () => {
  const extended = (dueAt: string) => ({ exception: { dueAt, closesAt: null, reopenedUntil: null, excusedAt: null }, enrolled })
  const later = '2026-11-14T12:00:00.000Z'
  expect(toCell(assignment, extended(later), on('13'))).toEqual({ ...nothing, state: 'NOT_DUE', extendedTo: later })
  expect(toCell(assignment, extended('2026-11-09T12:00:00.000Z'), on('13'))).toMatchObject({ extendedTo: null, state: 'MISSING' })
})

test('the parts of a total are in the order of the columns', () => {
  const cell = toCell(assignment, { work, enrolled }, on('11'))
  const missing = toCell(assignment, { enrolled }, on('12'))
  const columns = [
    { maxMarks: 20, weight: 30, isOpen: true },
    { maxMarks: 10, weight: null, isOpen: false },
  ]
  expect(toParts(columns, [cell, missing])).toEqual([
    { state: 'GRADED', marks: 14, maxMarks: 20, weight: 30, isOpen: true, isMissingCounted: false },
    { state: 'MISSING', marks: null, maxMarks: 10, weight: null, isOpen: false, isMissingCounted: true },
  ])
})
