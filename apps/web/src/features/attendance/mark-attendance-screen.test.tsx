/** Marking a class: by keys, in one call, with nothing lost when the server refuses. */
import type { AttendanceSheet } from '@lms/contract/attendance'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { courseId, makeCourse, makeWeek, weekId } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { paths } from '#lib/paths.ts'
import { choosePreferences } from '#lib/preferences.ts'
import { MarkAttendanceScreen } from './mark-attendance-screen.tsx'

const address = paths.markAttendance.to({ courseId, weekId })

const course = makeCourse('TRAINER', { id: courseId, weeks: [] })
const week = makeWeek()
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

test('letter keys mark a student and move down; one call saves all marks', async () => {
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

test('with letter keys turned off, arrow keys mark, and the page mentions no letters', async () => {
  open(async () => ({ marked: 0 }))
  choosePreferences({ letterKeys: false })
  await screen.findByText('Keys: up and down to go, left and right to mark, Ctrl Enter to save.')
  radio('Ana Li', 'Present').focus()
  await userEvent.keyboard('pa{ArrowDown}')
  screen.getByText('0 of 3 marked')
  expect(document.activeElement).toBe(radio('Chloé Martin', 'Present'))
})

test('the rest is marked present at once, and a rejected row shows its error', async () => {
  open(async () => {
    throw new FakeProblem(422, 'validation-failed', 'None was saved.', [
      { pointer: '/attendance/2/userId', detail: 'Not enrolled in this course' },
    ])
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Mark 3 as present' }))
  screen.getByText('3 of 3 marked')
  await user.click(screen.getByRole('button', { name: 'Save 3 marks' }))
  await screen.findByText('Nothing was saved')
  screen.getByText('Not enrolled in this course')
  expect(radio('Omar Haddad', 'Present').checked).toBe(true)
})
