import type { AssignmentRow } from '@lms/contract/assignments'
import { describe, expect, it, test } from 'vitest'
import { formatDue } from './format.ts'
import { countToDo, getCourseGroupName, groupAssignments, getGroupName, getState } from './group-assignments.ts'

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
  expect(groupAssignments(rows, now).map(({ name }) => name)).toEqual(['Closed'])
  const returned = { ...row(null, 'RETURNED'), isArchived: true }
  expect([getGroupName(returned, now), countToDo([returned], now)]).toEqual(['Closed', 0])
})

test('during the minute of its deadline an assignment is neither overdue, missing nor ended', () => {
  const dueAt = '2026-11-20T12:00:00Z'
  const [within, after] = [now + 59_999, now + 60_000]
  expect([getGroupName(row(dueAt), within), getState(row(dueAt), within)]).toEqual(['Due this week', 'not-started'])
  expect([getGroupName(row(dueAt), after), getState(row(dueAt), after)]).toEqual(['Overdue', 'missing'])
  expect(getCourseGroupName(row(dueAt), within)).not.toBe(getCourseGroupName(row(dueAt), after))
  expect(getCourseGroupName({ ...row(null), closesAt: dueAt }, within)).toBe('Running')
  expect(getCourseGroupName({ ...row(null), closesAt: dueAt }, after)).toBe('Ended')
  expect(formatDue(dueAt, within)).toMatch(/^Due /)
  expect(formatDue(dueAt, after)).toMatch(/^Was due /)
})

test('work that closed before it was due is missing, and under “Closed”', () => {
  const closed = { ...row('2026-11-26T12:00:00Z'), status: 'CLOSED' as const }
  const ended = { ...row(null), closesAt: '2026-11-19T12:00:00Z' }
  for (const one of [closed, ended]) expect([getGroupName(one, now), getState(one, now)]).toEqual(['Closed', 'missing'])
  expect(getGroupName({ ...closed, work: { ...work(null), beforeJoining: true } }, now)).toBe('Before you joined')
})

describe('a student’s assignments', () => {
  it.each([
    [row('2026-11-19T12:00:00Z'), 'Overdue', 'missing'],
    [row('2026-11-19T12:00:00Z', 'DRAFT'), 'Overdue', 'missing'],
    [row('2026-11-26T12:00:00Z', 'DRAFT'), 'Due this week', 'draft'],
    [row('2026-11-28T12:00:00Z'), 'Later', 'not-started'],
    [row(null), 'Later', 'not-started'],
    [row('2026-11-19T12:00:00Z', 'RETURNED'), 'Returned to you', 'returned'],
    [row('2026-11-19T12:00:00Z', 'SUBMITTED'), 'Submitted', 'submitted'],
    [row('2026-11-19T12:00:00Z', 'GRADED'), 'Graded', 'graded'],
  ])('are in one group with one state: %#', (row, group, state) => {
    expect(getGroupName(row, now)).toBe(group)
    expect(getState(row, now)).toBe(state)
  })

  it('are sorted soonest first, those without a date last', () => {
    const rows = [row(null), row('2026-12-20T12:00:00Z'), row('2026-12-10T12:00:00Z')]
    expect(groupAssignments(rows, now)[0]?.rows.map(({ dueAt }) => dueAt)).toEqual(['2026-12-10T12:00:00Z', '2026-12-20T12:00:00Z', null])
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
    [{ ...row('2026-11-19T12:00:00Z'), counts: counts(5, 3) }, 'To grade'],
    [{ ...row('2026-11-19T12:00:00Z'), counts: counts(5, 5) }, 'Ended'],
    [{ ...row('2026-11-29T12:00:00Z'), counts: counts(0, 0) }, 'Running'],
    [{ ...row(null), counts: counts(0, 0), status: 'DRAFT' as const }, 'Drafts'],
  ])('are listed where they need somebody: %#', (row, group) => expect(getCourseGroupName(row, now)).toBe(group))
})
