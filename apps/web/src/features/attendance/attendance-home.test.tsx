/** What the attendance page of staff opens on: the course of a session that takes place now, else the one used last; and its open registers. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { OpenRegister } from '@lms/contract/attendance-record'
import type { TaughtSession } from '@lms/contract/calendar'
import { paths } from '#lib/paths.ts'
import { FakeProblem, fakeApi, signInAs } from '#test/fake-api.ts'
import { idOf, makeCourse, pageWith, weekId } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { AttendanceScreen } from './attendance-screen.tsx'

const minute = 60_000
const [first, second, third] = [1, 2, 3].map((n) => ({ id: idOf(n), title: `Course ${n}` })) as [Named, Named, Named]
type Named = { id: string; title: string }

const sessionIn = (course: Named, startsIn: number): TaughtSession => ({
  id: idOf(40),
  title: 'Q&A',
  startsAt: new Date(Date.now() + startsIn * minute).toISOString(),
  durationMinutes: 60,
  hasRecording: false,
  courseId: course.id,
  courseTitle: course.title,
  weekId,
  attendance: startsIn > 0 ? null : { marked: 21, students: 24 },
  joinUrl: 'https://example.org/room',
  canStart: false,
})
const registerOf = (n: number): OpenRegister => ({
  id: idOf(50 + n),
  title: `Clinic ${n}`,
  startsAt: '2026-11-20T14:00:00.000Z',
  courseId: first.id,
  courseTitle: first.title,
  weekId,
  marked: n === 1 ? 0 : 14,
  students: 18,
})

/** What a course of one’s own has besides. */
const unused = { percentage: null, next: null, currentWeek: null, lastActivityAt: null, hasWeekAhead: false }

type Facts = { sessions?: TaughtSession[]; registers?: OpenRegister[]; gone?: string[]; at?: string }

function show({ sessions = [], registers = [], gone = [], at = '' }: Facts = {}) {
  signInAs('TRAINER')
  const courses = [first, second, third].map(({ id, title }) => makeCourse('TRAINER', { id, title, weeks: [] }))
  const called = fakeApi({
    calendar: { listMySessions: async () => pageWith(sessions) },
    courses: {
      listMyCourses: async () => pageWith(courses.map((course) => ({ ...course, ...unused }))),
      getCourse: async ({ params }) => {
        const course = courses.find(({ id }) => id === params.id)
        if (!course || gone.includes(course.id)) throw new FakeProblem(404, 'not-found', 'There is no such course.')
        return course
      },
    },
    attendance: {
      listOpenRegisters: async (request) => ({
        ...pageWith(registers.slice(0, Number(request?.query?.limit))),
        total: registers.length,
      }),
    },
  })
  return { ...renderAt(<AttendanceScreen />, paths.attendance.to() + at), called }
}

const findCourse = (course: Named) => screen.findByRole('button', { name: new RegExp(course.title) })

test.each([
  ['14 minutes before it', 14],
  ['while it goes on', -10],
  ['29 minutes after it', -89],
])('the course of a session is shown %s, with its register', async (_, startsIn) => {
  show({ sessions: [sessionIn(second, startsIn)] })
  expect(await findCourse(second)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Open register' })
  expect(link.getAttribute('href')).toBe(paths.markAttendance.to({ courseId: second.id, weekId }, { session: idOf(40) }))
})

test.each([16, -91])('a session that starts in %i minutes is not live', async (startsIn) => {
  show({ sessions: [sessionIn(second, startsIn)] })
  expect(await findCourse(first)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Open register' })).toBeNull()
})

test('the live session says how many are marked, and is joined from there', async () => {
  show({ sessions: [sessionIn(first, -10)] })
  expect(await screen.findByText(/Q&A.* is live/)).toBeTruthy()
  expect(screen.getByText(/21 of 24 marked/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Join' })).toBeTruthy()
})

test('otherwise the course used last is shown, unless the address names one', async () => {
  const view = show({ at: `?course=${third.id}` })
  expect(await findCourse(third)).toBeTruthy()
  view.unmount()
  const again = show()
  expect(await findCourse(third)).toBeTruthy()
  again.unmount()
  show({ at: `?course=${second.id}`, sessions: [sessionIn(first, -10)] })
  expect(await findCourse(second)).toBeTruthy()
})

test('a course that is no longer there is not opened again', async () => {
  const view = show({ at: `?course=${third.id}` })
  expect(await findCourse(third)).toBeTruthy()
  view.unmount()
  show({ gone: [third.id] })
  expect(await findCourse(first)).toBeTruthy()
})

test('open registers: the first three, then all; R opens the oldest', async () => {
  const { router } = show({ registers: [1, 2, 3, 4].map(registerOf) })
  expect(await screen.findByText(/nobody is marked/)).toBeTruthy()
  expect(screen.getAllByText(/4 of 18 not marked/)).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 4' }))
  await waitFor(() => expect(screen.getAllByText(/4 of 18 not marked/)).toHaveLength(3))
  await userEvent.keyboard('r')
  expect(router.state.location.pathname + router.state.location.search).toBe(
    paths.markAttendance.to({ courseId: first.id, weekId }, { session: idOf(51), show: 'unmarked' }),
  )
})

test('with none left it says so', async () => {
  show()
  expect(await screen.findByText('All registers are closed.')).toBeTruthy()
})
