/** Editing a week: what is sent, its items, who may, and deleting it. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { courseId, makeCourse, makeWeek, weekId, weekVideo } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { WeekEditScreen } from './week-edit-screen.tsx'

const essay = { id: 'a1', title: 'Essay', status: 'PUBLISHED', dueAt: null, closesAt: null, maxMarks: 10, position: 1 } as const
const here = { courseId, weekId }

function show(week: Week = makeWeek(), { course = {}, weeks = {} }: { course?: Partial<Course>; weeks?: Fakes['weeks'] } = {}) {
  signInAs('TRAINER')
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER', { weekCount: 8, timeZone: 'America/New_York', ...course }) },
    weeks: {
      getWeek: async () => week,
      updateWeek: async ({ body }) => ({ ...week, ...body }) as Week,
      removeWeek: async () => undefined,
      countWeekSubmissions: async () => ({ submissions: 2 }),
      ...weeks,
    },
  })
  renderAt(
    <Routes>
      <Route path={paths.weekEdit.pattern} element={<ScreenWithData of={WeekEditScreen} />} />
      <Route path={paths.course.pattern} element={<p>The course</p>} />
    </Routes>,
    paths.weekEdit.to(here),
  )
  return () => called.filter(({ name }) => name === 'weeks.updateWeek').map(({ request }) => request)
}

test('a week is sent with its new position; its opening, shown in the time zone of the course, stays', async () => {
  const sent = show(makeWeek({ startsOn: '2026-11-16', unlockAt: '2026-11-16T13:00:07.000Z', description: '<p>About</p>' }))
  expect(await screen.findByRole('textbox', { name: 'Opens', description: 'New York time' })).toHaveProperty('value', 'Mon 16 Nov, 08:00')
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  await userEvent.type(screen.getByLabelText('Title'), ' data ')
  await userEvent.click(screen.getByRole('combobox', { name: 'Position' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Week 2 of 8' }))
  expect(screen.getByText('2 changes')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Week 2 is saved')).toBeTruthy()
  expect(sent()).toMatchObject([
    {
      params: here,
      body: {
        title: 'Cleaning data',
        number: 2,
        startsOn: '2026-11-16',
        description: '<p>About</p>',
        published: true,
      },
    },
  ])
  expect(sent()[0]!.body).not.toHaveProperty('unlockAt')
})

test('a week that is not published opens at no time that could be set', async () => {
  const sent = show(makeWeek())
  await userEvent.click(await screen.findByRole('radio', { name: /^Not published/ }))
  expect(screen.queryByLabelText(/^Opens/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ published: false, startsOn: null }))
  // Another one may have moved it, or its course to another zone: neither is an edit of the week.
  for (const field of ['number', 'unlockAt']) expect(sent()[0]!.body).not.toHaveProperty(field)
})

test('a title is needed, and a refusal keeps what was typed', async () => {
  const sent = show(makeWeek(), { weeks: { updateWeek: () => Promise.reject(new FakeProblem(409, 'conflict', 'Somebody deleted it.')) } })
  await userEvent.clear(await screen.findByLabelText('Title'))
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByRole('link', { name: 'Enter a title' })).toBeTruthy()
  expect(sent()).toEqual([])
  await userEvent.type(screen.getByLabelText('Title'), 'Charts')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Somebody deleted it.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Charts')
})

test('the only week of a course has no other place', async () => {
  show(makeWeek({ number: 1 }), { course: { weekCount: 1 } })
  await screen.findByLabelText('Title')
  expect(screen.queryByLabelText('Position')).toBeNull()
  expect(screen.getByText(/^Nothing yet\./)).toBeTruthy()
})

test('items lead to their own pages', async () => {
  show(makeWeek({ media: [weekVideo], assignments: [essay] }))
  expect((await screen.findByRole('link', { name: /A video/ })).getAttribute('href')).toBe(paths.mediaEdit.to({ ...here, mediaId: 'm1' }))
  expect(screen.getByRole('link', { name: /Essay/ }).getAttribute('href')).toBe(paths.assignment.to({ ...here, assignmentId: 'a1' }))
})

test('deleting names the submissions of this week, and leads to the course', async () => {
  show(makeWeek({ assignments: [essay] }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete week 6' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(/deleted with 1 assignment and 2 submissions/)).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete week 6' }))
  expect(await screen.findByText('The course')).toBeTruthy()
})

test('who does not teach the course edits none of its weeks', async () => {
  show(makeWeek(), { course: { membership: null } })
  expect(await screen.findByText(/^Trainers edit the courses that they teach\./)).toBeTruthy()
  expect(screen.queryByLabelText('Title')).toBeNull()
})
