/** Going from a page of a course to the same page of another, by a press or by keys. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { courseList } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { type CourseTab, PageOfCourse } from './page-of-course.tsx'

const courses = courseList(['Algebra', 'Botany', 'Chemistry', 'Drawing'])
const [algebra, botany, chemistry, drawing] = courses.all as [Course, Course, Course, Course]
type Course = (typeof courses.all)[number]

function open(tab: CourseTab = 'marks') {
  const { id } = signInAs('ADMIN')
  localStorage.setItem(`recent-courses:${id}`, [drawing.id, botany.id].join(' '))
  const counts = { toGrade: 0, openRegisters: [], discussions: 0 }
  fakeApi({ home: { getCourseCounts: async () => counts }, courses: { listCourses: courses.find } })
  return {
    ...renderAt(<PageOfCourse course={algebra} tab={tab} title="Gradebook" />, paths.marks.to({ courseId: algebra.id })),
    userId: id,
  }
}
const button = () => screen.findByRole('button', { name: 'Switch course' })
const names = (group: HTMLElement) => within(group).getAllByRole('option').map(({ textContent }) => textContent) // oxfmt-ignore

test('those opened last come first, then the others; one of them is opened by keys on the same page', async () => {
  const { router, userId } = open()
  await userEvent.click(await button())
  await screen.findByRole('option', { name: 'Chemistry' })
  expect(names(screen.getByRole('group', { name: 'Open marks of' }))).toEqual(['Drawing', 'Botany'])
  expect(names(screen.getByRole('group', { name: 'Other courses' }))).toEqual(['Chemistry'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Course' })))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(router.state.location.pathname).toBe(paths.marks.to({ courseId: botany.id }))
  expect(localStorage.getItem(`recent-courses:${userId}`)).toBe([algebra.id, drawing.id, botany.id].join(' '))
})

test('typing finds one; what is not found is said, and Escape returns to the button', async () => {
  const { router } = open()
  await userEvent.click(await button())
  await userEvent.type(await screen.findByRole('combobox', { name: 'Course' }), 'chem')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await userEvent.type(screen.getByRole('combobox', { name: 'Course' }), 'x')
  expect(await screen.findByText('No course matches.')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(document.activeElement).toBe(await button())
  expect(router.state.location.pathname).toBe(paths.marks.to({ courseId: algebra.id }))
})

test('from the sign-up responses it leads to the weeks, as not every course has a form', async () => {
  const { router } = open('sign-up')
  await userEvent.click(await button())
  await userEvent.click(await screen.findByRole('option', { name: 'Chemistry' }))
  expect(router.state.location.pathname).toBe(paths.course.to({ courseId: chemistry.id }))
})
