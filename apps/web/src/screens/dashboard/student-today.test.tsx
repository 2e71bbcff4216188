/** One answer to “what is next”: the card says what the row says, and nothing is shown twice. */
import type { OwnSession } from '@lms/contract/calendar'
import type { MyCourse, ProgressItem } from '@lms/contract/courses'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { manyCourses } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { StudentToday } from './student-today.tsx'

const none = { items: [], page: 1, limit: 6, total: 0 }
const courses = manyCourses(2)
const [first, second] = [courses.all[0]!, courses.all[1]!]
const quiz = { id: 'q1', type: 'ASSIGNMENT', title: 'Overdue quiz', weekId: 'w1' } as const
const video = { id: 'm1', type: 'RECORDED', title: 'A video', weekId: 'w1' } as const
const session = { id: 'l1', type: 'LIVE', title: 'Q&A', weekId: 'w1' } as const

function open(nexts: MyCourse['next'][], sessions: OwnSession[] = []) {
  signInAs('USER')
  const mine = [first, second].map((course, n): MyCourse => ({
    ...course,
    percentage: 0,
    next: nexts[n] ?? null,
    currentWeek: null,
    lastActivityAt: null,
  }))
  // The video was begun: that does not make it the next thing.
  const items = [{ ...video, required: true, done: false, state: 'IN_PROGRESS' } as ProgressItem]
  fakeApi({
    courses: {
      listMyCourses: async () => ({ ...none, items: mine, total: 2 }),
      getCourse: async (request) => ({ ...(await courses.get(request)), weeks: [] }),
      getProgress: async () => ({ percentage: 0, completed: 0, total: 1, next: null, items }),
    },
    assignments: { listMyAssignments: async () => none },
    calendar: { listMySessions: async () => ({ ...none, items: sessions, total: sessions.length }) },
    submissions: { listMySubmissions: async () => none },
  })
  renderAt(<StudentToday />)
}

test('the card goes on with what the row of the course names', async () => {
  open([quiz, video])
  expect(await screen.findByRole('heading', { level: 2, name: 'Overdue quiz' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open assignment' }).getAttribute('href')).toContain('/q1')
  const list = within(screen.getByRole('list', { name: 'My courses' }))
  expect(list.getByText('Next: Overdue quiz')).toBeDefined()
  expect(list.getByText('Next: A video')).toBeDefined()
})

test('what is live now stands in the bar alone, and the card goes on with another course', async () => {
  const startsAt = new Date(Date.now() - 600_000).toISOString()
  open(
    [session, quiz],
    [{ ...session, startsAt, durationMinutes: 60, hasRecording: false, courseId: first.id, courseTitle: first.title, attendance: null }],
  )
  expect(await screen.findByRole('heading', { level: 2, name: 'Overdue quiz' })).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Live now' })).getByRole('link', { name: 'Q&A' })).toBeDefined()
  expect(screen.queryByRole('heading', { level: 2, name: 'Q&A' })).toBeNull()
})

test('nothing is next: no card', async () => {
  open([null, null])
  expect(await screen.findByRole('list', { name: 'My courses' })).toBeDefined()
  expect(screen.queryByText('Continue')).toBeNull()
})
