/** The tabs of a course: which of them the reader may open, and what asks for something there. */

import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Course } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { course, id } from '#test/course-page.tsx'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { PageOfCourse } from './page-of-course.tsx'

const counts = { toGrade: 12, openRegisters: ['m2'], discussions: 3 }
const staff = { membership: { role: 'TRAINER', status: 'ACTIVE' } } as const

const names = (links: readonly HTMLElement[]) => links.map((link) => link.getAttribute('aria-label') ?? link.textContent?.trim())

async function showTabs(facts: Partial<Course>, found = counts): Promise<HTMLElement[]> {
  fakeApi({ home: { getCourseCounts: async () => found } })
  renderAt(<PageOfCourse course={{ ...course, ...facts }} tab="marks" title="Gradebook" />, paths.marks.to({ courseId: id }))
  const row = await screen.findByRole('navigation', { name: 'Pages of the course' })
  // Names have no numbers before these are known.
  if (found.discussions > 0) await within(row).findByRole('link', { name: /^Discussion, / })
  return within(row).getAllByRole('link')
}

test('staff see seven, with what asks for something in numbers and in words', async () => {
  signInAs('TRAINER')
  const links = await showTabs({ ...staff, signUps: { all: 9, waiting: 4 } })
  expect(names(links)).toEqual([
    'Weeks',
    'People, 24 students',
    'Marks, 12 to grade',
    'Attendance, 1 open register',
    'Discussion, 3 unanswered',
    'Emails',
    'Sign-up, 4 waiting',
  ])
  expect(screen.getByRole('link', { name: 'Marks, 12 to grade' }).getAttribute('aria-current')).toBe('page')
  expect(links.filter((link) => link.hasAttribute('aria-current'))).toHaveLength(1)
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    paths.course.to({ courseId: id }),
    paths.people.to({ courseId: id }),
    paths.marks.to({ courseId: id }),
    paths.attendance.to({ course: id }),
    paths.discussions.to({ courseId: id }),
    paths.courseEmails.to({ courseId: id }),
    paths.signUpResponses.to({ courseId: id }),
  ])
})

test('students see five; their emails are the announcements, and discussions with something new are counted', async () => {
  signInAs('USER')
  const links = await showTabs({}, { toGrade: 0, openRegisters: [], discussions: 2 })
  expect(names(links)).toEqual(['Weeks', 'Marks', 'Attendance', 'Discussion, 2 new', 'Emails'])
  expect(links.at(-1)?.getAttribute('href')).toBe(paths.announcements.to({ courseId: id }))
})

test('nothing is drawn for 0, nor a tab for a form that the course does not have', async () => {
  signInAs('TRAINER')
  const links = await showTabs({ ...staff, studentCount: 0 }, { toGrade: 0, openRegisters: [], discussions: 0 })
  expect(names(links)).toEqual(['Weeks', 'People', 'Marks', 'Attendance', 'Discussion', 'Emails'])
})

test('the breadcrumb leads to the course and the week, and does not repeat the tab', async () => {
  signInAs('TRAINER')
  fakeApi({})
  renderAt(<PageOfCourse course={{ ...course, ...staff }} tab="weeks" title="Edit week 2" weekId={course.weeks![1]!.id} />, '/')
  const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumb' })
  expect(
    within(crumbs)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['My Courses', 'Data Journalism', 'Week 2'])
})
