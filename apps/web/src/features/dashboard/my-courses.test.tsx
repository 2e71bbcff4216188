/** “Add media” on the dashboard: the weeks of the course are loaded on demand. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { MyCourse } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { serverNow } from '#lib/server-clock.ts'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { makeWeek } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { AddMediaMenu, MyCourses } from './my-courses.tsx'

const week = (number: number, title: string) => makeWeek({ id: `w${number}`, courseId: 'c1', number, title })
const course = { ...courseCalled('Data Journalism'), weeks: [week(1, 'Week 1'), week(2, 'Asking for data')] }

const open = () => {
  signInAs('TRAINER')
  renderAt(<AddMediaMenu course={{ id: 'c1', title: 'Data Journalism', currentWeek: 2 }} />)
}

test('the running week comes first, and each leads to its new media', async () => {
  const called = fakeApi({ courses: { getCourse: async () => course } })
  open()
  expect(called).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Add media to Data Journalism' }))
  await screen.findByRole('menuitem', { name: /Week 2/ })
  expect(screen.getAllByRole('menuitem').map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Week 2 current weekAsking for data', '/courses/c1/weeks/w2/media'],
    ['Week 1', '/courses/c1/weeks/w1/media'],
  ])
})

test('weeks that do not load are reported, and the button stays', async () => {
  fakeApi({ courses: { getCourse: () => Promise.reject(new FakeProblem(404, 'not-found')) } })
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Add media to Data Journalism' }))
  await screen.findByText(/could not be loaded/)
  expect(screen.queryByRole('menu')).toBeNull()
  expect(screen.getByRole('button', { name: 'Add media to Data Journalism' })).toBeTruthy()
})

const mine = (n: number, facts: Partial<MyCourse> = {}): MyCourse => ({
  ...courseCalled(`Course ${n}`, n),
  weekCount: 2,
  membership: { role: 'TRAINER', status: 'ACTIVE' },
  percentage: null,
  next: null,
  currentWeek: 1,
  hasWeekAhead: false,
  lastActivityAt: null,
  ...facts,
})

test('media are added to courses that one teaches and that have weeks; the way to all says how many more are running', () => {
  signInAs('TRAINER')
  const student = { role: 'STUDENT', status: 'ACTIVE' } as const
  const courses = [mine(1), mine(2, { weekCount: 0 }), mine(3, { membership: student }), ...[4, 5, 6].map((n) => mine(n))]
  const { unmount } = renderAt(<MyCourses courses={courses} total={9} now={serverNow()} />)
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(
    [1, 4, 5, 6].map((n) => `Add media to Course ${n}`),
  )
  expect(screen.getByRole('link', { name: 'All courses, 3 more running' }).getAttribute('href')).toBe(paths.enrolledCourses.to())
  unmount()
  renderAt(<MyCourses courses={[]} now={0} />)
  expect(screen.queryByRole('region')).toBeNull()
})
