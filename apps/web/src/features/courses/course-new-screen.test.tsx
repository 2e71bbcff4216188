/** A new course: nothing is created by accident, and its status is chosen knowingly. */

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#lib/paths.ts'
import * as uploading from '#features/files/use-file-uploads.ts'
import { courseCalled } from '#test/courses.ts'
import { enter } from '#test/enter.ts'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { idOf } from '#test/fixtures.ts'
import { listedUser } from '#test/people.ts'
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
  await userEvent.type(screen.getByLabelText('Weeks'), '{Enter}')
  await userEvent.click(screen.getByLabelText(/^Count a video/))
  await userEvent.keyboard('{Enter}')
  expect(sent(called)).toEqual([])
  await userEvent.type(title, '{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent(called)).toMatchObject([{ title: 'Bread', status: 'DRAFT' }]))
})

test('the choice says what a draft and a published course are, and the button says what it does', async () => {
  const called = given()
  renderAt(<CourseNewScreen />)
  await enter(await screen.findByLabelText('Title'), 'Bread')
  expect(screen.getByText('Only staff see it. Publish it when it is ready.')).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'Published' }))
  await userEvent.click(screen.getByRole('button', { name: 'Create and publish course' }))
  await waitFor(() => expect(sent(called)).toMatchObject([{ status: 'PUBLISHED' }]))
})

test('trainers are told that an admin writes the sign-up form, and cannot choose it before', async () => {
  given()
  renderAt(<CourseNewScreen />)
  const group = within(await screen.findByRole('group', { name: 'Who can enrol' }))
  expect(group.getAllByRole('radio').map((way) => way.getAttribute('value'))).toEqual(['OPEN', 'INVITE'])
  screen.getByText(/^Students can also enrol with a sign-up form\. Ask an admin to write one\./)
})

test('enrolment in a new course of an admin is open, with a form, or by invitation', async () => {
  signInAs('ADMIN')
  fakeApi({ users: { listUsers: async () => ({ items: [], page: 1, limit: 50, total: 0 }) } })
  renderAt(<CourseNewScreen />)
  const ways = within(await screen.findByRole('group', { name: 'Who can enrol' })).getAllByRole('radio')
  expect(ways.map((way) => way.getAttribute('value'))).toEqual(['OPEN', 'FORM', 'INVITE'])
})

const bread = courseCalled('Bread')
function show(courses: Fakes['courses'] = {}, users: Fakes['users'] = {}) {
  const called = fakeApi({
    courses: { createCourse: async ({ body }) => ({ ...bread, status: body?.status ?? 'DRAFT' }), ...courses },
    users,
  })
  const { router } = renderAt(
    <Routes>
      <Route path={paths.courseNew.pattern} element={<CourseNewScreen />} />
      <Route path={paths.course.pattern} element={<p>The course</p>} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    paths.courseNew.to(),
  )
  return { called, router }
}

test.each([
  ['Create course', 'Course created'],
  ['Create and publish course', 'Course created and published'],
])('“%s” creates it once, with its weeks, says “%s” and leads to it', async (button, words) => {
  const answer = Promise.withResolvers<void>()
  const { called } = show({ createCourse: async ({ body }) => answer.promise.then(() => ({ ...bread, status: body?.status ?? 'DRAFT' })) })
  await enter(await screen.findByLabelText('Title'), 'Bread')
  await userEvent.tripleClick(screen.getByLabelText('Weeks'))
  await userEvent.keyboard('8')
  if (button.includes('publish')) await userEvent.click(screen.getByRole('radio', { name: 'Published' }))
  await userEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() =>
    expect(sent(called)).toMatchObject([
      { title: 'Bread', weekCount: 8, startsOn: '2026-11-25', endsOn: '2027-01-19', trainerIds: [], coverImage: null },
    ]),
  )
  await userEvent.keyboard('{Control>}s{/Control}')
  answer.resolve()
  expect(await screen.findByText('The course')).toBeDefined()
  expect(screen.getByText(words)).toBeDefined()
  expect(sent(called)).toHaveLength(1)
})

test('what is wrong is said at the field, also what only the server knows, and nothing typed is lost', async () => {
  const errors = [{ pointer: '/seats', detail: 'There are more students already' }]
  const { called } = show({ createCourse: () => Promise.reject(new FakeProblem(422, 'validation-failed', 'Some fields', errors)) })
  await userEvent.click(await screen.findByRole('button', { name: 'Create course' }))
  expect(await screen.findByRole('link', { name: 'Enter a title' })).toBeDefined()
  expect(sent(called)).toEqual([])
  await enter(screen.getByLabelText('Title'), 'Bread')
  await userEvent.click(screen.getByRole('button', { name: 'Create course' }))
  expect(await screen.findByRole('link', { name: 'There are more students already' })).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Bread')
})

test('an admin chooses the trainers', async () => {
  signInAs('ADMIN')
  const tom = listedUser({ id: idOf(11), name: 'Tom Reyes', role: 'TRAINER' })
  const { called } = show({}, { listUsers: async () => ({ items: [tom], page: 1, limit: 50, total: 1 }) })
  await enter(await screen.findByLabelText('Title'), 'Bread')
  screen.getByText('No trainer yet')
  await userEvent.click(screen.getByRole('combobox', { name: 'Trainers' }))
  await userEvent.click(await screen.findByRole('option', { name: /^Tom Reyes/ }))
  screen.getByText('1 trainer')
  await userEvent.click(screen.getByRole('button', { name: 'Create course' }))
  await waitFor(() => expect(sent(called)).toMatchObject([{ trainerIds: [tom.id] }]))
})

test('a cover that was chosen is sent with the course', async () => {
  const cover = `image/${idOf(10)}/${idOf(40)}.webp`
  vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 200, close: () => undefined }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) => done(new Blob(['x'], { type: type ?? '' })))
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:cover')
  vi.spyOn(uploading, 'uploadFile').mockResolvedValue({ key: cover })
  const { called } = show()
  await enter(await screen.findByLabelText('Title'), 'Bread')
  const field = screen.getByLabelText<HTMLInputElement>('Cover', { selector: 'input' })
  await userEvent.upload(field, new File(['x'], 'bread.png', { type: 'image/png' }))
  await screen.findByRole('button', { name: 'Replace' })
  await userEvent.click(screen.getByRole('button', { name: 'Create course' }))
  await waitFor(() => expect(sent(called)).toMatchObject([{ coverImage: cover }]))
})

test('the preview and the last day follow what is typed; the buttons and arrow keys count weeks from 1 to 60', async () => {
  show()
  const weeks = await screen.findByLabelText<HTMLInputElement>('Weeks')
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  preview.getByText('Course title')
  preview.getByText('Week 1 is open from today')
  preview.getByText('Times in Adelaide time, GMT+10:30')
  screen.getByText('Last day Tue 2 Feb 2027. Weeks can be added and moved later.')
  await enter(screen.getByLabelText('Title'), 'Bread')
  preview.getByText('Bread')
  await userEvent.click(weeks)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(weeks.value).toBe('12')
  await userEvent.click(screen.getByRole('button', { name: 'One week fewer' }))
  preview.getByRole('img', { name: '11 weeks' })
  screen.getByText(/^Last day Tue 9 Feb 2027/)
  await userEvent.tripleClick(weeks)
  await userEvent.keyboard('60{ArrowUp}')
  expect(weeks.value).toBe('60')
  await userEvent.clear(screen.getByLabelText('First day'))
  screen.getByText('Weeks get no dates. They can be added later.')
  preview.getByText('Weeks without dates')
  await userEvent.click(screen.getByRole('radio', { name: 'By invitation' }))
  preview.getByText('By invitation: staff add students')
})

test('an error among the folded options opens them', async () => {
  show()
  await enter(await screen.findByLabelText('Title'), 'Bread')
  const seats = screen.getByLabelText('Seats')
  await userEvent.type(seats, 'many')
  const fold = seats.closest('details')!
  fold.open = false
  await userEvent.click(screen.getByRole('button', { name: 'Create course' }))
  expect(fold.open).toBe(true)
  expect(document.activeElement).toBe(seats)
})

test('leaving with a title asks once; discarding it starts again, and creating asks nothing', async () => {
  const { router } = show()
  await enter(await screen.findByLabelText('Title'), 'Bread')
  await act(() => router.navigate('/courses'))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Bread')
  await act(() => router.navigate('/courses'))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await screen.findByText('Elsewhere')
  await act(() => router.navigate(paths.courseNew.to()))
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('')
})
