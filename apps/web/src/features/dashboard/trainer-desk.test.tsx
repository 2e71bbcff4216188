/** Submissions to grade: the longest waiting first, one click away. */

import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AssignmentRow } from '@lms/contract/assignments'
import type { OwnSession } from '@lms/contract/calendar'
import type { MyCourse } from '@lms/contract/courses'
import { listsOf } from '#test/assignment-lists.ts'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { TrainerDesk } from './trainer-desk.tsx'

const none = { items: [], page: 1, limit: 20, total: 0 }
const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

const mine: MyCourse = {
  ...courseCalled('Data Journalism'),
  percentage: null,
  next: null,
  currentWeek: null,
  lastActivityAt: null,
  hasWeekAhead: false,
}

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
  isArchived: false,
  deletedAt: null,
  work: null,
  counts: { students: 9, submitted: 5, toGrade: 3, graded: 2, late: 0, oldest },
})

type Waiting = { courseId: string; courseTitle: string; waiting: number; oldestSentAt: string }

function open(rows: AssignmentRow[], sessions: OwnSession[] = [], waiting: Waiting[] = []) {
  signInAs('TRAINER')
  fakeApi({
    courses: { listMyCourses: async () => ({ ...none, items: [mine], total: 1 }) },
    assignments: listsOf(rows),
    calendar: {
      listMySessions: async ({ query = {} } = {}) => {
        const [page, limit] = [Number(query.page ?? 1), Number(query.limit ?? 20)]
        const { from = '', to = '9' } = query as { from?: string; to?: string }
        const all = sessions.filter(({ startsAt }) => startsAt >= from && startsAt < to)
        return { items: all.slice((page - 1) * limit, page * limit), page, limit, total: all.length }
      },
    },
    discussions: { listUnanswered: async () => none },
    signupResponses: { listCoursesWaiting: async () => ({ ...none, items: waiting, total: waiting.length }) },
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
  expect(within(items[0]!).getByRole('link').getAttribute('href')).toContain('tab=to-grade')
  expect(within(items[0]!).getByText('Data Journalism · oldest 2 days')).toBeDefined()
  expect(within(items[1]!).getByText('Data Journalism · oldest 5 h')).toBeDefined()
  expect(screen.getByText(/oldest waiting 2 days$/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Grade next' }).getAttribute('href')).toContain('s2')
})

test('courses with sign-ups to decide lead to the responses', async () => {
  open([], [], [{ courseId: 'c1', courseTitle: 'Data Journalism', waiting: 2, oldestSentAt: ago(50) }])
  const list = within(await screen.findByRole('list', { name: 'Sign-ups to decide' }))
  expect(list.getByRole('link').getAttribute('href')).toBe('/courses/course/c1/sign-up-form/responses')
  expect(list.getByText('2 people waiting')).toBeDefined()
})

test('work before its due time is said to be early', async () => {
  open([row('Essay', ago(-30), { submissionId: 's1', submittedAt: ago(5) })])
  expect(await screen.findByText(/^Data Journalism · due .*, submitted early$/)).toBeDefined()
})

const session = (title: string, startsAt: string): OwnSession => ({
  id: title,
  title,
  weekId: 'w1',
  startsAt: new Date(startsAt).toISOString(),
  durationMinutes: 60,
  hasRecording: false,
  courseId: 'c1',
  courseTitle: 'Data Journalism',
  attendance: null,
})

test('a session that runs over midnight stays on the page until it ends', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T00:12:00') })
  open([], [session('Ended', '2026-11-20T22:00'), session('Night', '2026-11-20T23:46'), session('Morning', '2026-11-21T09:00')])
  const part = within(await screen.findByRole('region', { name: /^Sessions today/ }))
  expect(part.getAllByRole('link', { name: /^(Ended|Night|Morning)$/ }).map(({ textContent }) => textContent)).toEqual(['Night', 'Morning'])
})

test('of the sessions of today, those that are over come last', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T14:00:00') })
  const sessions = [session('Morning', '2026-11-20T09:00'), session('Evening', '2026-11-20T18:00'), session('Weekend', '2026-11-21T09:00')]
  open([], sessions)
  const part = within(await screen.findByRole('region', { name: /^Sessions today/ }))
  expect(part.getAllByRole('link', { name: /^(Morning|Evening|Weekend)$/ }).map(({ textContent }) => textContent)).toEqual([
    'Evening',
    'Morning',
  ])
})

test('however many there were yesterday, the sessions of today are there', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T14:00:00') })
  const before = Array.from({ length: 120 }, (_, n) => session(`Earlier ${n}`, '2026-11-19T09:00'))
  open([], [...before, session('Evening', '2026-11-20T18:00')])
  const part = within(await screen.findByRole('region', { name: /^Sessions today/ }))
  expect(await part.findByRole('link', { name: 'Evening' })).toBeDefined()
})

test('with none today the next one is named, however far away', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T14:00:00') })
  open([], [session('Yesterday', '2026-11-19T09:00'), session('Next term', '2027-02-01T18:00'), session('Then', '2027-02-02T18:00')])
  expect(await screen.findByText(/^None today\. The next one is .*Next term.*, Mon 1 Feb/)).toBeDefined()
})
