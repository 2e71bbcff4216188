/** Choosing one of more courses than a list can show: by typing, in a field and in a filter menu. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { FilterMenu } from '#ui/filter-bar.tsx'
import { manyCourses } from '#test/courses.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { CourseField, useCourseOptions } from './course-picker.tsx'

const courses = manyCourses(150)
const last = courses.all[149]!
const all = [{ value: 'all', label: 'All' }]

function Field({ initial = null }: { initial?: string | null }) {
  const [value, setValue] = useState(initial)
  return <CourseField label="Course" value={value} onChange={setValue} />
}

function Filter({ initial = 'all' }: { initial?: string }) {
  const [value, setValue] = useState(initial)
  const { found } = useCourseOptions(value === 'all' ? null : value)
  return <FilterMenu label="Course" value={value} options={all} found={found} onChange={setValue} />
}

function fakes() {
  signInAs('ADMIN')
  return fakeApi({ courses: { listCourses: courses.find, getCourse: courses.get } })
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Course' })
const search = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search: Course' })

test('the field says how many more there are, and finds the last of 150', async () => {
  const called = fakes()
  renderAt(<Field />)
  await userEvent.click(field())
  expect(await screen.findAllByText('Type to search 100 more')).not.toHaveLength(0)
  await userEvent.type(field(), '150')
  await userEvent.click(await screen.findByRole('option', { name: 'Course 150' }))
  await waitFor(() => expect(field().value).toBe('Course 150'))
  const searches = called.flatMap(({ name, request }) => (name === 'courses.listCourses' ? [request.query.search] : []))
  expect(searches).toEqual([undefined, '150'])
})

test('the current value shows its title without a search, and stays while the user searches for another', async () => {
  fakes()
  renderAt(<Field initial={last.id} />)
  await waitFor(() => expect(field().value).toBe('Course 150'))
  await userEvent.click(field())
  expect(await screen.findByRole('option', { name: 'Course 001' })).toBeTruthy()
  await userEvent.clear(field())
  await userEvent.type(field(), '14')
  await screen.findByRole('option', { name: 'Course 014' })
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Course 001' })).toBeNull())
  expect(screen.queryByRole('option', { name: 'Course 150' })).toBeNull()
  expect(field().value).toBe('14')
  await userEvent.tab()
  await waitFor(() => expect(field().value).toBe('Course 150'))
})

test('no results are reported, and so is a list that did not load, with a way to try again', async () => {
  signInAs('ADMIN')
  let isDown = true
  const find: typeof courses.find = (request) => (isDown ? Promise.reject(new FakeProblem(500, 'internal')) : courses.find(request))
  fakeApi({ courses: { listCourses: find } })
  renderAt(<Field />)
  await screen.findByText(/Open it again/)
  isDown = false
  await userEvent.click(field())
  expect(await screen.findByRole('option', { name: 'Course 001' })).toBeTruthy()
  await userEvent.type(field(), 'zzz')
  expect(await screen.findAllByText('No course of that name')).not.toHaveLength(0)
})

test('the menu of a filter has a search if there are many, which works by keyboard alone', async () => {
  fakes()
  renderAt(<Filter />)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Course All' }).getAttribute('aria-haspopup')).toBe('listbox'))
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(document.activeElement).toBe(await search()))
  expect(screen.getByText('Type to search 100 more')).toBeTruthy()
  await user.keyboard('150')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{ArrowDown}{Enter}')
  const button = await screen.findByRole('button', { name: 'Course Course 150' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  await user.click(screen.getByRole('button', { name: 'Clear Course' }))
  expect(screen.getByRole('button', { name: 'Course All' })).toBeTruthy()
})

test('a filter set in the URL shows the title, or that the course no longer exists', async () => {
  fakes()
  const { unmount } = renderAt(<Filter initial={last.id} />)
  expect(await screen.findByRole('button', { name: 'Course Course 150' })).toBeTruthy()
  unmount()
  renderAt(<Filter initial="0198f6a0-0000-7000-8000-999999999999" />)
  await screen.findByRole('button', { name: 'Course A deleted course' })
})

test('a few courses are a plain menu', async () => {
  const few = manyCourses(3)
  signInAs('ADMIN')
  fakeApi({ courses: { listCourses: few.find } })
  renderAt(<Filter />)
  await userEvent.click(screen.getByRole('button', { name: 'Course All' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Course 002' }))
  expect(screen.getByRole('button', { name: 'Course Course 002' })).toBeTruthy()
})
