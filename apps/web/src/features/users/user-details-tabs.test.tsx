/** One person's page: the tabs with submissions and attendance, each row with a link to its evidence. */

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { ProgressItem } from '@lms/contract/progress-items'
import type { UserDetails } from '@lms/contract/users'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { UserDetailsScreen } from './user-details-screen.tsx'

const id = (n: number): string => `0198f6a0-0000-7000-9000-${String(n).padStart(12, '0')}`
const [journalism, joints, weekId] = [id(1), id(2), id(3)]

const ana: UserDetails = {
  id: id(9),
  name: 'Ana Li',
  email: 'ana.li@harbour.example',
  role: 'USER',
  profileImage: null,
  profileImageUrl: null,
  status: 'ACTIVE',
  invitationError: null,
  codeError: null,
  timeZone: null,
  createdAt: '2026-11-01T00:00:00Z',
  lastSeenAt: null,
  version: 1,
  courses: [
    { id: journalism, title: 'Data Journalism', role: 'STUDENT', percentage: 40, attendance: null },
    { id: joints, title: 'Joints', role: 'STUDENT', percentage: 0, attendance: null },
  ],
}

const item = (values: Partial<ProgressItem>): ProgressItem => ({
  id: id(20),
  type: 'ASSIGNMENT',
  weekId,
  title: 'Chart',
  required: true,
  done: false,
  reason: '',
  state: 'SUBMITTED',
  late: false,
  coverage: null,
  joinedAt: null,
  marks: null,
  maxMarks: null,
  ...values,
})
const items = [
  item({}),
  item({ id: id(21), title: 'Essay', state: 'GRADED', marks: 7.5, maxMarks: 10, late: true }),
  item({ id: id(22), title: 'Map', state: 'MISSING' }),
  item({ id: id(23), title: 'Table', late: true }),
  item({ id: id(30), type: 'RECORDED', title: 'Cleaning', state: 'IN_PROGRESS', coverage: 0.41 }),
  item({ id: id(31), type: 'LIVE', title: 'Q&A', state: 'ABSENT' }),
]

function open(search: string, courses: Fakes['courses'] = {}) {
  signInAs('TRAINER')
  const called = fakeApi({
    users: { getUser: async () => ana, getUserOverview: () => Promise.reject(new FakeProblem(503, 'unavailable')) },
    courses: {
      getStudentProgress: async ({ params }) => ({
        percentage: 40,
        completed: 2,
        total: 6,
        next: null,
        items: params.id === journalism ? items : [],
        registers: params.id === journalism ? [{ weekId: id(40), weekNumber: 3, status: 'ABSENT' }] : [],
      }),
      ...courses,
    },
  })
  const routes = (
    <Routes>
      <Route path={paths.userDetails.pattern} element={<ScreenWithData of={UserDetailsScreen} />} />
    </Routes>
  )
  return { called, ...renderAt(routes, paths.userDetails.to({ userId: ana.id }) + search) }
}
const rowsOf = async (label: string) => within(await screen.findByRole('list', { name: label })).getAllByRole('listitem')
const rowOf = async (label: string, title: string) => (await rowsOf(label)).find((row) => within(row).queryByRole('link', { name: title }))!

test('work: what was submitted, with its marks, and what is missing', async () => {
  open('?tab=work')
  expect((await rowsOf('Work')).map(({ textContent }) => textContent)).toEqual([
    'ChartAssignmentSubmitted',
    'EssayAssignment7.5 / 10, late',
    'MapAssignmentMissing',
    'TableAssignmentSubmitted late',
  ])
  const link = within(await rowOf('Work', 'Chart')).getByRole('link')
  expect(link.getAttribute('href')).toBe(paths.submissions.to({ courseId: journalism, assignmentId: id(20) }, { search: 'Ana Li' }))
})

test('attendance: videos with the watched share, sessions with the mark, each with a link to where it is marked', async () => {
  open('?tab=attendance')
  expect((await rowsOf('Attendance')).map(({ textContent }) => textContent)).toEqual([
    'CleaningVideoIn progress, 41\u00a0%',
    'Q&ALive sessionAbsent',
    'Week 3Whole weekAbsent',
  ])
  const link = within(await rowOf('Attendance', 'Q&A')).getByRole('link')
  expect(link.getAttribute('href')).toBe(paths.markAttendance.to({ courseId: journalism, weekId }, { session: id(31) }))
})

test('the tab and the course are in the URL, and a course without work says so', async () => {
  const { router, called } = open('')
  await userEvent.click(await screen.findByRole('link', { name: 'Work' }))
  expect(router.state.location.search).toBe('?tab=work')
  await rowsOf('Work')
  await router.navigate(`${paths.userDetails.to({ userId: ana.id })}?tab=work&course=${joints}`)
  expect(await screen.findByRole('heading', { name: 'No assignments yet' })).toBeDefined()
  expect(called.filter(({ name }) => name === 'courses.getStudentProgress').map(({ request }) => request.params)).toEqual([
    { id: journalism, userId: ana.id },
    { id: joints, userId: ana.id },
  ])
})

test('work that does not load is reported, and can be loaded again', async () => {
  let isDown = true
  const getStudentProgress = async () => {
    if (isDown) throw new FakeProblem(503, 'unavailable')
    return { percentage: 0, completed: 0, total: 0, next: null, items, registers: [] }
  }
  open('?tab=work', { getStudentProgress })
  expect(await screen.findByText('The work could not be loaded')).toBeDefined()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: /Try again|Retry/ }))
  expect(await rowsOf('Work')).toHaveLength(4)
})
