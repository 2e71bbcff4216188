/** A week: students continue with what comes next, staff add the first item. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { paths } from '#lib/paths.ts'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { weekVideo } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { WeekScreen } from './week-screen.tsx'

const base = courseCalled('Data Journalism')
const ended = {
  ...weekVideo,
  id: 'l1',
  title: 'Q&A',
  type: 'LIVE',
  startsAt: '2026-01-01T12:00:00.000Z',
  durationMinutes: 60,
  hasRecording: false,
} as const
const week = (facts: Partial<Week>): Week => ({
  id: '0198f6a0-0000-7000-8000-000000000101',
  courseId: base.id,
  number: 1,
  title: 'Finding a story',
  description: '',
  startsOn: null,
  unlockAt: null,
  published: true,
  locked: false,
  version: 0,
  media: [],
  assignments: [],
  ...facts,
})
const progressOf = (id: string, type: 'LIVE' | 'RECORDED', required: boolean) =>
  ({
    id,
    type,
    weekId: week({}).id,
    title: id,
    required,
    done: false,
    reason: '',
    state: 'NOT_STARTED',
    late: false,
    coverage: null,
    joinedAt: null,
    marks: null,
    maxMarks: null,
  }) as const

type Facts = { course?: Partial<Course>; done?: boolean; nextIn?: string; calls?: Fakes }

function open(
  role: 'STUDENT' | 'TRAINER' | null,
  shown: Week,
  { course: facts = {}, done = false, nextIn = shown.id, calls = {} }: Facts = {},
) {
  signInAs(role === 'TRAINER' ? 'TRAINER' : 'USER')
  const course: Course = { ...base, weekCount: 1, membership: role && { role, status: 'ACTIVE' }, weeks: [shown], ...facts }
  const items = [progressOf('l1', 'LIVE', false), { ...progressOf('m1', 'RECORDED', true), done }]
  const next = { id: 'm1', type: 'RECORDED', title: 'A video', weekId: nextIn } as const
  const called = fakeApi({
    courses: {
      getCourse: async () => course,
      getProgress: async () => ({ percentage: 0, reasons: [], completed: 0, total: 1, next, items }),
    },
    assignments: { listCourseAssignments: async () => ({ items: [], page: 1, limit: 100, total: 0 }) },
    ...calls,
    weeks: { getWeek: async () => shown, ...calls.weeks },
  })
  const { router } = renderAt(
    <Routes>
      <Route path={paths.week.pattern} element={<ScreenWithData of={WeekScreen} />} />
      <Route path={paths.course.pattern} element={<p>The course</p>} />
      <Route path={paths.courseDetails.pattern} element={<p>The details</p>} />
    </Routes>,
    paths.week.to({ courseId: base.id, weekId: shown.id }),
  )
  return { called, router }
}

test('a student continues with the server’s next item, not with a session that has ended', async () => {
  open('STUDENT', week({ media: [ended, weekVideo] }))
  expect((await screen.findByRole('link', { name: 'Start' })).getAttribute('href')).toContain('/media/m1')
  expect(screen.getByText('0 of 1 done')).toBeDefined()
})

test('the empty week of staff offers what to add, once', async () => {
  open('TRAINER', week({}))
  expect(await screen.findByRole('heading', { name: 'This week is empty.' })).toBeDefined()
  for (const name of [/^Add video/, /^Add live session/, /^Add assignment/]) expect(screen.getAllByRole('link', { name })).toHaveLength(1)
})

test('after the first item a student continues', async () => {
  open('STUDENT', week({ media: [weekVideo] }), { done: true })
  expect(await screen.findByRole('link', { name: 'Continue' })).toBeDefined()
  expect(screen.getByText('1 of 1 done')).toBeDefined()
})

test('what comes next in another week is not offered here', async () => {
  open('STUDENT', week({ media: [weekVideo] }), { nextIn: 'another' })
  await screen.findByText('0 of 1 done')
  expect(screen.queryByRole('link', { name: /^(Start|Continue)$/ })).toBeNull()
})

test.each([
  ['STUDENT', { locked: true, unlockAt: '2099-02-01T12:00:00.000Z' }, /^It opens .+ 2099.*, in .+\.$/],
  ['STUDENT', { locked: true }, /^The trainers open it when it is ready\.$/],
  ['STUDENT', {}, /^The trainers are still preparing it\.$/],
] as const)('a week without items for a %s says why: %j', async (role, facts, words) => {
  open(role, week({ media: 'locked' in facts ? [weekVideo] : [], ...facts }))
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.queryByRole('link', { name: /A video/ })).toBeNull()
})

test('a week that opens while its page is open is read again, with its course, and opens', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T00:00:00Z') })
  const shut = week({ locked: true, unlockAt: '2026-11-25T00:02:00.000Z', media: [weekVideo] })
  const shown = (): Week => ({ ...shut, locked: Date.now() < Date.parse(shut.unlockAt!) })
  const { called } = open('STUDENT', shut, {
    calls: {
      weeks: { getWeek: async () => shown() },
      courses: {
        getCourse: async () => ({ ...base, weekCount: 1, membership: { role: 'STUDENT', status: 'ACTIVE' }, weeks: [shown()] }),
        getProgress: async () => ({ percentage: 0, reasons: [], completed: 0, total: 0, next: null, items: [] }),
      },
    },
  })
  await screen.findByText(/^It opens .+, in 2 min\.$/)
  const asked = called.length
  vi.setSystemTime(Date.parse('2026-11-25T00:02:03Z'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('link', { name: /A video/ })).toBeDefined()
  expect(new Set(called.slice(asked).map(({ name }) => name))).toContain('courses.getCourse')
})

test('staff open a locked week, see its state, and how to add to it', async () => {
  open('TRAINER', week({ locked: true, published: false, media: [weekVideo], startsOn: '2026-01-05' }), { course: { weekCount: 3 } })
  expect((await screen.findByRole('link', { name: /A video/ })).getAttribute('href')).toContain('/media/m1')
  for (const words of ['Week 1 of 3', 'Not published', '5 to 11 January']) expect(screen.getByText(words)).toBeDefined()
  for (const name of ['Add media', 'Add assignment']) expect(screen.getByRole('link', { name })).toBeDefined()
})

test('the weeks before and after are a link away, in their order', async () => {
  const [one, two, three] = [1, 2, 3].map((number) =>
    week({ id: `0198f6a0-0000-7000-8000-00000000010${number}`, number, title: `Title ${number}` }),
  )
  open('STUDENT', two!, { course: { weeks: [one!, two!, three!] } })
  const around = await screen.findByRole('navigation', { name: 'Weeks before and after' })
  expect(
    within(around)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Week 1Title 1', paths.week.to({ courseId: base.id, weekId: one!.id })],
    ['Week 3Title 3', paths.week.to({ courseId: base.id, weekId: three!.id })],
  ])
})

test.each([
  ['is not in the course', null, { course: { weeks: undefined } }],
  [
    'is refused',
    'STUDENT',
    { calls: { weeks: { getWeek: () => Promise.reject(new FakeProblem(403, 'forbidden')) } }, course: { weeks: [] } },
  ],
] as const)('who %s is led to the details of the course', async (_, role, facts) => {
  const { router } = open(role, week({}), facts as Facts)
  expect(await screen.findByText('The details')).toBeDefined()
  expect(router.state.historyAction).toBe('REPLACE')
})

test('a week that does not exist leads to the course', async () => {
  open('STUDENT', week({}), {
    calls: { weeks: { getWeek: () => Promise.reject(new FakeProblem(404, 'not-found')) } },
    course: { weeks: [] },
  })
  expect(await screen.findByText('This week was removed or never existed')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to the course' }).getAttribute('href')).toBe(paths.course.to({ courseId: base.id }))
})

test('the menu of a week leads to all that staff do with it; deleting it ends at the course', async () => {
  const shown = week({ media: [ended, weekVideo] })
  const { called, router } = open('TRAINER', shown, { calls: { weeks: { removeWeek: async () => undefined } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for week 1' }))
  await screen.findByRole('menuitem', { name: 'Edit week' })
  const here = { courseId: base.id, weekId: shown.id }
  expect(screen.getAllByRole('menuitem').map((item) => item.getAttribute('href'))).toEqual([
    paths.weekEdit.to(here),
    paths.mediaNew.to(here),
    paths.assignmentNew.to(here),
    paths.markAttendance.to(here, { session: 'l1' }),
    null,
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete week' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete week 1' }))
  expect(await screen.findByText('The course')).toBeDefined()
  expect(called.find(({ name }) => name === 'weeks.removeWeek')?.request.params).toEqual(here)
  await waitFor(() => expect(router.state.historyAction).toBe('REPLACE'))
})
