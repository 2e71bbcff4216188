/** My courses: which are running, what comes next in each, and which are finished. */

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { MyCourse } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import type { SessionUser } from '#lib/session.ts'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
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
  hasWeekAhead: false,
  ...facts,
})

const pageOf = (items: MyCourse[], query: object = {}) => {
  const { page, limit } = { page: 1, limit: 50, ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, Number(value)])) }
  return { items: items.slice((page - 1) * limit, page * limit), page, limit, total: items.length }
}
/** What the server answers for each of the tabs. */
const show = (role: SessionUser['role'], active: MyCourse[], finished: MyCourse[] = [], at = '') => {
  signInAs(role)
  const called = fakeApi({
    courses: { listMyCourses: async ({ query } = {}) => pageOf(String(query?.finished) === 'true' ? finished : active, query) },
  })
  return { called, ...renderAt(<EnrolledCoursesScreen />, `/courses/enrolled${at}`) }
}

test('running courses come first, in the order of the server, with what comes next', async () => {
  const next = { id: idOf(50), type: 'RECORDED', title: 'Cleaning data', weekId, weekNumber: 2, startsAt: null, leftAt: null } as const
  show(
    'USER',
    [
      courseOf(2, 'Used last', { next, lastActivityAt: inDays(-1) }),
      courseOf(6, 'Up to date', { percentage: 100, hasWeekAhead: true, lastActivityAt: inDays(-6) }),
    ],
    [courseOf(4, 'Completed', { percentage: 100 }), courseOf(5, 'Archived', { status: 'ARCHIVED' })],
  )
  const titles = async (label: string) =>
    within(await screen.findByRole('list', { name: label }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  expect(await titles('Active courses')).toEqual(['Used last', 'Up to date'])
  expect(screen.getByText('All done so far')).toBeTruthy()
  expect(screen.getByText('Next: Cleaning data')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Finished 2' }))
  expect(await titles('Finished courses')).toEqual(['Completed', 'Archived'])
  expect(screen.getByText('All done')).toBeTruthy()
})

const done = courseOf(4, 'Completed', { percentage: 100 })
const running = courseOf(1, 'Running', {})

test('the tab is in the address: finished ones can be linked to, and the running ones need no word', async () => {
  const { router } = show('USER', [running], [done], '?tab=finished')
  expect(await screen.findByRole('list', { name: 'Finished courses' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Finished 1' }).getAttribute('aria-selected')).toBe('true')
  await userEvent.click(screen.getByRole('tab', { name: 'Active 1' }))
  expect(await screen.findByRole('list', { name: 'Active courses' })).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Finished courses' })).toBeNull()
  expect(router.state.location.search).toBe('')
  await userEvent.click(screen.getByRole('tab', { name: 'Finished 1' }))
  expect(router.state.location.search).toBe('?tab=finished')
})

test.each([
  ['', [], [done], 'No active courses', 'All of your courses are finished.'],
  ['?tab=finished', [running], [], 'No finished courses', 'Courses move here when they are over, or when everything in them is done.'],
])('an empty tab says why: “%s”', async (at, active, finished, title, words) => {
  show('USER', active, finished, at)
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
})

test.each([
  ['USER', 'Enrolled Courses', 'No courses yet', [['Browse courses', paths.courses.to()]]],
  ['TRAINER', 'My Courses', 'No courses yet', [['New course', paths.courseNew.to()]]],
] as const)('without a course a %s reads once what to do', async (role, title, words, links) => {
  show(role, [])
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(links)
  expect(screen.queryByRole('tab')).toBeNull()
})

test.each([
  ['USER', 'Browse courses', 'New course'],
  ['TRAINER', 'New course', 'Browse courses'],
] as const)('with courses a %s may %s', async (role, there, away) => {
  show(role, [running])
  expect(await screen.findByRole('link', { name: there })).toBeTruthy()
  expect(screen.queryByRole('link', { name: away })).toBeNull()
})

test('a row says how many a trainer teaches, who teaches a student, and how far the course is', async () => {
  const tom = { id: idOf(6), name: 'Tom Reed', profileImageUrl: null }
  show('USER', [
    courseOf(1, 'Taught', {
      membership: { role: 'TRAINER', status: 'ACTIVE' },
      studentCount: 1,
      percentage: null,
      weekCount: 4,
      currentWeek: 2,
    }),
    courseOf(2, 'Waiting', { trainers: [tom] }),
  ])
  const [taught, waiting] = within(await screen.findByRole('list', { name: 'Active courses' })).getAllByRole('listitem')
  expect(taught?.textContent).toBe('Taught1 student')
  expect(within(taught!).getByRole('img', { name: 'Week 2 of 4' })).toBeTruthy()
  expect(waiting?.textContent).toMatch(/^Waiting40\s%Tom Reed$/)
  expect(within(waiting!).queryByRole('img', { name: /Week/ })).toBeNull()
})

test('the numbers of the tabs, and pages, are those of the server', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => courseOf(n + 1, `Course ${n + 1}`, {}))
  const { called } = show('TRAINER', many(154), many(100), '?page=2')
  expect(await screen.findByText('51 to 100 of 154')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Active 154' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Finished 100' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Course 100' })).toBeTruthy()
  const asked = { sort: '-lastActivityAt', limit: '50' }
  expect(called.map(({ request }) => request.query)).toEqual([
    { ...asked, finished: 'false', page: '2' },
    { ...asked, finished: 'true', page: '1' },
  ])
})

test('courses that did not load say so, and nothing about having none', async () => {
  signInAs('USER')
  fakeApi({ courses: { listMyCourses: () => Promise.reject(new FakeProblem(500, 'internal')) } })
  renderAt(<EnrolledCoursesScreen />)
  expect(await screen.findByText('Your courses could not be loaded')).toBeTruthy()
  expect(screen.queryByText('No courses yet')).toBeNull()
})
