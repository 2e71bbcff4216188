/** One answer to “what is next”: the card says what the row says, and nothing is shown twice. */

import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AssignmentRow } from '@lms/contract/assignments'
import type { Announcement } from '@lms/contract/course-emails'
import type { MyCourse } from '@lms/contract/courses'
import type { LearnerHome } from '@lms/contract/home'
import type { MySubmission } from '@lms/contract/submissions'
import type { WeekProgress } from '@lms/contract/weeks'
import { formatDayAndTime } from '#lib/format-date.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { manyCourses } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { noWork } from '#test/fixtures.ts'
import { homeOf, listOf } from '#test/home.ts'
import { letPass } from '#test/passing-time.ts'
import { renderAt } from '#test/render.tsx'
import { DashboardScreen } from './dashboard-screen.tsx'

const courses = manyCourses(2)
const [first, second] = [courses.all[0]!, courses.all[1]!]
const place = { weekId: 'w1', weekNumber: 3, startsAt: null, durationMinutes: null, durationSeconds: null, leftAt: null }
const quiz = { ...place, id: 'q1', type: 'ASSIGNMENT', title: 'Overdue quiz' } as const
const video = { ...place, id: 'm1', type: 'RECORDED', title: 'A video' } as const
const startsAt = new Date(Date.now() - 600_000).toISOString()
const session = { ...place, id: 'l1', type: 'LIVE', title: 'Q&A', startsAt } as const

type LiveSession = LearnerHome['sessions'][number]
const live: LiveSession = {
  id: 'l1',
  title: 'Q&A',
  weekId: 'w1',
  startsAt,
  durationMinutes: 60,
  hasRecording: false,
  courseId: first.id,
  courseTitle: first.title,
  attendance: null,
  hasLink: true,
}

function open(
  nexts: MyCourse['next'][],
  sessions: LiveSession[] = [],
  facts: Partial<MyCourse> = {},
  work: AssignmentRow[] = [],
  graded: MySubmission[] = [],
  announced: Announcement[] = [],
) {
  signInAs('USER')
  const mine = [first, second].slice(0, nexts.length).map((course, n): MyCourse => ({
    ...course,
    percentage: 0,
    next: nexts[n] ?? null,
    currentWeek: null,
    lastActivityAt: null,
    hasWeekAhead: false,
    weekProgress: [],
    ...facts,
  }))
  const home = homeOf.learner({ courses: listOf(mine), sessions, work, announcements: announced, feedback: listOf(graded) })
  const called = fakeApi({ home: { getHome: async () => home } })
  renderAt(<DashboardScreen />)
  return called
}

test('the card continues with the item that the row of the course names', async () => {
  open([quiz, video])
  expect(await screen.findByRole('heading', { level: 2, name: 'Overdue quiz' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open assignment' }).getAttribute('href')).toContain('/q1')
  const list = within(screen.getByRole('list', { name: 'My courses' }))
  expect(list.getByText('Next: Overdue quiz')).toBeDefined()
  expect(list.getByText('Next: A video')).toBeDefined()
})

test('a live session is only in the bar, and the card continues with another course', async () => {
  open([session, quiz], [live])
  expect(await screen.findByRole('heading', { level: 2, name: 'Overdue quiz' })).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Live now' })).getByRole('link', { name: 'Q&A' })).toBeDefined()
  expect(screen.queryByRole('heading', { level: 2, name: 'Q&A' })).toBeNull()
})

test('without a join link, Join in the bar leads to the session', async () => {
  open([quiz], [{ ...live, hasLink: false }])
  const bar = within(await screen.findByRole('region', { name: 'Live now' }))
  expect(bar.getByRole('link', { name: 'Join' }).getAttribute('href')).toContain('/media/l1')
})

test('with a join link, Join opens it; the page has made one call', async () => {
  const called = open([quiz], [live])
  const bar = within(await screen.findByRole('region', { name: 'Live now' }))
  expect(await bar.findByRole('button', { name: 'Join' })).toBeDefined()
  expect(called.map(({ name }) => name)).toEqual(['home.getHome'])
})

test('without a next item there is no card', async () => {
  open([null, null])
  expect(await screen.findByRole('list', { name: 'My courses' })).toBeDefined()
  expect(screen.queryByText('Continue')).toBeNull()
})

test('a recording continues where the student stopped', async () => {
  open([{ ...video, leftAt: { position: 70, coverage: 0.25, durationSeconds: 400 } }])
  expect(await screen.findByRole('link', { name: 'Resume at 1:10' })).toBeDefined()
  expect(screen.getByText(`${first.title}, week 3 · 5 min left`)).toBeDefined()
})

test('for a recording without a known duration the card only shows the position', async () => {
  open([{ ...video, leftAt: { position: 70, coverage: 0.25, durationSeconds: null } }])
  expect(await screen.findByRole('link', { name: 'Resume at 1:10' })).toBeDefined()
  expect(screen.getByText(`${first.title}, week 3`)).toBeDefined()
})

test('the card says when a session starts', async () => {
  open([session])
  expect(await screen.findByRole('link', { name: 'Join' })).toBeDefined()
  expect(screen.getByText(`${first.title}, week 3 · ${formatDayAndTime(startsAt)}`)).toBeDefined()
})

const weeks: WeekProgress[] = [
  { number: 1, startsOn: null, unlockAt: null, locked: false, done: 2, total: 2 },
  { number: 2, startsOn: null, unlockAt: null, locked: false, done: 1, total: 4 },
]

test('a single course shows the current week, and its line how much of that is done', async () => {
  open([quiz], [], { weekCount: 2, currentWeek: 2, weekProgress: weeks })
  expect(await screen.findByText(/, week 2$/, { selector: 'span' })).toBeDefined()
  const line = screen.getByRole('img', { name: 'Week 2 of 2' })
  expect([...line.children].map((part) => (part as HTMLElement).style.getPropertyValue('--share'))).toEqual(['', '25%'])
})

test('when the last week is over, so is the line', async () => {
  open([null], [], { weekCount: 1, currentWeek: 1, weekProgress: [{ ...weeks[0]!, startsOn: '2020-01-06' }] })
  expect(await screen.findByRole('img', { name: 'The only week is over' })).toBeDefined()
  expect(screen.queryByText(/, week/)).toBeNull()
})

test('the number next to Assignments counts the work of the coming days, not the live sessions', async () => {
  const essay: AssignmentRow = {
    id: 'a1',
    title: 'Essay',
    status: 'PUBLISHED',
    dueAt: new Date(Date.now() + 3_600_000).toISOString(),
    closesAt: null,
    maxMarks: 20,
    courseId: first.id,
    courseTitle: first.title,
    weekId: 'w1',
    weekNumber: 3,
    isArchived: false,
    deletedAt: null,
    work: noWork,
    counts: null,
  }
  open([null], [live], {}, [essay, { ...essay, id: 'a2', title: 'Late quiz', dueAt: new Date(Date.now() - 3_600_000).toISOString() }])
  const agenda = within(await screen.findByRole('region', { name: 'Next 7 days' }))
  for (const title of ['Essay', 'Late quiz', 'Q&A']) await agenda.findByText(title)
  await waitFor(() => expect(useNavBadges.getState().assignments).toBe(2))
})

test('new feedback is in the order of the server', async () => {
  const graded = (title: string, daysAgo: number): MySubmission => ({
    id: title,
    assignmentId: title,
    assignmentTitle: title,
    courseId: first.id,
    courseTitle: first.title,
    weekId: 'w1',
    status: 'GRADED',
    late: false,
    attempt: 1,
    submittedAt: '2026-01-05T12:00:00Z',
    marks: 8,
    maxMarks: 10,
    feedback: null,
    gradedAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
  })
  open([null], [], {}, [], [graded('Yesterday', 1), graded('Tuesday', 3)])
  const list = within(await screen.findByRole('list', { name: 'New feedback' }))
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Yesterday', 'Tuesday'])
})

// A whole minute.
const inAnHour = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000).toISOString()
const closing: AssignmentRow = {
  id: 'a1',
  title: 'Essay',
  status: 'PUBLISHED',
  dueAt: inAnHour,
  closesAt: inAnHour,
  maxMarks: 20,
  courseId: first.id,
  courseTitle: first.title,
  weekId: 'w1',
  weekNumber: 3,
  isArchived: false,
  deletedAt: null,
  work: noWork,
  counts: null,
}
const announcement: Announcement = {
  id: 'e1',
  courseId: first.id,
  courseTitle: first.title,
  subject: 'Room 4',
  body: '<p>Bring one dataset.</p>',
  senderName: 'Inês Carvalho',
  sentAt: startsAt,
  shownUntil: inAnHour,
}

test.each<[what: string, Parameters<typeof open>, passes: number]>([
  ['a session ends', [[quiz], [live]], Date.parse(startsAt) + 3_600_000],
  ['work closes', [[quiz], [], {}, [closing]], Date.parse(inAnHour) + 60_000],
  ['a week opens', [[quiz], [], { weekProgress: [{ ...weeks[1]!, locked: true, unlockAt: inAnHour }] }], Date.parse(inAnHour)],
  ['the last day of an announcement is over', [[quiz], [], {}, [], [], [announcement]], Date.parse(inAnHour)],
])('when %s, the page asks again', async (_, given, passes) => {
  const called = open(...given)
  expect(await screen.findByRole('heading', { level: 2, name: 'Overdue quiz' })).toBeDefined()
  expect(called).toHaveLength(1)
  letPass(passes, -5)
  await act(async () => undefined)
  expect(called).toHaveLength(1)
  letPass(passes)
  await waitFor(() => expect(called).toHaveLength(2))
})
