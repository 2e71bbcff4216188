/** Attendance of a class for staff: courses, weeks, numbers, rights and the file. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AttendanceSession, AttendanceSheet } from '@lms/contract/attendance'
import type { TaughtSession } from '@lms/contract/calendar'
import type { Course, MyCourse } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse, makeAttendanceRecord, makeWeek, pageWith } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { AttendanceScreen } from './attendance-screen.tsx'

const { matchMedia } = window
const onScreen = (width: 'min-width' | 'max-width') =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes(width) }))
beforeEach(() => void onScreen('min-width'))

const weeks = [1, 2, 3].map((number) =>
  makeWeek({ id: idOf(10 + number), number, title: `Title ${number}`, startsOn: number === 3 ? '2099-01-05' : '2026-01-05' }),
)
const sessionOf = (weekId: string, facts: Partial<AttendanceSession> = {}): AttendanceSession => ({
  id: `s-${weekId}`,
  title: `Video of ${weekId.slice(-2)}`,
  type: 'RECORDED',
  startsAt: null,
  durationMinutes: null,
  held: true,
  isMarked: false,
  closed: null,
  ...facts,
})
const person = (n: number) => ({ id: idOf(70 + n), name: `Person ${n}`, profileImageUrl: null })
const sheetOf = (weekId: string, facts: Partial<AttendanceSheet> = {}): AttendanceSheet => ({
  sessions: [sessionOf(weekId)],
  settings: { madeUpAs: 'EXCUSED', needed: null },
  students: [1, 2].map((n) => ({
    user: person(n),
    entries: n === 1 && weekId === weeks[0]!.id ? { [`s-${weekId}`]: makeAttendanceRecord('PRESENT') } : {},
    percentage: null,
    beforeJoining: [],
  })),
  page: 1,
  limit: 100,
  total: 2,
  ...facts,
})

type Facts = {
  at?: string
  role?: 'TRAINER' | 'ADMIN'
  course?: Partial<Course>
  none?: boolean
  sheet?: (weekId: string) => Partial<AttendanceSheet>
  attendance?: Fakes['attendance']
  sessions?: readonly TaughtSession[]
}

function show({
  at = '',
  role = 'TRAINER',
  course: facts = {},
  none = false,
  sheet = () => ({}),
  attendance = {},
  sessions = [],
}: Facts = {}) {
  signInAs(role)
  const course = makeCourse('TRAINER', { weeks, ...facts })
  const mine = {
    ...course,
    percentage: null,
    next: null,
    currentWeek: null,
    lastActivityAt: null,
    hasWeekAhead: false,
  } as unknown as MyCourse
  const called = fakeApi({
    courses: {
      listCourses: async () => pageWith(none ? [] : [course]),
      listMyCourses: async () => pageWith(none ? [] : [mine]),
      getCourse: async () => course,
    },
    calendar: { listMySessions: async () => pageWith([...sessions]) },
    attendance: {
      listOpenRegisters: async () => pageWith([]),
      getCourseAttendance: async ({ params }) => sheetOf(params.weekId, sheet(params.weekId)),
      ...attendance,
    },
  })
  const { router } = renderAt(<AttendanceScreen />, paths.attendance.to() + at)
  const asked = () => called.filter(({ name }) => name === 'attendance.getCourseAttendance').map(({ request }) => request)
  return { router, called, asked, weeksAsked: () => asked().map(({ params }) => params['weekId']) }
}

test('the first course is shown with its weeks so far, how many sessions are marked, and the week to mark next', async () => {
  const { weeksAsked } = show()
  expect(await screen.findByText('2 students · 1 of 2 sessions marked')).toBeTruthy()
  expect(weeksAsked()).toEqual([weeks[0]!.id, weeks[1]!.id])
  expect(screen.getByRole('link', { name: 'Mark week 2' }).getAttribute('href')).toBe(
    `${paths.markAttendance.to({ courseId, weekId: weeks[1]!.id })}?session=${weeks[1]!.id}`,
  )
})

test('one week is chosen in the address; “So far” leads back', async () => {
  const { router, weeksAsked } = show({ at: `?week=${weeks[2]!.id}` })
  expect(await screen.findByText('2 students · 0 of 1 session marked')).toBeTruthy()
  expect(weeksAsked()).toEqual([weeks[2]!.id])
  expect(screen.getByRole('link', { name: 'Mark week 3' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Week/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'So far' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('of a long course the last twelve weeks are shown, and all of them if asked', async () => {
  const long = Array.from({ length: 14 }, (_, n) => makeWeek({ id: `week-${n + 1}`, number: n + 1, startsOn: '2026-11-01' }))
  const { router, weeksAsked } = show({ course: { weeks: long } })
  await screen.findByRole('grid')
  expect(weeksAsked()).toEqual(long.slice(2).map(({ id }) => id))
  expect(screen.getByText('of these weeks')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Week.*3 to 14/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'All so far' }))
  await waitFor(() => expect(router.state.location.search).toBe('?week=all'))
  await waitFor(() => expect(new Set(weeksAsked()).size).toBe(14))
  expect(await screen.findByText('of marked')).toBeTruthy()
})

test('without dates every open week counts as so far', async () => {
  const undated = weeks.map((week, index) => ({ ...week, startsOn: null, locked: index === 2 }))
  const { weeksAsked } = show({ course: { weeks: undated } })
  expect(await screen.findByText('2 students · 1 of 2 sessions marked')).toBeTruthy()
  expect(weeksAsked()).toEqual([weeks[0]!.id, weeks[1]!.id])
  expect(screen.getByRole('link', { name: 'Mark week 2' })).toBeTruthy()
})

test('sessions that are ahead are not said to be unmarked', async () => {
  show({
    at: `?week=${weeks[0]!.id}`,
    sheet: (weekId) => ({
      sessions: [sessionOf(weekId), sessionOf('ahead', { type: 'LIVE', startsAt: '2099-01-05T09:00:00Z', held: false })],
    }),
  })
  expect(await screen.findByText('2 students · 1 of 1 session marked')).toBeTruthy()
})

test('more than a hundred students come in pages', async () => {
  const { asked } = show({ at: '?page=2', sheet: () => ({ page: 2, total: 130 }) })
  expect(await screen.findByText('101 to 130 of 130')).toBeTruthy()
  expect(asked()[0]?.query).toEqual({ page: '2', limit: '100' })
})

test.each([
  ['no course', { none: true }, 'No course yet', ['New course']],
  ['no weeks', { course: { weeks: [] } }, 'This course has no weeks yet.', []],
  ['no sessions', { sheet: () => ({ sessions: [] }) }, 'No sessions yet', ['Mark week 2', 'Add media to week 2']],
  ['no students', { sheet: () => ({ students: [], total: 0 }) }, 'No students in this course', []],
] satisfies [string, Facts, string, string[]][])('nothing to mark says why: %s', async (_, facts, words, links) => {
  show(facts)
  expect(await screen.findByText(words)).toBeTruthy()
  const ownLinks = screen.queryAllByRole('link').filter((link) => !link.closest('nav'))
  expect(ownLinks.map(({ textContent }) => textContent)).toEqual(links)
})

test('who does not teach the course sees none of it', async () => {
  show({ course: { membership: null } })
  expect(await screen.findByText(/^Trainers see the courses that they teach\./)).toBeTruthy()
})

test('how many sessions are marked is said once every week has arrived', async () => {
  const last = Promise.withResolvers<undefined>()
  show({
    attendance: {
      getCourseAttendance: async ({ params }) => {
        if (params.weekId === weeks[1]!.id) await last.promise
        return sheetOf(params.weekId)
      },
    },
  })
  expect(await screen.findByText('2 students')).toBeTruthy()
  last.resolve(undefined)
  expect(await screen.findByText('2 students · 1 of 2 sessions marked')).toBeTruthy()
})

test('a week that did not load is named; only it is asked for again', async () => {
  let isDown = true
  const { weeksAsked } = show({
    attendance: {
      getCourseAttendance: async ({ params }) => {
        if (isDown && params.weekId === weeks[1]!.id) throw new FakeProblem(500, 'internal')
        return sheetOf(params.weekId)
      },
    },
  })
  expect(await screen.findByText('A part of the attendance could not be loaded')).toBeTruthy()
  expect(screen.queryByText('No sessions yet')).toBeNull()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2 students · 1 of 2 sessions marked')).toBeTruthy()
  expect(weeksAsked()).toEqual([weeks[0]!.id, weeks[1]!.id, weeks[1]!.id])
})

test.each([
  ['CSV', 'csv'],
  ['Excel (XLSX)', 'xlsx'],
] as const)('the attendance is saved as a file: %s', async (item, format) => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
  const { called } = show({ attendance: { exportAttendance: async () => new Blob(['x']) } })
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(called.find(({ name }) => name === 'attendance.exportAttendance')?.request.query).toEqual({ courseId, format })
  expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe(`Data Journalism, attendance.${format}`)
})

test('on a phone, too, students have their rates with what they are of', async () => {
  onScreen('max-width')
  const { router } = show({})
  await userEvent.click(await screen.findByRole('link', { name: 'Rates' }))
  const rows = within(await screen.findByRole('list', { name: 'Rates' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent.replace('\u00A0', ' '))).toEqual([
    'PPerson 11 of 2 sessions marked100 %',
    'PPerson 20 of 2 sessions markedNot marked',
  ])
  expect(router.state.location.search).toContain('view=rates')
})

test('on a phone a week and a session are chosen, and its students marked at once', async () => {
  onScreen('max-width')
  const { router } = show({
    sheet: (weekId) => ({
      sessions: [
        sessionOf(weekId),
        { id: weekId, title: '', type: 'WEEK', startsAt: null, durationMinutes: null, held: false, isMarked: false, closed: null },
      ],
    }),
  })
  expect(await screen.findByText('0 of 2 marked')).toBeTruthy()
  const row = screen.getByRole('navigation', { name: 'Weeks' })
  expect(
    within(row)
      .getAllByRole('link')
      .map((link) => link.getAttribute('aria-current')),
  ).toEqual([null, 'true', null])
  await userEvent.click(within(row).getByRole('link', { name: 'Week 1' }))
  expect(await screen.findByText(/^1 of 2 marked · 100\s% present or late$/)).toBeTruthy()
  expect(router.state.location.search).toBe(`?course=${courseId}&week=${weeks[0]!.id}`)
  expect(screen.getByRole('button', { name: 'Mark 1 as present' })).toBeTruthy()
})
