/** Marking a class: by keys, in one call, with nothing lost when the server refuses. */

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { AttendanceSheet } from '@lms/contract/attendance'
import { paths } from '#lib/paths.ts'
import { choosePreferences } from '#lib/preferences.ts'
import { useOpenedComposer } from '#features/emails/composer-store.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
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
  markBulkAttendance?: () => Promise<{ marked: number; markedAt: string }>
  sheet?: AttendanceSheet
  role?: 'TRAINER' | 'ADMIN' | 'USER'
  membership?: 'TRAINER' | 'STUDENT'
  at?: string
}

function open({
  markBulkAttendance = async () => ({ marked: 1, markedAt: '2026-11-25T10:00:00.000Z' }),
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

test('letter keys mark a student and move down; one call saves all marks', async () => {
  const { called } = open()
  const user = userEvent.setup()
  await screen.findByText('0 of 3 marked')
  radio('Ana Li', 'Present').focus()
  await user.keyboard('pa')
  expect(radio('Ana Li', 'Present').checked).toBe(true)
  expect(radio('Chloé Martin', 'Absent').checked).toBe(true)
  screen.getByText('2 of 3 marked')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(called.map(({ name }) => name)).toContain('attendance.markBulkAttendance'))
  const [sent] = called.filter(({ name }) => name === 'attendance.markBulkAttendance')
  expect(sent?.request.body).toEqual({
    attendance: [
      { userId: 'u0', status: 'PRESENT', mediaId: 's1', remark: null },
      { userId: 'u1', status: 'ABSENT', mediaId: 's1', remark: null },
    ],
  })
})

test('saved marks stay on the screen until the sheet is read again, and the rest does not take them', async () => {
  const reads: (() => void)[] = []
  const { sent } = open({
    getCourseAttendance: () => new Promise((resolve) => void reads.push(() => resolve(sheet))),
  })
  await waitFor(() => expect(reads).toHaveLength(1))
  reads[0]!()
  const user = userEvent.setup()
  await screen.findByText('0 of 3 marked')
  radio('Ana Li', 'Absent').focus()
  await user.keyboard('a')
  await user.click(screen.getByRole('button', { name: 'Save 1 mark' }))
  await screen.findByText(/^Saved/)
  await waitFor(() => expect(reads).toHaveLength(2))
  expect(radio('Ana Li', 'Absent').checked).toBe(true)
  screen.getByText('1 of 3 marked')
  await user.click(screen.getByRole('button', { name: 'Mark 2 as present' }))
  await user.click(screen.getByRole('button', { name: 'Save 2 marks' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toMatchObject({ attendance: [{ userId: 'u1' }, { userId: 'u2' }] })
})

test('with letter keys turned off, arrow keys mark, and the page mentions no letters', async () => {
  open()
  choosePreferences({ letterKeys: false })
  await screen.findByText('Up and down arrows move, left and right mark, Ctrl Enter saves.')
  radio('Ana Li', 'Present').focus()
  await userEvent.keyboard('pa{ArrowDown}')
  screen.getByText('0 of 3 marked')
  expect(document.activeElement).toBe(radio('Chloé Martin', 'Present'))
})

test('the rest is marked present at once, and a rejected row shows its error', async () => {
  open({
    markBulkAttendance: async () => {
      throw new FakeProblem(422, 'validation-failed', 'None was saved.', [
        { pointer: '/attendance/2/userId', detail: 'Not enrolled in this course' },
      ])
    },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Mark 3 as present' }))
  screen.getByText('3 of 3 marked')
  await user.click(screen.getByRole('button', { name: 'Save 3 marks' }))
  await screen.findByText('Nothing was saved')
  screen.getByText('Not enrolled in this course')
  expect(radio('Omar Haddad', 'Present').checked).toBe(true)
})

test('marks set without a connection stay on the screen, and are sent once it is back', async () => {
  let reads = 0
  const { sent } = open({ getCourseAttendance: async () => (reads++ === 0 ? sheet : new Promise<never>(() => undefined)) })
  const answer = globalThis.fetch
  let isLost = true
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    isLost && url.includes('mark-bulk') ? Promise.reject(new TypeError('Failed to fetch')) : answer(url, init),
  )
  const user = userEvent.setup()
  await screen.findByText('0 of 3 marked')
  radio('Ana Li', 'Absent').focus()
  await user.keyboard('a')
  await user.click(screen.getByRole('button', { name: 'Save 1 mark' }))
  await screen.findByText('Offline, kept on this device')
  expect(screen.queryByText('Nothing was saved')).toBeNull()
  radio('Ana Li', 'Absent').focus()
  await user.keyboard('l')
  isLost = false
  fireEvent(window, new Event('online'))
  await screen.findByText(/^Saved/)
  expect(sent()).toEqual([{ attendance: [{ userId: 'u0', status: 'LATE', mediaId: 's1', remark: null }] }])
  expect(radio('Ana Li', 'Late').checked).toBe(true)
})

test('a read that began before marks were saved does not take them off the screen', async () => {
  const { promise: old, resolve } = Promise.withResolvers<void>()
  let reads = 0
  const { client, sent } = open({
    getCourseAttendance: async () => {
      reads += 1
      if (reads === 2) await old
      return reads > 2 ? new Promise<never>(() => undefined) : sheet
    },
  })
  await screen.findByText('0 of 3 marked')
  void client.refetchQueries({ queryKey: ['attendance'] })
  radio('Ana Li', 'Absent').focus()
  await userEvent.keyboard('a')
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 mark' }))
  await screen.findByText(/^Saved/)
  resolve()
  await waitFor(() => expect(reads).toBe(3))
  expect([sent().length, radio('Ana Li', 'Absent').checked]).toEqual([1, true])
})

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

test('nobody absent, nobody to write to: a mark that is not saved yet does not count', async () => {
  open()
  await screen.findByText('0 of 3 marked')
  await userEvent.click(radio('Ana Li', 'Absent'))
  expect(screen.queryByRole('button', { name: /^Write to/ })).toBeNull()
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

test('the choice of another session is in the address; unsaved marks of both wait for their own save', async () => {
  const { router, sent } = open()
  await screen.findByText('0 of 3 marked')
  await userEvent.click(radio('Ana Li', 'Late'))
  await userEvent.click(screen.getByRole('radio', { name: /^Whole week/ }))
  expect(router.state.location.search).toBe(`?session=${weekId}`)
  expect(await screen.findByText('0 of 3 marked')).toBeTruthy()
  await userEvent.click(radio('Omar Haddad', 'Excused'))
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 mark' }))
  await waitFor(() => expect(sent()).toEqual([{ attendance: [{ userId: 'u2', status: 'EXCUSED', mediaId: null, remark: null }] }]))
  await userEvent.click(screen.getByRole('radio', { name: /^Q&A/ }))
  expect(radio('Ana Li', 'Late').checked).toBe(true)
  expect(screen.getByText('1 unsaved')).toBeTruthy()
})

test('a chosen mark is taken away by choosing it again; a note is sent with it', async () => {
  const { sent } = open({
    sheet: withEntries({ s1: makeAttendanceRecord('PRESENT') }, { s1: makeAttendanceRecord('LATE', { remark: 'Train' }) }),
  })
  await screen.findByText('2 of 3 marked')
  await userEvent.click(radio('Ana Li', 'Present'))
  expect(screen.getByText('1 of 3 marked')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Note for Chloé Martin').value).toBe('Train')
  await userEvent.click(screen.getByRole('button', { name: 'Add a note for Omar Haddad' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Note for Omar Haddad'))
  await userEvent.type(screen.getByLabelText('Note for Omar Haddad'), ' Ill ')
  await userEvent.click(screen.getByRole('button', { name: 'Save 2 marks' }))
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        attendance: [
          { userId: 'u0', status: null, mediaId: 's1', remark: null },
          { userId: 'u2', status: null, mediaId: 's1', remark: 'Ill' },
        ],
      },
    ]),
  )
  expect(await screen.findByText(/Saved/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
})

test('marks from an earlier visit are there again, with their time, and can be thrown away', async () => {
  const { unmount } = open()
  await screen.findByText('0 of 3 marked')
  await userEvent.click(radio('Ana Li', 'Late'))
  unmount()
  open()
  expect(await screen.findByText('1 of 3 marked')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /Discard/ }))
  expect(await screen.findByText('0 of 3 marked')).toBeTruthy()
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

test('with everybody marked the register closes at once; unsaved marks are saved first', async () => {
  const record = makeAttendanceRecord('PRESENT')
  const marked = { ...sheet, students: sheet.students.map((student) => ({ ...student, entries: { s1: record } })) }
  const { called } = open({ sheet: marked })
  const close = await screen.findByRole<HTMLButtonElement>('button', { name: 'Close register' })
  radio('Ana Li', 'Present').focus()
  await userEvent.keyboard('l')
  expect(close.disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 mark' }))
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
