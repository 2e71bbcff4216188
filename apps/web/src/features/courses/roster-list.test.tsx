/** The students of a course in a dialog: found by name, at most a hundred, and what staff do with them. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { useOpenedComposer } from '#features/emails/composer-store.ts'
import { course, given, id, nothing, show } from '#test/course-page.tsx'
import { FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { idOf } from '#test/fixtures.ts'
import { listedUser } from '#test/people.ts'

async function open(total: number, { role = 'TRAINER', users = {} }: { role?: 'TRAINER' | 'ADMIN'; users?: Fakes['users'] } = {}) {
  signInAs(role)
  const called = given(
    { getCourse: async () => ({ ...course, studentCount: total, membership: { role: 'TRAINER', status: 'ACTIVE' } }) },
    {
      assignments: { listCourseAssignments: async () => nothing },
      users: {
        listCourseStudents: async ({ query }) => {
          const all = Array.from({ length: total }, (_, n) => listedUser({ id: idOf(500 + n), name: `Student ${n + 1}`, lastSeenAt: null }))
          const found = all.filter(({ name }) => name.includes(query?.search ?? ''))
          const limit = Number(query?.limit)
          return { items: found.slice(0, limit), page: 1, limit, total: found.length }
        },
        ...users,
      },
    },
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Show the roster' }))
  const dialog = await screen.findByRole('dialog', { name: 'Students of Data Journalism' })
  const asked = () => called.filter(({ name }) => name === 'users.listCourseStudents').map(({ request }) => request.query)
  return { dialog, asked }
}

test('each student leads to their page; the rest comes on demand, and more than a hundred are found by name', async () => {
  const { dialog, asked } = await open(130)
  expect((await within(dialog).findByRole('link', { name: /^Student 1$/ })).getAttribute('href')).toBe(
    paths.userDetails.to({ userId: idOf(500) }),
  )
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(50)
  expect(within(dialog).queryByText(/^The first 100/)).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Show more' }))
  expect(await within(dialog).findByText('The first 100 of 130. Search for a name to find others.')).toBeTruthy()
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(100))
  expect(within(dialog).queryByRole('button', { name: 'Show more' })).toBeNull()
  await userEvent.type(within(dialog).getByRole('searchbox', { name: 'Search students' }), 'Student 130')
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(1))
  expect(asked()).toEqual([{ limit: '50' }, { limit: '100' }, { limit: '100', search: 'Student 130' }])
})

test('a name that nobody has is named; a course without students says how to get some', async () => {
  const { dialog } = await open(0)
  expect(await within(dialog).findByText('No students yet. Share the join link or add people.')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Write email' })).toBeNull()
  await userEvent.type(within(dialog).getByRole('searchbox'), 'Zoe')
  expect(await within(dialog).findByText('Nobody matches “Zoe”.')).toBeTruthy()
})

test.each([
  ['ADMIN', 1],
  ['TRAINER', 0],
] as const)('an email goes to all students, and closes the roster; %s may import some: %i', async (role, imports) => {
  const { dialog } = await open(2, { role })
  expect(within(dialog).queryAllByRole('link', { name: 'Import students' })).toHaveLength(imports)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Write email' }))
  expect(useOpenedComposer.getState().opened).toEqual({ courseId: id, sendTo: ['STUDENTS'] })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a roster that did not load can be asked for again', async () => {
  let isDown = true
  const { dialog } = await open(1, {
    users: {
      listCourseStudents: async () => {
        if (isDown) throw new FakeProblem(500, 'internal')
        return { items: [listedUser({ name: 'Student 1' })], page: 1, limit: 50, total: 1 }
      },
    },
  })
  expect(await within(dialog).findByText('The students could not be loaded')).toBeTruthy()
  isDown = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(await within(dialog).findByText('Student 1')).toBeTruthy()
})
