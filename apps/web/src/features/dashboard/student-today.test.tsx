/** One answer to “what is next”: the card says what the row says, and nothing is shown twice. */

import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AssignmentRow } from '@lms/contract/assignments'
import type { OwnSession } from '@lms/contract/calendar'
import type { Announcement } from '@lms/contract/course-emails'
import type { MyCourse } from '@lms/contract/courses'
import type { MySubmission } from '@lms/contract/submissions'
import type { WeekProgress } from '@lms/contract/weeks'
import { formatDayAndTime } from '#lib/format-date.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { listsOf } from '#test/assignment-lists.ts'
import { manyCourses } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { makeMedia, noWork } from '#test/fixtures.ts'
import { zoom } from '#test/media-page.tsx'
import { letPass } from '#test/passing-time.ts'
import { renderAt } from '#test/render.tsx'
import { StudentToday } from './student-today.tsx'

const none = { items: [], page: 1, limit: 6, total: 0 }
const courses = manyCourses(2)
const [first, second] = [courses.all[0]!, courses.all[1]!]
const place = { weekId: 'w1', weekNumber: 3, startsAt: null, leftAt: null }
const quiz = { ...place, id: 'q1', type: 'ASSIGNMENT', title: 'Overdue quiz' } as const
const video = { ...place, id: 'm1', type: 'RECORDED', title: 'A video' } as const
const startsAt = new Date(Date.now() - 600_000).toISOString()
const session = { ...place, id: 'l1', type: 'LIVE', title: 'Q&A', startsAt } as const

const live: OwnSession = {
  id: 'l1',
  title: 'Q&A',
  weekId: 'w1',
  startsAt,
  durationMinutes: 60,
  hasRecording: false,
  courseId: first.id,
  courseTitle: first.title,
  attendance: null,
}

function open(
  nexts: MyCourse['next'][],
  sessions: OwnSession[] = [],
  facts: Partial<MyCourse> = {},
  work: AssignmentRow[] = [],
  graded: MySubmission[] = [],
  details = makeMedia(),
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
  const called = fakeApi({
    courses: { listMyCourses: async () => ({ ...none, items: mine, total: mine.length }) },
    assignments: listsOf(work),
    calendar: { listMySessions: async () => ({ ...none, items: sessions, total: sessions.length }) },
    submissions: { listMySubmissions: async () => ({ ...none, items: graded, total: graded.length }) },
    media: { getMedia: async () => details },
    courseEmails: { listAnnouncements: async () => ({ items: announced }) },
  })
  renderAt(<StudentToday />)
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
  const called = open([session, quiz], [live])
  expect(await screen.findByRole('heading', { level: 2, name: 'Overdue quiz' })).toBeDefined()
  const { from } = called.find(({ name }) => name === 'calendar.listMySessions')!.request.query as { from: string }
  // One that began before midnight may still run.
  expect(Date.parse(from)).toBeLessThan(new Date().setHours(0, 0, 0, 0))
  expect(within(screen.getByRole('region', { name: 'Live now' })).getByRole('link', { name: 'Q&A' })).toBeDefined()
  expect(screen.queryByRole('heading', { level: 2, name: 'Q&A' })).toBeNull()
})

test('without a join link, Join in the bar leads to the session, and marks nothing', async () => {
  const details = makeMedia({ id: 'l1', type: 'LIVE', zoomOptions: { ...zoom, joinUrl: null } })
  const called = open([quiz], [live], {}, [], [], details)
  const bar = within(await screen.findByRole('region', { name: 'Live now' }))
  await waitFor(() => expect(called.map(({ name }) => name)).toContain('media.getMedia'))
  await act(async () => undefined)
  expect(bar.getByRole('link', { name: 'Join' }).getAttribute('href')).toContain('/media/l1')
})

test('with a join link, Join opens it', async () => {
  open([quiz], [live], {}, [], [], makeMedia({ id: 'l1', type: 'LIVE', zoomOptions: zoom }))
  const bar = within(await screen.findByRole('region', { name: 'Live now' }))
  expect(await bar.findByRole('button', { name: 'Join' })).toBeDefined()
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
  const called = open([quiz], [], { weekCount: 2, currentWeek: 2, weekProgress: weeks })
  expect(await screen.findByText(/, week 2$/, { selector: 'span' })).toBeDefined()
  const line = screen.getByRole('img', { name: 'Week 2 of 2' })
  expect([...line.children].map((part) => (part as HTMLElement).style.getPropertyValue('--share'))).toEqual(['', '25%'])
  expect(called.filter(({ name }) => name.startsWith('courses.'))).toHaveLength(1)
})

test('when the last week is over, so is the line', async () => {
  open([null], [], { weekCount: 1, currentWeek: 1, weekProgress: [{ ...weeks[0]!, startsOn: '2020-01-06' }] })
  expect(await screen.findByRole('img', { name: 'All 1 weeks are over' })).toBeDefined()
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

test('new feedback is that of the last seven days, as the server counts it', async () => {
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
  const called = open([null], [], {}, [], [graded('Yesterday', 1), graded('Tuesday', 3)])
  const list = within(await screen.findByRole('list', { name: 'New feedback' }))
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Yesterday', 'Tuesday'])
  const asked = called.find(({ name }) => name === 'submissions.listMySubmissions')!.request.query
  const aWeek = 7 * 86_400_000
  expect(Date.now() - Date.parse(String(asked.gradedSince))).toBeLessThan(aWeek + 86_400_000)
  expect(Date.now() - Date.parse(String(asked.gradedSince))).toBeGreaterThanOrEqual(aWeek)
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

test.each<[what: string, Parameters<typeof open>, call: string, passes: number]>([
  ['a session ends', [[quiz], [live]], 'courses.listMyCourses', Date.parse(startsAt) + 3_600_000],
  ['work closes', [[quiz], [], {}, [closing]], 'assignments.listMyAssignments', Date.parse(inAnHour) + 60_000],
  [
    'a week opens',
    [[quiz], [], { weekProgress: [{ ...weeks[1]!, locked: true, unlockAt: inAnHour }] }],
    'courses.listMyCourses',
    Date.parse(inAnHour),
  ],
  [
    'the last day of an announcement is over',
    [[quiz], [], {}, [], [], undefined, [announcement]],
    'courseEmails.listAnnouncements',
    Date.parse(inAnHour),
  ],
])('when %s, the page asks again', async (_, given, call, passes) => {
  const called = open(...given)
  expect(await screen.findByRole('heading', { level: 2, name: 'Overdue quiz' })).toBeDefined()
  const asked = () => called.filter(({ name }) => name === call).length
  await waitFor(() => expect(asked()).toBe(1))
  letPass(passes, -5)
  await act(async () => undefined)
  expect(asked()).toBe(1)
  letPass(passes)
  await waitFor(() => expect(asked()).toBe(2))
})
