/** Deleting a course: only with its title typed. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { courseId, makeCourse, pageWith } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { paths } from '#lib/paths.ts'
import { CourseEditScreen } from './course-edit-screen.tsx'

test('a course is deleted once its title is typed, and not before', async () => {
  signInAs('ADMIN')
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse(null, { title: 'Data Journalism' }), removeCourse: async () => undefined },
    users: { listUsers: async () => pageWith([]) },
  })
  const removals = () => called.filter(({ name }) => name === 'courses.removeCourse')
  renderAt(
    <Routes>
      <Route path={paths.courseEdit.pattern} element={<CourseEditScreen />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    paths.courseEdit.to({ courseId }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the course' }))
  const dialog = within(await screen.findByRole('dialog'))
  const press = () => userEvent.click(dialog.getByRole('button', { name: 'Delete the course' }))
  const title = dialog.getByRole('textbox', { name: 'Type the title of the course' })
  for (const wrong of ['', 'Data', 'Data Journalism 2']) {
    await userEvent.clear(title)
    if (wrong) await userEvent.type(title, wrong)
    await press()
    expect(dialog.getByText('This is not the title of the course')).toBeTruthy()
  }
  expect(removals()).toEqual([])
  await userEvent.clear(title)
  await userEvent.type(title, ' data  journalism')
  await press()
  await waitFor(() => expect(removals()).toHaveLength(1))
  expect(removals()[0]!.request.params).toEqual({ id: courseId })
})
