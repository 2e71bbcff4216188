/** The courses and the history of a person, next to their form. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { Role } from '@lms/contract/policy'
import type { UserChange } from '@lms/contract/users'
import { courseList } from '#test/courses.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { userDetails } from '#test/people.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { UserEditScreen } from './user-edit-screen.tsx'

const id = '0198f6a0-0000-7000-8000-0000000000bb'
const courses = courseList(['Data Journalism', 'Photography'])
const [journalism] = courses.all.map((course) => ({ id: course.id, title: course.title }))
const marta = { id: 'm', name: 'Marta Oliveira', profileImageUrl: null }
const omar = userDetails({
  id,
  name: 'Omar Haddad',
  email: 'omar@harbour.example',
  courses: [{ ...journalism!, role: 'STUDENT', percentage: 40, attendance: null }],
})

type Who = { as?: Role; person?: typeof omar }

function open(changes: UserChange[] = [], address = `/users/${id}/edit`, { as = 'SUPER_ADMIN', person = omar }: Who = {}) {
  signInAs(as)
  let isFull = true
  const called = fakeApi({
    courses: { listCourses: courses.find, getCourse: courses.get },
    users: {
      getUser: () => Promise.resolve(person),
      listUserChanges: ({ query }) =>
        Promise.resolve({ items: changes.slice(query?.page === '2' ? 10 : 0).slice(0, 10), page: 1, limit: 10, total: changes.length }),
      addUserToCourse: () => {
        if (isFull) return Promise.reject(new FakeProblem(409, 'course-full', 'Photography has no seat left.'))
        return Promise.resolve({ passed: 2 })
      },
      removeUserFromCourse: () => Promise.resolve(undefined),
    },
  })
  const element = (
    <Routes>
      <Route path="/users/:userId/edit" element={<ScreenWithData of={UserEditScreen} />} />
    </Routes>
  )
  return { called, makeRoom: () => (isFull = false), ...renderAt(element, address) }
}

test.each(['SUPER_ADMIN', 'ADMIN'] as const)('an admin cannot change a person whose role is %s, and reads why', async (role) => {
  open([], undefined, { as: 'ADMIN', person: { ...omar, role } })
  await screen.findByRole('heading', { name: 'You do not have access to this page' })
  expect(screen.getByText(/Only a super admin may change an admin\./)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Save|Delete|Send/ })).toBeNull()
})

test('a course is added, an error is shown at the field, and a course is removed after a confirmation', async () => {
  const { called, makeRoom } = open()
  const user = userEvent.setup()
  const part = within(await screen.findByRole('region', { name: /^Courses/ }))
  await user.click(part.getByRole('combobox', { name: 'Add to a course' }))
  await user.click(await screen.findByRole('option', { name: 'Photography' }))
  await user.click(part.getByRole('button', { name: 'Add' }))
  await part.findByText('Photography has no seat left.')
  makeRoom()
  await user.click(part.getByRole('button', { name: 'Add' }))
  await screen.findByText('Omar Haddad is in Photography, ahead of 2 on the waiting list')
  expect(part.getByRole<HTMLInputElement>('combobox', { name: 'Add to a course' }).value).toBe('')
  await user.click(part.getByRole('button', { name: 'Remove from course: Data Journalism' }))
  expect(await screen.findByText(/can no longer open the course/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove from course' }))
  await screen.findByText('Omar Haddad is no longer in Data Journalism')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(called.find(({ name }) => name === 'users.removeUserFromCourse')?.request.params).toEqual({ id, courseId: journalism!.id })
})

test('the history says who changed what, and its page is in the URL', async () => {
  const change = (n: number, values: Partial<UserChange>): UserChange => {
    const base = { before: null, after: null, course: null, changedBy: marta, changedAt: '2026-11-20T12:00:00Z' }
    return { ...base, id: n, field: 'COURSE', ...values }
  }
  const { router } = open([
    change(12, { field: 'ROLE', before: 'TRAINER', after: 'USER' }),
    change(11, { field: 'STATUS', before: 'SUSPENDED', after: 'ACTIVE' }),
    change(10, { field: 'NAME', before: 'Omar', after: 'Omar Haddad', changedBy: { ...marta, id } }),
    change(9, { after: 'STUDENT', course: journalism! }),
    ...[8, 7, 6, 5, 4, 3, 2].map((n) => change(n, { before: 'TRAINER' })),
  ])
  const part = within(await screen.findByRole('region', { name: /^History/ }))
  const rows = (await part.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^Role changed from Trainer to StudentBy Marta Oliveira, /)
  expect(rows[1]).toContain('Status changed from Suspended to Active')
  expect(rows[2]).toMatch(/^Name changed from Omar to Omar HaddadBy themselves, /)
  expect(rows[3]).toContain('Joined Data Journalism')
  expect(rows[4]).toContain('No longer teaches a deleted course')
  await userEvent.click(part.getByRole('link', { name: 'Page 2 of 2' }))
  expect(router.state.location.search).toBe('?history=2')
})
