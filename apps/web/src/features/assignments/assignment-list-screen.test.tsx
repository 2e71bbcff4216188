/** The lists of assignments: what waits for staff, and what a student has to do. The viewer is in Adelaide. */

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AssignmentRow, OwnWork, WorkCounts } from '@lms/contract/assignments'
import { useNavBadges } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { listsOf } from '#test/assignment-lists.ts'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeAssignment, noWork, weekId } from '#test/fixtures.ts'
import { letPass } from '#test/passing-time.ts'
import { renderAt } from '#test/render.tsx'
import { AssignmentListScreen } from './assignment-list-screen.tsx'

const { matchMedia } = window
beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('min-width') }))
})

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
const rowOf = (number: number, title: string, facts: Partial<AssignmentRow>): AssignmentRow => ({
  id: idOf(number),
  title,
  status: 'PUBLISHED',
  dueAt: inDays(-1),
  closesAt: null,
  maxMarks: 20,
  courseId,
  courseTitle: 'Data Journalism',
  weekId,
  weekNumber: 6,
  isArchived: false,
  deletedAt: null,
  work: null,
  counts: null,
  ...facts,
})
const ofClass = (counts: Partial<WorkCounts>) => ({
  counts: { students: 24, submitted: 20, toGrade: 0, graded: 20, late: 0, oldest: null, ...counts },
})
const own = (work: Partial<OwnWork>) => ({ work: { ...noWork, ...work } })
const pageOf = <T,>(items: T[]) => ({ items, page: 1, limit: 100, total: items.length })

function open(role: 'TRAINER' | 'USER', rows: AssignmentRow[], at = '') {
  signInAs(role)
  const course = {
    ...courseCalled('Data Journalism'),
    percentage: null,
    next: null,
    currentWeek: null,
    lastActivityAt: null,
    hasWeekAhead: false,
  }
  const called = fakeApi({
    courses: { listMyCourses: async () => pageOf([course, { ...course, id: idOf(9), title: 'Ethics' }]), getCourse: async () => course },
    assignments: {
      ...listsOf(rows),
      listCourseAssignments: async () => pageOf([rowOf(30, 'Old quiz', { deletedAt: inDays(-2), ...ofClass({}) })]),
    },
    assignmentChanges: { restoreAssignment: async ({ params }) => makeAssignment(params) },
    submissions: { listMyDeletedSubmissions: async () => pageOf([]) },
  })
  renderAt(
    <Routes>
      <Route path={paths.assignments.pattern} element={<AssignmentListScreen />} />
    </Routes>,
    paths.assignments.to() + at,
  )
  return called
}

test('staff see how much of each assignment is submitted, graded and waits for a mark', async () => {
  open('TRAINER', [
    rowOf(20, 'Essay', ofClass({ toGrade: 7, graded: 12, late: 3 })),
    rowOf(21, 'Chart', ofClass({})),
    rowOf(22, 'Map', { dueAt: inDays(2), ...ofClass({ submitted: 0, graded: 0 }) }),
  ])
  const waiting = await screen.findByRole('region', { name: 'To grade' })
  expect(screen.getByText('7 to grade')).toBeTruthy()
  const cells = (table: HTMLElement) =>
    within(table)
      .getAllByRole('cell')
      .slice(-4)
      .map(({ textContent }) => textContent)
  expect(cells(waiting)).toEqual(['20 / 24', '12 / 20', '3', '7'])
  expect(cells(screen.getByRole('region', { name: 'Ended' }))).toEqual(['20 / 24', '20 / 20', '–', '–'])
  expect(within(screen.getByRole('region', { name: 'Running' })).getByText('Map')).toBeTruthy()
})

test('staff restore a deleted assignment of a course', async () => {
  const called = open('TRAINER', [rowOf(20, 'Essay', ofClass({}))], `?course=${courseId}`)
  await userEvent.click(await screen.findByText('Deleted assignments', { selector: 'summary' }))
  expect((await screen.findByText(/^Week 6, deleted/)).textContent).toContain('restorable until')
  await userEvent.click(screen.getByRole('button', { name: 'Restore Old quiz' }))
  expect(await screen.findByText('Old quiz is restored')).toBeTruthy()
  expect(called.find(({ name }) => name === 'assignmentChanges.restoreAssignment')?.request.params).toEqual({ id: idOf(30) })
})

const todo = [
  rowOf(20, 'Essay', own({ missing: true })),
  rowOf(21, 'Chart', { dueAt: inDays(2), ...own({}) }),
  rowOf(22, 'Map', { dueAt: inDays(20), ...own({}) }),
  rowOf(23, 'Note', own({ status: 'RETURNED', attempt: 1 })),
  rowOf(24, 'Quiz', own({ status: 'SUBMITTED', attempt: 1, submittedAt: inDays(-2) })),
  rowOf(25, 'Photo', own({ status: 'GRADED', attempt: 1, marks: 15 })),
  rowOf(26, 'Sketch', own({ beforeJoining: true })),
]

test('a student sees what is overdue, returned and due this week, and the same number in the menu', async () => {
  open('USER', todo)
  expect(await screen.findByText('3 to do in the next 7 days')).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Overdue 1',
    'Returned to you 1',
    'Next 7 days 1',
    'Later 1',
    'Submitted 1',
    'Graded 1',
    'Before you enrolled 1',
  ])
  expect(await screen.findByText('15 / 20')).toBeTruthy()
  await waitFor(() => expect(useNavBadges.getState().assignments).toBe(3))
})

test('the list of one course leaves the number in the menu alone', async () => {
  useNavBadges.setState({ assignments: 8 })
  const called = open('USER', todo, `?course=${courseId}`)
  expect(await screen.findByText('3 to do in the next 7 days')).toBeTruthy()
  expect(called.find(({ name }) => name === 'assignments.listMyAssignments')?.request.query).toMatchObject({ courseId, group: 'OVERDUE' })
  expect(useNavBadges.getState().assignments).toBe(8)
})

const onPhone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('max-width') }))
const factsOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li')!.textContent.replaceAll('\u00A0', ' ')

test.each<[string, Partial<AssignmentRow>, RegExp]>([
  ['excused', own({ isExcused: true }), /Excused$/],
  ['graded without a mark', own({ status: 'GRADED' }), /Graded$/],
  [
    'submitted late',
    own({ status: 'SUBMITTED', late: true, submittedAt: '2026-11-12T10:00:00.000Z' }),
    /Submitted 12 Nov.*Late|Late.*Submitted 12 Nov/,
  ],
  ['returned', own({ status: 'RETURNED', late: true }), /Another attempt$/],
  ['closed by staff', { status: 'CLOSED', ...own({}) }, /Closed$/],
  ['past its closing time', { closesAt: inDays(-0.5), ...own({}) }, /Closed$/],
  ['overdue and open', own({}), /Still open$/],
  ['overdue with an end', { closesAt: '2099-01-05T12:00:00.000Z', ...own({}) }, /Open until Mon 5 Jan 2099$/],
  ['without a due date', { dueAt: null, ...own({}) }, /Data Journalism · week 6 · 20 marksNo due date$/],
  [
    'extended',
    { dueAt: '2099-01-05T12:00:00.000Z', ...own({ isExtended: true }) },
    /extended to Mon 5 Jan 2099, 22:30.*· 20 marksMon 5 Jan/,
  ],
  ['extended until yesterday', own({ isExtended: true }), /was extended to/],
  ['without marks', { maxMarks: 0, ...own({}) }, /^(?!.*mark)/],
])('the row of work that is %s', async (_, facts, words) => {
  open('USER', [rowOf(40, 'Quiz', facts)])
  expect(await factsOf('Quiz')).toMatch(words)
})

test('on a phone a row says the week, or since when it is overdue', async () => {
  onPhone()
  open('USER', [
    rowOf(40, 'Quiz', { dueAt: '2026-11-01T12:00:00.000Z', ...own({}) }),
    rowOf(41, 'Essay', { dueAt: '2099-01-05T12:00:00.000Z', ...own({}) }),
  ])
  expect(await factsOf('Quiz')).toContain('Data Journalism · was due Sun 1 Nov')
  expect(await factsOf('Essay')).toContain('Data Journalism · week 6')
})

test('with nothing to do the page leads to the courses; in one course it says that there is nothing yet', async () => {
  open('USER', [])
  expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeTruthy()
  expect(screen.getByText('Nothing is due in the next 7 days')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to your courses' }).getAttribute('href')).toBe(paths.enrolledCourses.to())
  cleanup()
  open('USER', [], `?course=${courseId}`)
  expect(await screen.findByRole('heading', { name: 'No assignments in this course yet' })).toBeTruthy()
})

test('staff on a phone see what waits, and who teaches chooses the week of a new assignment', async () => {
  onPhone()
  const called = open(
    'TRAINER',
    [rowOf(40, 'Quiz', ofClass({ toGrade: 3, late: 2 })), rowOf(41, 'Essay', ofClass({ submitted: 5, graded: 5 }))],
    `?course=${courseId}`,
  )
  expect(await factsOf('Quiz')).toMatch(/20 \/ 24 submitted · 2 late.*3 to grade|3 to grade.*20 \/ 24 submitted · 2 late/)
  expect(await factsOf('Essay')).toContain('5 / 5 graded')
  expect(called.find(({ name }) => name === 'assignments.listMyAssignments')?.request.query).toMatchObject({ courseId, group: 'TO_GRADE' })
  expect(screen.getByRole('button', { name: 'New assignment' })).toBeTruthy()
  cleanup()
  open('TRAINER', [])
  expect(await screen.findByRole('heading', { name: 'No assignments yet' })).toBeTruthy()
  expect(screen.getByText('Nothing waits to be graded')).toBeTruthy()
  expect(screen.queryByText('Deleted assignments')).toBeNull()
})

test('when overdue work closes, the list and its counts are asked for again', async () => {
  const closesAt = inDays(1)
  open('USER', [rowOf(40, 'Quiz', { closesAt, ...own({}) })])
  expect(await screen.findByText('1 to do in the next 7 days')).toBeTruthy()
  letPass(Date.parse(closesAt) + 60_000)
  expect(await screen.findByText('Nothing is due in the next 7 days')).toBeTruthy()
})
