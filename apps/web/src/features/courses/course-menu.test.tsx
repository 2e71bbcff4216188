/** The menu of a course: what it offers to whom, where that leads, and the file of its attendance. */

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Ref } from 'react'
import { expect, test, vi } from 'vitest'
import type { Course } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { course, id, show, teach } from '#test/course-page.tsx'
import { FakeProblem, fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { CourseMenu } from './course-menu.tsx'

const Button = ({ loading, ref }: { loading: boolean; ref: Ref<HTMLButtonElement> }) => (
  <button ref={ref} disabled={loading}>
    Course actions
  </button>
)

async function open(role: 'TRAINER' | 'ADMIN', facts: Partial<Course> = {}) {
  signInAs(role)
  const membership = role === 'TRAINER' ? ({ role, status: 'ACTIVE' } as const) : null
  renderAt(<CourseMenu course={{ ...course, membership, ...facts }} Button={Button} />)
  await screen.findByRole('menu')
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}
const exports = ['Export attendance (CSV)', 'Export attendance (Excel)']

test.each<[string, 'TRAINER' | 'ADMIN', Partial<Course>, string[]]>([
  ['a trainer', 'TRAINER', {}, [...exports, 'Unpublish', 'Archive']],
  ['a trainer of a draft', 'TRAINER', { status: 'DRAFT' }, exports],
  ['a trainer of an archived course', 'TRAINER', { status: 'ARCHIVED' }, [...exports, 'Publish again']],
  ['an admin', 'ADMIN', {}, ['Edit course', 'Sign-up form', ...exports, 'Unpublish', 'Archive']],
])('%s', async (_, role, facts, items) => expect(await open(role, facts)).toEqual(items))

test('its links lead to the parts of this course', async () => {
  await open('ADMIN')
  const at = (name: string) => screen.getByRole('menuitem', { name }).getAttribute('href')
  expect(at('Edit course')).toBe(paths.courseEdit.to({ courseId: id }))
  expect(at('Sign-up form')).toBe(paths.signUpForm.to({ courseId: id }))
})

test.each([
  ['CSV', 'csv'],
  ['Excel', 'xlsx'],
])('attendance as %s is saved under the name of the course; the button waits for it', async (name, format) => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const file = Promise.withResolvers<Blob>()
  const called = fakeApi({ attendance: { exportAttendance: () => file.promise } })
  await open('TRAINER')
  await userEvent.click(screen.getByRole('menuitem', { name: `Export attendance (${name})` }))
  await waitFor(() => expect(called.map(({ request }) => request.query)).toEqual([{ courseId: id, format }]))
  expect(screen.getByRole('button', { name: 'Course actions', hidden: true })).toHaveProperty('disabled', true)
  await act(async () => file.resolve(new Blob(['x'])))
  await waitFor(() => expect(saved).toEqual([`Data Journalism, attendance.${format}`]))
})

test('an export that fails is reported', async () => {
  fakeApi({ attendance: { exportAttendance: () => Promise.reject(new FakeProblem(503, 'unavailable', 'The database does not answer.')) } })
  await open('TRAINER')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Export attendance (CSV)' }))
  expect(await screen.findByText('The database does not answer.')).toBeDefined()
})

test('a course without students is unpublished only after the question, whose other button changes nothing', async () => {
  const called = teach({ studentCount: 0 })
  const sent = () => called.filter(({ name }) => name === 'courses.updateCourse').map(({ request }) => request.body)
  show()
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Course actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Unpublish' }))
    return within(await screen.findByRole('dialog', { name: 'Unpublish the course?' }))
  }
  const dialog = await ask()
  expect(dialog.getByText('Students can no longer find it until you publish it again. Nothing is deleted.')).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Keep published' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([])
  await userEvent.click((await ask()).getByRole('button', { name: 'Unpublish' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([{ status: 'DRAFT' }])
})
