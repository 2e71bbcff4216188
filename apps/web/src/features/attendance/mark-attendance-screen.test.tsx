/** The page of a register: its session, its students, closing it. How it is marked: register-marks.test.tsx. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { AttendanceSheet } from '@lms/contract/attendance'
import { isolate } from '@lms/contract/rules/direction'
import { paths } from '#lib/paths.ts'
import { useOpenedComposer } from '#features/emails/composer-store.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { courseId, makeCourse, makeAttendanceRecord, makeWeek, weekId } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { MarkAttendanceScreen } from './mark-attendance-screen.tsx'

const address = paths.markAttendance.to({ courseId, weekId })

const course = makeCourse('TRAINER', { id: courseId, weeks: [] })
const week = makeWeek()
const sheet: AttendanceSheet = {
  sessions: [
    {
      id: 's1',
      title: 'Q&A: sourcing numbers',
      type: 'LIVE',
      startsAt: new Date(Date.now() - 7_200_000).toISOString(),
      durationMinutes: null,
      held: true,
      isMarked: false,
      closed: null,
    },
    { id: weekId, title: 'Cleaning', type: 'WEEK', startsAt: null, durationMinutes: null, held: false, isMarked: false, closed: null },
  ],
  settings: { madeUpAs: 'EXCUSED', needed: null },
  students: ['Ana Li', 'Chloé Martin', 'Omar Haddad'].map((name, index) => ({
    user: { id: `u${index}`, name, profileImageUrl: null },
    entries: {},
    percentage: null,
    beforeJoining: [],
  })),
  page: 1,
  limit: 100,
  total: 3,
}

const closedNow = { at: '2026-11-25T09:10:00.000Z', by: { id: 'u9', name: 'Inês Carvalho', profileImageUrl: null } }

type Facts = {
  getCourseAttendance?: () => Promise<AttendanceSheet>
  updateRegister?: (request: {
    body: { closed: boolean }
  }) => Promise<{ closed: AttendanceSheet['sessions'][number]['closed']; changed: number }>
  markBulkAttendance?: () => Promise<{ marked: number; markedAt: string; kept: [] }>
  sheet?: AttendanceSheet
  role?: 'TRAINER' | 'ADMIN' | 'USER'
  membership?: 'TRAINER' | 'STUDENT'
  at?: string
}

function open({
  markBulkAttendance = async () => ({ marked: 1, markedAt: '2026-11-25T10:00:00.000Z', kept: [] }),
  updateRegister = async ({ body }) => ({ closed: body.closed ? closedNow : null, changed: 3 }),
  sheet: shown = sheet,
  getCourseAttendance = async () => shown,
  role = 'TRAINER',
  membership = 'TRAINER',
  at = '',
}: Facts = {}) {
  signInAs(role)
  const called = fakeApi({
    courses: { getCourse: async () => ({ ...course, membership: { role: membership, status: 'ACTIVE' as const } }) },
    weeks: { getWeek: async () => week },
    attendance: { getCourseAttendance, markBulkAttendance, updateRegister },
  })
  const rendered = renderAt(
    <Routes>
      <Route path={paths.markAttendance.pattern} element={<ScreenWithData of={MarkAttendanceScreen} />} />
    </Routes>,
    address + at,
  )
  const sent = () => called.filter(({ name }) => name === 'attendance.markBulkAttendance').map(({ request }) => request.body)
  return { ...rendered, called, sent }
}

const radio = (name: string, mark: string) =>
  within(screen.getByRole('group', { name })).getByRole<HTMLInputElement>('radio', { name: mark })

/** The students in order, with their entries. */
const withEntries = (...entries: AttendanceSheet['students'][number]['entries'][]): AttendanceSheet => ({
  ...sheet,
  students: sheet.students.map((student, n) => ({ ...student, entries: entries[n] ?? {} })),
})

test.each([
  ['s1', 's1', 2],
  [weekId, weekId, 1],
])('those who were absent are written to: session %s', async (session, named, count) => {
  const absent = { s1: makeAttendanceRecord('ABSENT') }
  open({
    sheet: withEntries({ ...absent, [weekId]: makeAttendanceRecord('ABSENT') }, absent, { s1: makeAttendanceRecord('LATE') }),
    at: `?session=${session}`,
  })
  await userEvent.click(await screen.findByRole('button', { name: `Write to ${count} absent` }))
  expect(useOpenedComposer.getState().opened).toEqual({ courseId, sendTo: [`ABSENT:${weekId}:${named}`] })
})

test.each([
  ['that was given', '?session=s1', 'Q&A: sourcing numbers'],
  ['the last one that has started', '', 'Q&A: sourcing numbers'],
  ['the register of the week', `?session=${weekId}`, 'Whole week (no session)'],
])('the session is %s', async (_, at, title) => {
  open({ at })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
})

test('a session that is gone says so; another one is chosen without a trace in the history', async () => {
  const { router } = open({ at: '?session=s9' })
  expect(await screen.findByText('This session is no longer in week 6')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Ana Li' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Choose a session' }))
  expect(await screen.findByText('0 of 3 marked')).toBeTruthy()
  expect([router.state.location.search, router.state.historyAction]).toEqual(['', 'REPLACE'])
})

test('people without the right to mark read who has it, and no roster is requested', async () => {
  open({ role: 'USER', membership: 'STUDENT' })
  expect(await screen.findByText(/^Trainers mark the courses that they teach\./)).toBeTruthy()
  expect(screen.queryByRole('button')?.textContent).toBe('Back')
})

test.each([
  ['ADMIN', 1],
  ['TRAINER', 0],
] as const)('a course without students says so; %s may add users: %i', async (role, links) => {
  open({ role, sheet: { ...sheet, students: [], total: 0 } })
  expect(await screen.findByText('No students in this course')).toBeTruthy()
  expect(screen.queryAllByRole('link', { name: 'Add user' })).toHaveLength(links)
  expect(screen.queryByText(/marked|as present/)).toBeNull()
})

test('the choice of another session is in the address, and marks go to the one that is shown', async () => {
  const { router, sent } = open()
  await screen.findByText('0 of 3 marked')
  await userEvent.click(screen.getByRole('radio', { name: /^Whole week/ }))
  expect(router.state.location.search).toBe(`?session=${weekId}`)
  await userEvent.click(radio('Omar Haddad', 'Excused'))
  await waitFor(() => expect(sent()).toMatchObject([{ attendance: [{ userId: 'u2', status: 'EXCUSED', mediaId: null }] }]))
  await userEvent.click(screen.getByRole('radio', { name: /^Q&A/ }))
  expect(await screen.findByText('0 of 3 marked')).toBeTruthy()
})

test('who enrolled later is counted below, and neither marked with the rest nor absent', async () => {
  const { sent } = open({
    sheet: { ...sheet, students: sheet.students.map((one, n) => ({ ...one, beforeJoining: n === 2 ? ['s1'] : [] })) },
  })
  await screen.findByText('0 of 2 marked')
  expect(screen.getByText('1 student enrolled later')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Omar Haddad' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Mark 2 as present' }))
  await waitFor(() => expect(sent()).toMatchObject([{ attendance: [{ userId: 'u0' }, { userId: 'u1' }] }]))
})

test('a session that is moved while it is marked says so', async () => {
  let startsAt = sheet.sessions[0]!.startsAt
  const { client } = open({ getCourseAttendance: async () => ({ ...sheet, sessions: [{ ...sheet.sessions[0]!, startsAt }] }) })
  await screen.findByText('0 of 3 marked')
  expect(screen.queryByText(/This session moved/)).toBeNull()
  startsAt = '2026-11-30T08:00:00.000Z'
  await client.invalidateQueries({ queryKey: ['attendance'] })
  expect(await screen.findByText(/^This session moved to .*30 Nov.* Marks are kept\.$/)).toBeTruthy()
})

test('all students of a large class are there, not only those of the first page', async () => {
  signInAs('TRAINER')
  const called = fakeApi({
    courses: { getCourse: async () => course },
    weeks: { getWeek: async () => week },
    attendance: {
      getCourseAttendance: async ({ query }) => ({
        ...sheet,
        page: Number(query?.page),
        total: 201,
        students: [
          { ...sheet.students[0]!, user: { id: `p${String(query?.page)}`, name: `Page ${String(query?.page)}`, profileImageUrl: null } },
        ],
      }),
    },
  })
  renderAt(
    <Routes>
      <Route path={paths.markAttendance.pattern} element={<ScreenWithData of={MarkAttendanceScreen} />} />
    </Routes>,
    address,
  )
  expect(await screen.findByText('0 of 3 marked')).toBeTruthy()
  expect(called.filter(({ name }) => name === 'attendance.getCourseAttendance').map(({ request }) => request.query['page'])).toEqual([
    '1',
    '2',
    '3',
  ])
})

const registerCalls = (called: ReturnType<typeof open>['called']) =>
  called.filter(({ name }) => name === 'attendance.updateRegister').map(({ request }) => request.body)

test('closing the register asks about those who are not marked, and can be undone', async () => {
  const { called } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Close register' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Close the register?' }))
  expect(dialog.getByText('3 students who are not marked become Absent.')).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Close and mark 3 absent' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(registerCalls(called)).toEqual([{ closed: true }, { closed: false }]))
})

test('with everybody marked the register closes at once; marks on their way come first', async () => {
  const record = makeAttendanceRecord('PRESENT')
  const marked = { ...sheet, students: sheet.students.map((student) => ({ ...student, entries: { s1: record } })) }
  const saved = Promise.withResolvers<void>()
  const { called } = open({
    sheet: marked,
    markBulkAttendance: async () => {
      await saved.promise
      return { marked: 1, markedAt: '2026-11-25T10:00:00.000Z', kept: [] }
    },
  })
  const close = await screen.findByRole<HTMLButtonElement>('button', { name: 'Close register' })
  await userEvent.keyboard('l')
  expect(close.disabled).toBe(true)
  saved.resolve()
  await waitFor(() => expect(close.disabled).toBe(false))
  await userEvent.click(close)
  await waitFor(() => expect(registerCalls(called)).toEqual([{ closed: true }]))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a closed register says by whom, and can be reopened', async () => {
  const closed = { ...sheet, sessions: [{ ...sheet.sessions[0]!, closed: closedNow }, sheet.sessions[1]!] }
  const { called } = open({ sheet: closed })
  expect(await screen.findByText(/^Closed \d\d:\d\d by .*Inês Carvalho/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Reopen register' }))
  await waitFor(() => expect(registerCalls(called)).toEqual([{ closed: false }]))
})

test('a session that has not started, and the register of a week, cannot be closed', async () => {
  const later = {
    ...sheet,
    sessions: [{ ...sheet.sessions[0]!, startsAt: new Date(Date.now() + 7_200_000).toISOString() }, sheet.sessions[1]!],
  }
  open({ sheet: later, at: '?session=s1' })
  await screen.findByText('0 of 3 marked')
  expect(screen.queryByRole('button', { name: 'Close register' })).toBeNull()
})

test('a figure of those who are not marked leads to them; a row stays when it is marked', async () => {
  const first = { ...sheet.students[0]!, entries: { [sheet.sessions[0]!.id]: makeAttendanceRecord('LATE') } }
  open({ sheet: { ...sheet, students: [first, ...sheet.students.slice(1)] }, at: '?show=unmarked' })
  expect(await screen.findByText('1 of 3 marked')).toBeTruthy()
  const rows = () => screen.getAllByRole('row').map((row) => row.getAttribute('aria-label')?.split(',')[0])
  expect(rows()).toEqual(sheet.students.slice(1).map(({ user }) => isolate(user.name)))
  await userEvent.keyboard('p')
  expect(await screen.findByText('2 of 3 marked')).toBeTruthy()
  expect(rows()).toHaveLength(2)
  await userEvent.click(screen.getByRole('link', { name: 'Show all' }))
  expect(rows()).toHaveLength(3)
  await userEvent.click(screen.getByRole('link', { name: '1 not marked' }))
  expect(rows()).toHaveLength(1)
})
