/** The steps of a new course: what is done, where the others lead, and hiding them. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Course } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { course, day, essay, given, id, nothing, show, week } from '#test/course-page.tsx'
import { signInAs } from '#test/fake-api.ts'

function open(facts: Partial<Course>) {
  signInAs('TRAINER')
  given(
    { getCourse: async () => ({ ...course, membership: { role: 'TRAINER', status: 'ACTIVE' }, ...facts }) },
    { assignments: { listCourseAssignments: async () => nothing } },
  )
  show()
}
const started: Partial<Course> = { status: 'DRAFT', startsOn: day(0), studentCount: 0, weeks: [week(1, day(0)), week(2, day(7))] }
const card = () => screen.findByRole('region', { name: /^Get this course ready/ })

test('each open step leads to where it is taken; those that are done say so', async () => {
  open({ ...started, weeks: [week(1, day(0), { assignments: [essay] }), week(2, day(7))] })
  const steps = within(await card())
  steps.getByRole('heading', { name: 'Get this course ready 2 of 5' })
  const at = { courseId: id, weekId: week(1, day(0)).id }
  const links = steps.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Add a video or live session', paths.mediaNew.to(at)],
    ['Add people', paths.people.to({ courseId: id })],
  ])
  expect(steps.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
    'Create the courseDone',
    'Add a video or live sessionWeek 1',
    'Add an assignmentDone',
    'Add people0 enrolled',
    'PublishDraft',
  ])
})

test('they are hidden on request, and come back by “Undo” and from the menu of the course', async () => {
  open(started)
  const hide = async () => userEvent.click(within(await card()).getByRole('button', { name: 'Hide these steps' }))
  await hide()
  await screen.findByText('Steps hidden. Find them in the course menu.')
  expect(screen.queryByText(/^Get this course ready/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await hide()
  await userEvent.click(screen.getByRole('button', { name: 'Course actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Show start steps' }))
  await card()
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

test.each<[string, Partial<Course>]>([
  ['has run for a week', { ...started, startsOn: day(-8) }],
  ['is archived', { ...started, status: 'ARCHIVED' }],
])('a course that %s has none', async (_what, facts) => {
  open(facts)
  await screen.findByRole('button', { name: 'Course actions' })
  expect(screen.queryByText(/^Get this course ready/)).toBeNull()
})
