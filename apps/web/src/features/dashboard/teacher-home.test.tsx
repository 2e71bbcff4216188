/** Submissions to grade: the longest waiting first, one click away. */

import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AssignmentRow } from '@lms/contract/assignments'
import type { MyCourse } from '@lms/contract/courses'
import type { TeacherHome } from '@lms/contract/home'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { homeOf, listOf, taughtSession as session } from '#test/home.ts'
import { renderAt } from '#test/render.tsx'
import { DashboardScreen } from './dashboard-screen.tsx'

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

const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })

function open(facts: Partial<TeacherHome>) {
  signInAs('TRAINER')
  const called = fakeApi({ home: { getHome: async () => homeOf.teacher({ courses: listOf([mine]), ...facts }) } })
  renderAt(<DashboardScreen />)
  return called
}

const toGrade = (...rows: AssignmentRow[]) => ({ toGrade: { ...listOf(rows), submissions: 3 * rows.length } })

test('the assignment whose work waits longest comes first, and “Grade next” opens that work', async () => {
  const [essay, quiz] = [
    row('Essay', ago(30), { submissionId: 's1', submittedAt: ago(5) }),
    row('Quiz', ago(20), { submissionId: 's2', submittedAt: ago(50) }),
  ]
  const called = open(toGrade(quiz, essay))
  expect(await screen.findByRole('heading', { level: 1, name: '6 submissions to grade' })).toBeDefined()
  const items = within(screen.getByRole('list', { name: 'To grade' })).getAllByRole('listitem')
  expect(items.map((item) => within(item).getByRole('link').textContent)).toEqual(['Quiz', 'Essay'])
  expect(within(items[0]!).getByRole('link').getAttribute('href')).toContain('tab=to-grade')
  expect(within(items[0]!).getByText('Data Journalism · oldest 2 days')).toBeDefined()
  expect(within(items[1]!).getByText('Data Journalism · oldest 5 h')).toBeDefined()
  expect(screen.getByText(/oldest waiting 2 days$/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Grade next' }).getAttribute('href')).toContain('s2')
  expect(called.map(({ name }) => name)).toEqual(['home.getHome'])
})

test('courses with sign-ups to decide lead to the responses', async () => {
  open({ signUps: listOf([{ courseId: 'c1', courseTitle: 'Data Journalism', waiting: 2, oldestSentAt: ago(50) }]) })
  const list = within(await screen.findByRole('list', { name: 'Sign-ups to decide' }))
  expect(list.getByRole('link').getAttribute('href')).toBe('/courses/course/c1/sign-up-form/responses')
  expect(list.getByText('2 people waiting')).toBeDefined()
})

test('work before its due time is said to be early', async () => {
  open(toGrade(row('Essay', ago(-30), { submissionId: 's1', submittedAt: ago(5) })))
  expect(await screen.findByText(/^Data Journalism · due .*, submitted early$/)).toBeDefined()
})

test('a session that runs over midnight stays on the page until it ends', async () => {
  at('2026-11-21T00:12:00')
  open({ sessions: [session('Ended', '2026-11-20T22:00'), session('Night', '2026-11-20T23:46'), session('Morning', '2026-11-21T09:00')] })
  const part = within(await screen.findByRole('region', { name: /^Sessions today/ }))
  expect(part.getAllByRole('link', { name: /^(Ended|Night|Morning)$/ }).map(({ textContent }) => textContent)).toEqual(['Night', 'Morning'])
})

test('of the sessions of today, those that are over come last', async () => {
  at('2026-11-20T14:00:00')
  const sessions = [session('Morning', '2026-11-20T09:00'), session('Evening', '2026-11-20T18:00'), session('Weekend', '2026-11-21T09:00')]
  open({ sessions })
  const part = within(await screen.findByRole('region', { name: /^Sessions today/ }))
  expect(part.getAllByRole('link', { name: /^(Morning|Evening|Weekend)$/ }).map(({ textContent }) => textContent)).toEqual([
    'Evening',
    'Morning',
  ])
})

test('with none today the next one is named, however far away', async () => {
  at('2026-11-20T14:00:00')
  open({ sessions: [session('Yesterday', '2026-11-19T09:00')], nextSession: session('Next term', '2027-02-01T18:00') })
  expect(await screen.findByText(/^None today\. The next one is .*Next term.*, Mon 1 Feb/)).toBeDefined()
})

test('a session that can be joined is started or its link copied without another call', async () => {
  at('2026-11-20T14:00:00')
  const link = { joinUrl: 'https://example.org/join' }
  open({ sessions: [session('Now', '2026-11-20T13:50', { ...link, canStart: true }), session('Later', '2026-11-20T18:00', link)] })
  expect(await screen.findByRole('button', { name: /^(Start|Join)/ })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Mark attendance' }).getAttribute('href')).toContain('session=Now')
})

test('registers of earlier days that are open lead to marking; those of today are among the sessions', async () => {
  at('2026-11-20T14:00:00')
  const register = (title: string, startsAt: string) => ({
    ...session(title, startsAt),
    marked: 20,
    students: 24,
  })
  open({ openRegisters: { items: [register('Tuesday', '2026-11-17T09:00'), register('Today', '2026-11-20T09:00')], total: 7 } })
  const part = within(await screen.findByRole('region', { name: /^Open registers/ }))
  expect(part.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Tuesday', '/courses/c1/weeks/w1/mark-attendance?session=Tuesday&show=unmarked'],
  ])
  expect(part.getByText('6')).toBeDefined()
  expect(part.getByText('20 of 24 marked')).toBeDefined()
})

test('a trainer without courses is offered the first', async () => {
  open({ courses: listOf([]), hasCourses: false })
  expect(await screen.findByRole('heading', { name: 'No courses yet' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'New course' })).toBeDefined()
})
