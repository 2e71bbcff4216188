import { describe, expect, it, test } from 'vitest'
import type { AssignmentRow } from '@lms/contract/assignments'
import { getClassGroup, getOwnGroup } from '@lms/contract/rules/work-groups'
import { formatDue } from './format.ts'
import { countToDo, getState } from './group-assignments.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const work = (status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED' | null) => ({
  submissionId: null,
  status,
  late: false,
  missing: false,
  submittedAt: null,
  attempt: 0,
  marks: null,
  isExtended: false,
  isExcused: false,
  beforeJoining: false,
})
const row = (dueAt: string | null, status: Parameters<typeof work>[0] = null): AssignmentRow =>
  ({
    id: `${dueAt}${status}`,
    title: 'x',
    status: 'PUBLISHED',
    dueAt,
    closesAt: null,
    isArchived: false,
    work: work(status),
    counts: null,
  }) as unknown as AssignmentRow

test('to do is what is overdue or due within a week, not submitted, and can still be submitted', () => {
  const [past, soon, later] = ['2026-11-18T12:00:00Z', '2026-11-26T12:00:00Z', '2026-12-20T12:00:00Z']
  const rows = [row(past), row(soon, 'DRAFT'), row(past, 'RETURNED'), row(later), row(later, 'RETURNED'), row(null), row(past, 'SUBMITTED')]
  expect(countToDo(rows, now)).toBe(3)
  const closed = [
    { ...row(past), closesAt: '2026-11-19T12:00:00Z' },
    { ...row(soon), status: 'CLOSED' as const },
  ]
  expect(countToDo(closed, now)).toBe(0)
})

test('nothing is to do in an archived course: what was not submitted is under “Closed”', () => {
  const rows = ['2026-11-18T12:00:00Z', '2026-11-26T12:00:00Z', null].map((dueAt) => ({ ...row(dueAt), isArchived: true }))
  expect(countToDo(rows, now)).toBe(0)
  expect(rows.map((one) => getOwnGroup(one, now))).toEqual(['CLOSED', 'CLOSED', 'CLOSED'])
  const returned = { ...row(null, 'RETURNED'), isArchived: true }
  expect([getOwnGroup(returned, now), countToDo([returned], now)]).toEqual(['CLOSED', 0])
})

test('during the minute of its deadline an assignment is neither overdue, missing nor ended', () => {
  const dueAt = '2026-11-20T12:00:00Z'
  const [within, after] = [now + 59_999, now + 60_000]
  expect([getOwnGroup(row(dueAt), within), getState(row(dueAt), within)]).toEqual(['DUE_SOON', 'not-started'])
  expect([getOwnGroup(row(dueAt), after), getState(row(dueAt), after)]).toEqual(['OVERDUE', 'missing'])
  expect(getClassGroup(row(dueAt), within)).not.toBe(getClassGroup(row(dueAt), after))
  expect(getClassGroup({ ...row(null), closesAt: dueAt }, within)).toBe('RUNNING')
  expect(getClassGroup({ ...row(null), closesAt: dueAt }, after)).toBe('ENDED')
  expect(formatDue(dueAt, within)).toMatch(/^Due /)
  expect(formatDue(dueAt, after)).toMatch(/^Was due /)
})

test('work that closed before it was due is missing, and under “Closed”', () => {
  const closed = { ...row('2026-11-26T12:00:00Z'), status: 'CLOSED' as const }
  const ended = { ...row(null), closesAt: '2026-11-19T12:00:00Z' }
  for (const one of [closed, ended]) expect([getOwnGroup(one, now), getState(one, now)]).toEqual(['CLOSED', 'missing'])
  expect(getOwnGroup({ ...closed, work: { ...work(null), beforeJoining: true } }, now)).toBe('BEFORE_JOINING')
})

describe('a student’s assignments', () => {
  it.each([
    [row('2026-11-19T12:00:00Z'), 'OVERDUE', 'missing'],
    [row('2026-11-19T12:00:00Z', 'DRAFT'), 'OVERDUE', 'missing'],
    [row('2026-11-26T12:00:00Z', 'DRAFT'), 'DUE_SOON', 'draft'],
    [row('2026-11-28T12:00:00Z'), 'LATER', 'not-started'],
    [row(null), 'LATER', 'not-started'],
    [row('2026-11-19T12:00:00Z', 'RETURNED'), 'RETURNED', 'returned'],
    [row('2026-11-19T12:00:00Z', 'SUBMITTED'), 'SUBMITTED', 'submitted'],
    [row('2026-11-19T12:00:00Z', 'GRADED'), 'GRADED', 'graded'],
  ])('are in one group with one state: %#', (row, group, state) => {
    expect(getOwnGroup(row, now)).toBe(group)
    expect(getState(row, now)).toBe(state)
  })
})

describe('a class’s assignments', () => {
  const counts = (submitted: number, graded: number) => ({
    students: 20,
    submitted,
    toGrade: submitted - graded,
    graded,
    late: 0,
    oldest: null,
  })
  it.each([
    [{ ...row('2026-11-19T12:00:00Z'), counts: counts(5, 3) }, 'TO_GRADE'],
    [{ ...row('2026-11-19T12:00:00Z'), counts: counts(5, 5) }, 'ENDED'],
    [{ ...row('2026-11-29T12:00:00Z'), counts: counts(0, 0) }, 'RUNNING'],
    [{ ...row(null), counts: counts(0, 0), status: 'DRAFT' as const }, 'DRAFTS'],
  ])('are listed where they need somebody: %#', (row, group) => expect(getClassGroup(row, now)).toBe(group))
})
