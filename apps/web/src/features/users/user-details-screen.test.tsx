/** The page of one person: progress and attendance with their evidence, and what they did. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { UserAction, UserDetails } from '@lms/contract/users'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { userDetails } from '#test/people.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { UserDetailsScreen } from './user-details-screen.tsx'

const id = '0198f6a0-0000-7000-8000-0000000000bb'
const course = { id: 'c', title: 'Data Journalism' }
const omar = userDetails({
  id,
  name: 'Omar Haddad',
  email: 'omar@harbour.example',
  courses: [{ ...course, role: 'STUDENT', percentage: 40, attendance: { percentage: 66, marked: 6, sessions: 13 } }],
})
const action = (values: Partial<UserAction>): UserAction => {
  const base = { subjectId: 's', title: 'Essay', course, weekId: null, attempt: null, late: false, attendance: null }
  return { ...base, type: 'COMMENT', at: '2026-11-20T12:00:00Z', ...values }
}

function open(person: UserDetails, actions: UserAction[], search = '') {
  signInAs('TRAINER')
  fakeApi({
    users: {
      getUser: () => Promise.resolve(person),
      listUserActivity: () => Promise.resolve({ items: actions, page: 1, limit: 20, total: actions.length }),
    },
  })
  const element = (
    <Routes>
      <Route path="/users/user-details/:userId" element={<ScreenWithData of={UserDetailsScreen} />} />
    </Routes>
  )
  return renderAt(element, `/users/user-details/${id}${search}`)
}
const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')

test('progress and attendance link to their details', async () => {
  open(omar, [])
  await screen.findByText('Attendance 66 %')
  expect(screen.getByText('6 of 13 sessions marked')).toBeTruthy()
  expect(hrefOf(/^Attendance 66/)).toContain('?tab=attendance&course=c')
  expect(hrefOf(/^40.% done/)).toContain('?tab=work&course=c')
})

test('each action links to its source, and they are grouped by day', async () => {
  open(
    omar,
    [
      action({ type: 'SUBMISSION', late: true, attempt: 2 }),
      action({ type: 'ATTENDANCE', title: 'Session one', weekId: 'w', attendance: 'LATE' }),
      action({ type: 'DISCUSSION', title: 'My question', at: '2026-11-18T12:00:00Z' }),
      action({ type: 'COMMENT', title: 'Theirs', at: '2026-11-18T11:00:00Z' }),
    ],
    '?tab=activity',
  )
  expect(await screen.findByText('Submitted late, attempt 2 · Data Journalism')).toBeTruthy()
  expect(hrefOf(/^Essay/)).toBe('/submissions/s/course/c')
  expect(hrefOf(/^Session one/)).toBe('/courses/c/weeks/w/mark-attendance?session=s')
  expect(hrefOf(/^My question/)).toBe('/courses/course/c/discussion-forum/s')
  expect(screen.getByText('Wrote a comment · Data Journalism')).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2)
})

test('a user who takes no courses only has the tabs for courses and activity', async () => {
  open({ ...omar, role: 'TRAINER', courses: [{ ...course, role: 'TRAINER', percentage: null, attendance: null }] }, [], '?tab=work')
  await screen.findByText('Teaches')
  expect(screen.queryByRole('link', { name: 'Work' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Activity' }))
  await screen.findByText('Nothing yet')
})

test.each([
  ['TRAINER', 'You do not have access to this page', 'Trainers see the people of the courses they teach.'],
  ['ADMIN', 'This account was removed or never existed', 'The link may be old.'],
] as const)('what the server hides from a %s is explained in words that help', async (role, title, help) => {
  signInAs(role)
  fakeApi({ users: { getUser: () => Promise.reject(new FakeProblem(404, 'not-found')) } })
  renderAt(<ScreenWithData of={UserDetailsScreen} />, `/users/user-details/${id}`)
  await screen.findByRole('heading', { name: title })
  expect(screen.getByText((text) => text.includes(help))).toBeTruthy()
})
