/** My courses: which are running, what comes next in each, and which are finished. */
import type { MyCourse } from '@lms/contract/courses'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { idOf, weekId } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { EnrolledCoursesScreen } from './enrolled-courses-screen.tsx'

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
const courseOf = (number: number, title: string, facts: Partial<MyCourse>): MyCourse => ({
  ...courseCalled(title, number),
  membership: { role: 'STUDENT', status: 'ACTIVE' },
  percentage: 40,
  next: null,
  currentWeek: null,
  lastActivityAt: null,
  ...facts,
})

test('running courses come first, the last used on top; a course is running on its last day, and finished when all is done', async () => {
  signInAs('USER')
  const next = { id: idOf(50), type: 'RECORDED', title: 'Cleaning data', weekId, weekNumber: 2, startsAt: null, leftAt: null } as const
  const items = [
    courseOf(1, 'Ends today', { endsOn: inDays(0).slice(0, 10), lastActivityAt: inDays(-5) }),
    courseOf(2, 'Used last', { next, lastActivityAt: inDays(-1) }),
    courseOf(3, 'Ended', { endsOn: inDays(-1).slice(0, 10) }),
    courseOf(4, 'Completed', { percentage: 100 }),
    courseOf(5, 'Archived', { status: 'ARCHIVED' }),
  ]
  fakeApi({ courses: { listMyCourses: async () => ({ items, page: 1, limit: 100, total: items.length }) } })
  renderAt(<EnrolledCoursesScreen />)
  const titles = async (label: string) =>
    within(await screen.findByRole('list', { name: label }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  expect(await titles('Active courses')).toEqual(['Used last', 'Ends today'])
  expect(screen.getByText('Next: Cleaning data')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Finished 3' }))
  expect(await titles('Finished courses')).toEqual(['Ended', 'Completed', 'Archived'])
  expect(screen.getByText('All done')).toBeTruthy()
})
