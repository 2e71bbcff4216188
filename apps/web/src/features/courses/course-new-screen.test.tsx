/** A new course: nothing is created by accident, and its status is chosen knowingly. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { CourseNewScreen } from './course-new-screen.tsx'

beforeEach(() => void signInAs('TRAINER'))
const given = () => fakeApi({ courses: { createCourse: async () => ({ ...courseCalled('Bread'), status: 'DRAFT' }) } })
const sent = (called: ReturnType<typeof given>) =>
  called.filter(({ name }) => name === 'courses.createCourse').map(({ request }) => request.body)

test('Enter in a field does not create the course, Ctrl Enter does', async () => {
  const called = given()
  renderAt(<CourseNewScreen />)
  const title = await screen.findByLabelText('Title')
  await userEvent.type(title, 'Bread{Enter}')
  await userEvent.type(screen.getByLabelText('Number of weeks'), '{Enter}')
  await userEvent.click(screen.getByLabelText(/^Count a video/))
  await userEvent.keyboard('{Enter}')
  expect(sent(called)).toEqual([])
  await userEvent.type(title, '{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent(called)).toMatchObject([{ title: 'Bread', status: 'DRAFT' }]))
})

test('the choice says what a draft and a published course are, and the button says what it does', async () => {
  const called = given()
  renderAt(<CourseNewScreen />)
  await userEvent.type(await screen.findByLabelText('Title'), 'Bread')
  expect(screen.getByText('Only staff see it. Publish it from its page when it is ready.')).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'Publish now' }))
  await userEvent.click(screen.getByRole('button', { name: 'Create and publish course' }))
  await waitFor(() => expect(sent(called)).toMatchObject([{ status: 'PUBLISHED' }]))
})

test('enrolment in a new course is open, with a form, or by invitation', async () => {
  given()
  renderAt(<CourseNewScreen />)
  const ways = within(await screen.findByRole('group', { name: 'Who may enrol' })).getAllByRole('radio')
  expect(ways.map((way) => way.getAttribute('value'))).toEqual(['OPEN', 'FORM', 'INVITE'])
})
