/** Deleted courses: admins find and restore them where the list of courses is. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { CourseListScreen } from './course-list-screen.tsx'

const deleted = {
  id: '0198f6a0-0000-7000-8000-000000000001',
  title: 'Data Journalism',
  mode: 'LIVE',
  weekCount: 10,
  studentCount: 24,
  deletedAt: '2026-11-20T12:00:00.000Z',
  restorableUntil: '2026-12-20T12:00:00.000Z',
} as const
const empty = { items: [], page: 1, limit: 20, total: 0 }

test('an admin opens the deleted courses and restores one', async () => {
  signInAs('ADMIN')
  let items: (typeof deleted)[] = [deleted]
  const called = fakeApi({
    courses: {
      listCourses: async () => empty,
      listDeletedCourses: async () => ({ ...empty, items, total: items.length }),
      restoreCourse: async () => {
        items = []
        return courseCalled('Restored')
      },
    },
  })
  renderAt(<CourseListScreen />, '/courses')
  await userEvent.click(await screen.findByRole('link', { name: 'Deleted courses' }))
  expect(await screen.findByText(/^Live course · 10 weeks · 24 students/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Restore Data Journalism' }))
  expect(await screen.findByText('Data Journalism is restored')).toBeDefined()
  expect(called.find(({ name }) => name === 'courses.restoreCourse')?.request.params).toEqual({ id: deleted.id })
  expect(await screen.findByRole('heading', { name: 'No deleted courses' })).toBeDefined()
})

test('a trainer, who cannot delete courses, has no such view', async () => {
  signInAs('TRAINER')
  const called = fakeApi({ courses: { listCourses: async () => empty } })
  renderAt(<CourseListScreen />, '/courses?view=deleted')
  expect(await screen.findByRole('heading', { name: 'There are no courses yet' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Deleted courses' })).toBeNull()
  await waitFor(() => expect(called.map(({ name }) => name)).not.toContain('courses.listDeletedCourses'))
})
