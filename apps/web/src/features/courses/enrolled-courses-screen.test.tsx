/** My courses as cards: what comes next in each and its figures; for staff what asks for them. */

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
  const next = {
    id: idOf(50),
    type: 'RECORDED',
    title: 'Cleaning data',
    weekId,
    weekNumber: 2,
    startsAt: null,
    durationMinutes: null,
    durationSeconds: null,
    leftAt: null,
  } as const
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
      .getAllByRole('heading')
      .map(({ textContent }) => textContent.trim())
  expect(await titles('Active courses')).toEqual(['Used last', 'Up to date'])
  expect(screen.getByText('All done')).toBeTruthy()
  expect(screen.getByText('Cleaning data')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Finished 2' }))
  expect(await titles('Finished courses')).toEqual(['Completed', 'Archived'])
})

const figures = { total: 76.4, marked: 6, assignments: 8, missing: 1, attendance: { percentage: 92, marked: 11, sessions: 12 } }
const week = (number: number, done: number, total: number) => ({ number, startsOn: null, unlockAt: null, locked: false, done, total })
const video = {
  id: idOf(50),
  type: 'RECORDED',
  title: 'Cleaning data',
  weekId,
  weekNumber: 2,
  startsAt: null,
  durationMinutes: null,
} as const
const left = { position: 465, coverage: 0.4, durationSeconds: 1860 }

test('a card says what is left of the next video, this week’s share, the mark so far, attendance with its base, and what is missing', async () => {
  const tom = { id: idOf(6), name: 'Tom Reed', profileImageUrl: null }
  const shown = { weekCount: 3, weekProgress: [week(1, 3, 3), week(2, 1, 5), week(3, 0, 2)], trainers: [tom], studentFigures: figures }
  const next = { ...video, durationSeconds: 1860, thumbnailUrl: '/still.jpg', leftAt: left }
  const { container } = show('USER', [courseOf(1, 'Running', { ...shown, next })])
  const card = within(within(await screen.findByRole('list', { name: 'Active courses' })).getByRole('listitem'))
  for (const words of ['Tom Reed', 'Week 2 of 3', '1 of 5 this week', '19 min left', 'Video, 31 min', '6 of 8 marked', '11 of 12 marked'])
    expect(card.getByText(words)).toBeTruthy()
  expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '76\u00a0% 6 of 8 marked',
    '92\u00a0% 11 of 12 marked',
    expect.stringMatching(/ 1$/),
  ])
  expect(card.getByRole('link', { name: 'Continue: Running' }).getAttribute('href')).toBe(
    paths.media.to({ courseId: idOf(2), weekId, mediaId: idOf(50) }),
  )
  expect(container.querySelector('img[src="/still.jpg"]')).toBeTruthy()
  expect(screen.getByText('1 missing')).toBeTruthy()
})

const running1 = { ...video, durationSeconds: null, leftAt: null }

test.each([
  ['before anything was opened', { percentage: 0, next: running1 }, 'Start', 'Cleaning data'],
  [
    'without anything to do',
    { percentage: 100, hasWeekAhead: true, weekCount: 2, weekProgress: [week(1, 0, 1)] },
    'Open course',
    'All done for week 1',
  ],
  ['before the start', { percentage: 0, startsOn: '2026-12-07' }, 'Open course', 'Trainer to be announced'],
])('%s the button says so', async (_, facts, button, words) => {
  show('USER', [courseOf(1, 'Mine', facts)])
  expect(await screen.findByRole('link', { name: `${button}: Mine` })).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
})

test('a live session is joined, and its course comes first', async () => {
  const startsAt = new Date(Date.now() - 600_000).toISOString()
  const next = { ...video, type: 'LIVE' as const, title: 'Q&A', startsAt, durationSeconds: null, leftAt: null }
  show('USER', [courseOf(1, 'Quiet', {}), courseOf(2, 'Live', { next })])
  const [first] = within(await screen.findByRole('list', { name: 'Active courses' })).getAllByRole('listitem')
  expect(within(first!).getByText('Live now')).toBeTruthy()
  expect(within(first!).getByRole('link', { name: 'Join: Live' })).toBeTruthy()
  expect(screen.getByText('1 live now')).toBeTruthy()
})

test('without a mark or a session figures are a dash with their base, and an ended course has a final mark', async () => {
  const none = { total: null, marked: 0, assignments: 6, missing: 0, attendance: { percentage: null, marked: 0, sessions: 24 } }
  show('USER', [courseOf(1, 'Fresh', { studentFigures: none })], [courseOf(2, 'Over', { endsOn: '2026-06-28', studentFigures: figures })])
  const card = within(await screen.findByRole('list', { name: 'Active courses' }))
  expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['– 0 of 6 marked', '– 0 of 24 marked', '–'])
  await userEvent.click(screen.getByRole('tab', { name: 'Finished 1' }))
  expect(await screen.findByText('Final mark')).toBeTruthy()
  expect(screen.getByText('Ended Sun 28 Jun')).toBeTruthy()
})

const nothing = { count: 0, oldestAt: null }
const staff = { toGrade: nothing, openRegisters: nothing, signUps: nothing, nextSession: null }
const taught = (number: number, title: string, facts: Partial<MyCourse>) =>
  courseOf(number, title, { membership: { role: 'TRAINER', status: 'ACTIVE' }, percentage: null, staffFigures: staff, ...facts })

test('staff read what waits, each a link; drafts come last and are marked', async () => {
  const nextSession = { id: idOf(60), weekId, title: 'Office hour', startsAt: inDays(1), durationMinutes: 60 }
  const waits = { ...staff, toGrade: { count: 12, oldestAt: inDays(-3) }, openRegisters: { count: 2, oldestAt: inDays(-7) }, nextSession }
  show('TRAINER', [
    taught(1, 'Plan', { status: 'DRAFT', staffFigures: { ...staff, signUps: { count: 8, oldestAt: inDays(-2) } } }),
    taught(2, 'Quiet', { studentCount: 20, weekCount: 6, currentWeek: 2 }),
    taught(3, 'Busy', { staffFigures: waits }),
  ])
  const [busy, quiet, plan] = within(await screen.findByRole('list', { name: 'Active courses' }))
    .getAllByRole('heading')
    .map((heading) => within(heading.closest('li')!))
  expect(busy!.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Busy', paths.course.to({ courseId: idOf(4) })],
    ['12 to grade', paths.marks.to({ courseId: idOf(4) })],
    ['2 open registers', paths.attendance.to({ course: idOf(4) })],
    ['Office hour', paths.media.to({ courseId: idOf(4), weekId, mediaId: idOf(60) })],
  ])
  expect(busy!.getByText('oldest 3 days')).toBeTruthy()
  for (const words of ['20 students · week 2 of 6', 'Nothing to grade', 'No open registers', 'No live session planned'])
    expect(quiet!.getByText(words)).toBeTruthy()
  for (const words of ['Draft', 'Get this course ready', '8 sign-ups to review', 'oldest 2 days'])
    expect(plan!.getByText(words)).toBeTruthy()
  expect(screen.getByText('12 to grade', { selector: 'span:not(li *)' })).toBeTruthy()
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

test('the numbers of the tabs, and pages, are those of the server', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => courseOf(n + 1, `Course ${n + 1}`, {}))
  const { called } = show('TRAINER', many(154), many(100), '?page=2')
  expect(await screen.findByText('51 to 100 of 154')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Active 154' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Finished 100' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Course 100' })).toBeTruthy()
  const asked = { sort: '-lastActivityAt', limit: '50', weekProgress: 'true', figures: 'true' }
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
