/** Under which heading an assignment is listed. The server's lists are compared with the same names in SQL. */

import { describe, expect, test } from 'vitest'
import { getClassGroup, getGroupSort, getOwnGroup, ownGroups, type OwnGroup } from '#rules/work-groups.ts'

const day = 86_400_000
const now = Date.parse('2026-11-15T12:00:00Z')
const at = (days: number) => new Date(now + days * day).toISOString()
const terms = { status: 'PUBLISHED' as const, dueAt: at(20), closesAt: at(30) }
const noWork = { status: null, isExcused: false, beforeJoining: false }

describe('of a student', () => {
  test.each<[string, OwnGroup, object, object?]>([
    ['due in three weeks', 'LATER', {}],
    ['without a due time', 'LATER', { dueAt: null, closesAt: null }],
    ['due in a week', 'DUE_SOON', { dueAt: at(7) }],
    ['due a little later', 'LATER', { dueAt: at(7.01) }],
    ['past its due time', 'OVERDUE', { dueAt: at(-1) }],
    ['past both times', 'OVERDUE', { dueAt: at(-2), closesAt: at(-1) }],
    ['closed by its time, never due', 'CLOSED', { dueAt: null, closesAt: at(-1) }],
    ['closed by hand before it was due', 'CLOSED', { status: 'CLOSED' }],
    ['a draft that is due in a week', 'DUE_SOON', { dueAt: at(7) }, { status: 'DRAFT' }],
    ['submitted', 'SUBMITTED', { dueAt: at(-1) }, { status: 'SUBMITTED' }],
    ['graded', 'GRADED', { dueAt: at(-1) }, { status: 'GRADED' }],
    ['returned', 'RETURNED', { dueAt: at(-1) }, { status: 'RETURNED' }],
    ['excused, though submitted', 'EXCUSED', { dueAt: at(-1) }, { status: 'SUBMITTED', isExcused: true }],
    ['due before they joined', 'BEFORE_JOINING', { dueAt: at(-1) }, { beforeJoining: true }],
    ['due before they joined, and submitted', 'SUBMITTED', { dueAt: at(-1) }, { status: 'SUBMITTED', beforeJoining: true }],
    ['returned in an archived course', 'CLOSED', { isArchived: true }, { status: 'RETURNED' }],
    ['overdue in an archived course', 'CLOSED', { isArchived: true, dueAt: at(-1) }],
    ['graded in an archived course', 'GRADED', { isArchived: true }, { status: 'GRADED' }],
  ])('%s: %s', (_, group, values, work = {}) => {
    expect(getOwnGroup({ ...terms, isArchived: false, ...values, work: { ...noWork, ...work } }, now)).toBe(group)
  })

  test('somebody without work of their own, such as a trainer', () =>
    expect(getOwnGroup({ ...terms, isArchived: false, work: null }, now)).toBe('LATER'))
})

test.each([
  ['DRAFTS', { status: 'DRAFT' as const, counts: { toGrade: 1 } }],
  ['TO_GRADE', { counts: { toGrade: 1 } }],
  ['TO_GRADE', { dueAt: at(-1), counts: { toGrade: 1 } }],
  ['RUNNING', { counts: { toGrade: 0 } }],
  ['RUNNING', { counts: null }],
  ['ENDED', { dueAt: at(-1), counts: { toGrade: 0 } }],
  ['ENDED', { status: 'CLOSED' as const, counts: null }],
])('for staff: %s', (group, values) => expect(getClassGroup({ ...terms, ...values }, now)).toBe(group))

test('what is done is listed newest first, what is to do soonest first', () => {
  const newestFirst = [...ownGroups, 'TO_GRADE', 'RUNNING', 'DRAFTS', 'ENDED'].filter(
    (group) => getGroupSort(group as OwnGroup) === '-dueAt',
  )
  expect(newestFirst).toEqual(['CLOSED', 'SUBMITTED', 'GRADED', 'EXCUSED', 'BEFORE_JOINING', 'ENDED'])
  expect(getGroupSort('OVERDUE')).toBe('dueAt')
})
