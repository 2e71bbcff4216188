/** A user with 150 courses: none is missing from lists or attendance. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AssignmentRow } from '@lms/contract/assignments'
import type { MyCourse } from '@lms/contract/courses'
import { MyAssignmentListScreen } from '#features/assignments/my-assignment-list-screen.tsx'
import { listsOf } from '#test/assignment-lists.ts'
import { manyCourses } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { discussionsWith, noWork } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'

const courses = manyCourses(150)
const mine = courses.all.map((course): MyCourse => ({
  ...course,
  percentage: 0,
  next: null,
  currentWeek: null,
  lastActivityAt: null,
  hasWeekAhead: false,
}))
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
const counts = { students: 3, submitted: 1, toGrade: 1, graded: 0, late: 0, oldest: null }
/** One for each course. */
const work = (isStaff: boolean) =>
  mine.map(({ id, title }, n): AssignmentRow => ({
    id: `work-${n}`,
    title: `Essay ${n + 1}`,
    status: 'PUBLISHED',
    dueAt: inHours(24 + n / 10),
    closesAt: null,
    maxMarks: 10,
    courseId: id,
    courseTitle: title,
    weekId: 'w',
    weekNumber: 1,
    isArchived: false,
    deletedAt: null,
    work: isStaff ? null : noWork,
    counts: isStaff ? counts : null,
  }))
type Query = { page?: unknown; limit?: unknown } | undefined
const pageOf = <T,>(all: readonly T[], query: Query) => {
  const [page, limit] = [Number(query?.page ?? 1), Number(query?.limit ?? 20)]
  return Promise.resolve({ items: all.slice((page - 1) * limit, page * limit), page, limit, total: all.length })
}

const serve = (isStaff = false) =>
  fakeApi({
    courses: { listMyCourses: ({ query } = {}) => pageOf(mine, query), getCourse: courses.get },
    assignments: listsOf(work(isStaff)),
    submissions: { listMySubmissions: ({ query } = {}) => pageOf([], query) },
    discussions: { listDiscussions: async () => discussionsWith([]) },
  })

test('a student’s own assignments are counted by the server, and more of each group is loaded; for all courses or for one', async () => {
  signInAs('USER')
  const called = serve()
  const { router } = renderAt(<MyAssignmentListScreen />, '/assignments')
  await screen.findByRole('link', { name: /Essay 1$/ })
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Next 7 days 150')
  expect(screen.getByText('50 of 150')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('link', { name: /Essay 100$/ })).toBeTruthy()
  await router.navigate(`/assignments?course=${mine[149]!.id}`)
  await screen.findByRole('button', { name: `Course ${mine[149]!.title}` })
  const asked = called.filter(({ name }) => name === 'assignments.listMyAssignments').map(({ request }) => request.query)
  const query = { group: 'DUE_SOON', sort: 'dueAt', limit: '50' }
  await waitFor(() =>
    expect(called.filter(({ name }) => name === 'assignments.countMyAssignments').map(({ request }) => request.query)).toEqual([
      {},
      { courseId: mine[149]!.id },
    ]),
  )
  expect(asked.slice(0, 2)).toEqual([1, 2].map((page) => ({ ...query, page: String(page) })))
})
