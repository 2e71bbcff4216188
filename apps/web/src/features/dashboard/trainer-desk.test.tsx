/** Submissions to grade: the longest waiting first, one click away. */
import type { AssignmentRow } from '@lms/contract/assignments'
import type { MyCourse } from '@lms/contract/courses'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { TrainerDesk } from './trainer-desk.tsx'

const none = { items: [], page: 1, limit: 20, total: 0 }
const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

const mine: MyCourse = { ...courseCalled('Data Journalism'), percentage: null, next: null, currentWeek: null, lastActivityAt: null }

const row = (title: string, dueAt: string, oldest: { submissionId: string; submittedAt: string } | null): AssignmentRow => ({
  id: title,
  title,
  status: 'PUBLISHED',
  dueAt,
  closesAt: null,
  maxMarks: 10,
  courseId: 'c1',
  courseTitle: 'Data Journalism',
  weekId: 'w1',
  weekNumber: 1,
  deletedAt: null,
  work: null,
  counts: { students: 9, submitted: 5, toGrade: 3, graded: 2, late: 0, oldest },
})

function open(rows: AssignmentRow[]) {
  signInAs('TRAINER')
  fakeApi({
    courses: { listMyCourses: async () => ({ ...none, items: [mine], total: 1 }) },
    assignments: { listMyAssignments: async () => ({ ...none, items: rows, total: rows.length }) },
    calendar: { listMySessions: async () => none },
    discussions: { listUnanswered: async () => none },
  })
  renderAt(<TrainerDesk />)
}

test('the assignment whose work waits longest comes first, and “Grade next” opens that work', async () => {
  const [essay, quiz] = [
    row('Essay', ago(30), { submissionId: 's1', submittedAt: ago(5) }),
    row('Quiz', ago(20), { submissionId: 's2', submittedAt: ago(50) }),
  ]
  open([essay, quiz])
  expect(await screen.findByRole('heading', { level: 1, name: '6 submissions to grade' })).toBeDefined()
  const items = within(screen.getByRole('list', { name: 'To grade' })).getAllByRole('listitem')
  expect(items.map((item) => within(item).getByRole('link').textContent)).toEqual(['Quiz', 'Essay'])
  expect(within(items[0]!).getByText('Data Journalism · oldest 2 days')).toBeDefined()
  expect(within(items[1]!).getByText('Data Journalism · oldest 5 h')).toBeDefined()
  expect(screen.getByText(/oldest waiting 2 days$/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Grade next' }).getAttribute('href')).toContain('s2')
})

test('work before its due time is said to be early', async () => {
  open([row('Essay', ago(-30), { submissionId: 's1', submittedAt: ago(5) })])
  expect(await screen.findByText(/^Data Journalism · due .*, submitted early$/)).toBeDefined()
})
