/** Marking a class: by keys, in one call, with nothing lost when the server refuses. */
import type { AttendanceSheet } from '@lms/contract/attendance'
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { paths } from '#lib/paths.ts'
import { choosePreferences } from '#lib/preferences.ts'
import { MarkAttendanceScreen } from './mark-attendance-screen.tsx'

const courseId = '0198f6a0-0000-7000-8000-000000000001'
const weekId = '0198f6a0-0000-7000-8000-000000000002'
const address = paths.markAttendance.to({ courseId, weekId })

const course = {
  id: courseId,
  title: 'Data Journalism',
  timeZone: 'UTC',
  membership: { role: 'TRAINER', status: 'ACTIVE' },
  weeks: [],
} as Partial<Course> as Course
const week: Week = {
  id: weekId,
  courseId,
  number: 6,
  title: 'Cleaning',
  description: '',
  startsOn: null,
  unlockAt: null,
  published: true,
  locked: false,
  media: [],
  assignments: [],
}
const sheet: AttendanceSheet = {
  sessions: [
    { id: 's1', title: 'Q&A: sourcing numbers', type: 'LIVE', startsAt: new Date(Date.now() - 7_200_000).toISOString() },
    { id: weekId, title: 'Cleaning', type: 'WEEK', startsAt: null },
  ],
  students: ['Ana Li', 'Chloé Martin', 'Omar Haddad'].map((name, index) => ({
    user: { id: `u${index}`, name, profileImageUrl: null },
    entries: {},
    percentage: null,
  })),
  page: 1,
  limit: 100,
  total: 3,
}

function open(markBulkAttendance: () => Promise<{ marked: number }>) {
  signInAs('TRAINER')
  const called = fakeApi({
    courses: { getCourse: async () => course },
    weeks: { getWeek: async () => week },
    attendance: { getCourseAttendance: async () => sheet, markBulkAttendance },
  })
  renderAt(
    <Routes>
      <Route path={paths.markAttendance.pattern} element={<MarkAttendanceScreen />} />
    </Routes>,
    address,
  )
  return called
}

const radio = (name: string, mark: string) =>
  within(screen.getByRole('group', { name })).getByRole<HTMLInputElement>('radio', { name: mark })

test('letters mark and go down; one call saves them all', async () => {
  const called = open(async () => ({ marked: 2 }))
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

test('who turned letters off marks with arrows, and the page names no letters', async () => {
  open(async () => ({ marked: 0 }))
  choosePreferences({ letterKeys: false })
  await screen.findByText('Keys: up and down to go, left and right to mark, Ctrl Enter to save.')
  radio('Ana Li', 'Present').focus()
  await userEvent.keyboard('pa{ArrowDown}')
  screen.getByText('0 of 3 marked')
  expect(document.activeElement).toBe(radio('Chloé Martin', 'Present'))
})

test('the rest becomes present at once, and a refused row says so', async () => {
  open(async () => {
    throw new FakeProblem(422, 'invalid', 'None was saved.', [{ pointer: '/attendance/2/userId', detail: 'Not enrolled in this course' }])
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Mark 3 as present' }))
  screen.getByText('3 of 3 marked')
  await user.click(screen.getByRole('button', { name: 'Save 3 marks' }))
  await screen.findByText('Nothing was saved')
  screen.getByText('Not enrolled in this course')
  expect(radio('Omar Haddad', 'Present').checked).toBe(true)
})
