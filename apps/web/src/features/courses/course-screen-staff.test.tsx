/** The course page for staff: weeks are deleted and restored, the course is published, unpublished and archived. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { id, day, week, weeks, essay, course, nothing, given, show, teach } from '#test/course-page.tsx'
import { signInAs } from '#test/fake-api.ts'

test('deleting a week says what is deleted, and asks first', async () => {
  signInAs('TRAINER')
  const row = {
    ...essay,
    courseId: id,
    courseTitle: course.title,
    weekId: weeks[0]?.id ?? '',
    weekNumber: 1,
    isArchived: false,
    deletedAt: null,
    work: null,
    counts: { students: 24, submitted: 24, toGrade: 9, graded: 15, late: 0, oldest: null },
  }
  const called = given(
    { getCourse: async () => ({ ...course, membership: { role: 'TRAINER', status: 'ACTIVE' } }) },
    {
      assignments: { listCourseAssignments: async () => ({ ...nothing, items: [row], total: 1 }) },
      weeks: {
        countWeekSubmissions: async () => ({ submissions: 24 }),
        removeWeek: async () => undefined,
        restoreWeek: async () => weeks[0]!,
      },
    },
  )
  show()
  expect((await screen.findAllByText('9 to grade')).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: 'Actions for week 1' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete week' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete week 1?' })
  expect(await within(dialog).findByText(/1 assignment and 24 submissions\. You can restore it for 30 days\./)).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete week 1' }))
  await waitFor(() =>
    expect(called.find(({ name }) => name === 'weeks.removeWeek')?.request.params).toEqual({ courseId: id, weekId: weeks[0]?.id }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Week 1 is restored')).toBeDefined()
  expect(called.find(({ name }) => name === 'weeks.restoreWeek')?.request.params).toEqual({ courseId: id, weekId: weeks[0]?.id })
})

test('staff restore a deleted week below the list of weeks, even if that is empty', async () => {
  signInAs('TRAINER')
  const deleted = {
    id: 'w9',
    title: 'Interviews',
    mediaCount: 2,
    assignmentCount: 1,
    deletedAt: '2026-11-20T12:00:00.000Z',
    restorableUntil: '2026-12-20T12:00:00.000Z',
  }
  const called = given(
    { getCourse: async () => ({ ...course, membership: { role: 'TRAINER', status: 'ACTIVE' }, weeks: [] }) },
    {
      assignments: { listCourseAssignments: async () => nothing },
      weeks: { listDeletedWeeks: async () => ({ ...nothing, items: [deleted], total: 1 }), restoreWeek: async () => weeks[0]! },
    },
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Show deleted weeks' }))
  expect((await screen.findByText(/^3 items, deleted/)).textContent).toContain('restorable until')
  await userEvent.click(screen.getByRole('button', { name: 'Restore Interviews' }))
  expect(await screen.findByText('Interviews is restored')).toBeDefined()
  expect(called.find(({ name }) => name === 'weeks.restoreWeek')?.request.params).toEqual({ courseId: id, weekId: 'w9' })
})

const statusesSent = (called: ReturnType<typeof given>) =>
  called.filter(({ name }) => name === 'courses.updateCourse').map(({ request }) => request.body)

test('a trainer publishes a draft from its page', async () => {
  const called = teach({ status: 'DRAFT' })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Publish course' }))
  expect(await screen.findByText('Course published')).toBeDefined()
  expect(statusesSent(called)).toEqual([{ status: 'PUBLISHED' }])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Publish course' })).toBeNull())
})

test('a trainer unpublishes and archives after reading what it means, and has no edit form', async () => {
  const called = teach({ status: 'PUBLISHED' })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Course actions' }))
  expect(screen.queryByRole('menuitem', { name: 'Edit course' })).toBeNull()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }))
  const archive = await screen.findByRole('dialog', { name: 'Archive the course?' })
  expect(archive.textContent).toContain('Nobody can enrol, submit or post.')
  await userEvent.click(within(archive).getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('Course archived')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Course actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Publish again' }))
  expect(await screen.findByText('Course published')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Course actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Unpublish' }))
  const unpublish = await screen.findByRole('dialog', { name: 'Unpublish the course?' })
  expect(unpublish.textContent).toContain('24 students can no longer open it until you publish it again. Nothing is deleted.')
  await userEvent.click(within(unpublish).getByRole('button', { name: 'Unpublish' }))
  expect(await screen.findByText('Course unpublished')).toBeDefined()
  expect(statusesSent(called)).toEqual([{ status: 'ARCHIVED' }, { status: 'PUBLISHED' }, { status: 'DRAFT' }])
})

/** The names of the filled buttons of the page: one at most. */
const filled = (): (string | null)[] =>
  [...document.querySelectorAll('.mantine-Button-root')]
    .filter((button) => !button.hasAttribute('data-variant'))
    .map(({ textContent }) => textContent)

test('a new course shows the next step: its empty week offers what to add, and only one button is filled', async () => {
  teach({ status: 'DRAFT', weeks: [week(1, day(-2)), week(2, day(5))] })
  show()
  expect(await screen.findByRole('heading', { name: 'This week is empty.' })).toBeDefined()
  const [first, second] = screen.getAllByRole('region', { name: /^Title/ })
  const links = within(first!).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Add video', 'Add live session', 'Add assignment'])
  expect(links.map((link) => link.getAttribute('href')?.replace(/.*weeks/, ''))).toEqual([
    `/${weeks[0]?.id}/media`,
    `/${weeks[0]?.id}/media?kind=live`,
    `/${weeks[0]?.id}/assignments/new`,
  ])
  expect(filled()).toEqual(['Add video'])
  await userEvent.click(within(second!).getByRole('button', { name: /^2\s?Title 2/ }))
  expect(within(second!).getByRole('link', { name: 'Add live session to Title 2' })).toBeDefined()
  expect(filled()).toEqual(['Add video'])
})

test.each([
  ['a draft with items', { status: 'DRAFT' as const }, ['Publish course']],
  ['a published course with items', {}, []],
  ['a course without weeks', { status: 'DRAFT' as const, weeks: [] }, ['Add week']],
])('the filled button of %s', async (_, facts, expected) => {
  teach(facts)
  show()
  await screen.findByRole('button', { name: 'Add week' })
  expect(filled()).toEqual(expected)
})

test('a week says how many of its submissions wait for a mark, and nothing once all have one', async () => {
  signInAs('TRAINER')
  const counts = { students: 24, submitted: 24, toGrade: 9, graded: 15, late: 0, oldest: null }
  const facts = { ...essay, courseId: id, courseTitle: course.title, isArchived: false, deletedAt: null, work: null }
  const rows = [
    { ...facts, weekId: weeks[0]!.id, weekNumber: 1, counts },
    { ...facts, id: 'a2', weekId: weeks[1]!.id, weekNumber: 2, counts: { ...counts, toGrade: 0, graded: 24 } },
  ]
  given(
    { getCourse: async () => ({ ...course, membership: { role: 'TRAINER', status: 'ACTIVE' } }) },
    { assignments: { listCourseAssignments: async () => ({ ...nothing, items: rows, total: 2 }) } },
  )
  show()
  expect(await screen.findByRole('button', { name: /^1\s?Title 1.*9 to grade$/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^2\s?Title 2/ }).textContent).not.toContain('to grade')
})
