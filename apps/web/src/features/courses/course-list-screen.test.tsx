/** The catalogue: filters, order and pages in the address, and what each role reads of a course. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { Course } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import type { SessionUser } from '#lib/session.ts'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { idOf } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { CourseListScreen } from './course-list-screen.tsx'

type Facts = { role?: SessionUser['role']; at?: string; items?: Course[]; total?: number; calls?: Fakes['courses'] }

function show({ role = 'USER', at = '', items = [courseCalled('Bread')], total = items.length, calls = {} }: Facts = {}) {
  signInAs(role)
  const called = fakeApi({
    courses: { listCourses: async ({ query } = {}) => ({ items, page: Number(query?.page ?? 1), limit: 20, total }), ...calls },
  })
  const { router } = renderAt(
    <Routes>
      <Route path={paths.courses.pattern} element={<CourseListScreen />} />
      <Route path={paths.course.pattern} element={<p>The course</p>} />
    </Routes>,
    paths.courses.to() + at,
  )
  const callsOf = (name: string) => called.filter((call) => call.name === `courses.${name}`).map(({ request }) => request)
  return { router, callsOf, asked: () => callsOf('listCourses').at(-1)?.query }
}
const findRow = async (title: string) => (await screen.findByText(title)).closest('li')!

test.each([
  ['', { sort: '-createdAt' }],
  ['?search=bread&mode=LIVE&status=DRAFT&sort=title&page=2', { search: 'bread', mode: 'LIVE', status: 'DRAFT', sort: 'title', page: '2' }],
  ['?mode=nonsense&sort=nonsense&page=-1', { sort: '-createdAt' }],
])('“%s” asks for the courses that it names', async (at, query) => {
  const { asked } = show({ at, total: 60 })
  await findRow('Bread')
  expect(asked()).toEqual({ page: '1', limit: '20', ...query })
})

test('a course that one is in opens, any other leads to its details', async () => {
  const member = { ...courseCalled('Mine', 1), membership: { role: 'STUDENT', status: 'ACTIVE' } as const }
  const waiting = { ...courseCalled('Asked', 2), membership: { role: 'STUDENT', status: 'PENDING' } as const }
  show({ items: [courseCalled('Bread'), member, waiting] })
  const addressOf = async (title: string) =>
    within(await findRow(title))
      .getByRole('link', { name: title })
      .getAttribute('href')
  expect(await addressOf('Mine')).toBe(paths.course.to({ courseId: member.id }))
  expect(await addressOf('Bread')).toBe(paths.courseDetails.to({ courseId: courseCalled('Bread').id }))
  expect(await addressOf('Asked')).toBe(paths.courseDetails.to({ courseId: waiting.id }))
})

test('a card has the first sentence of the description above the facts', async () => {
  show({ items: [{ ...courseCalled('Bread'), summary: 'Flour, water, salt and time.', weekCount: 6 }] })
  const row = await findRow('Bread')
  expect(row.textContent).toMatch(/Bread.*Flour, water, salt and time\..*6 weeks/)
})

const pick = async (menu: RegExp, option: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: menu }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: option }))
}

test('filters are added to the address, from the first page; their first choice takes them out again', async () => {
  const { asked, router } = show({ role: 'TRAINER', at: '?page=2', total: 60 })
  await findRow('Bread')
  await pick(/^Kind/, 'Live')
  await pick(/^Status/, 'Archived')
  await pick(/^Sort/, 'Start, latest')
  await waitFor(() => expect(asked()).toEqual({ mode: 'LIVE', status: 'ARCHIVED', sort: '-startsOn', page: '1', limit: '20' }))
  expect(await screen.findByText('60 courses match')).toBeTruthy()
  await pick(/^Sort/, 'Newest')
  await pick(/^Kind/, 'All')
  await waitFor(() => expect(router.state.location.search).toBe('?page=1&status=ARCHIVED'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(asked()).toEqual({ sort: '-createdAt', page: '1', limit: '20' }))
  expect(screen.getByText('60 courses')).toBeTruthy()
})

test('a search that finds nothing names it, and is cleared with the filters', async () => {
  const { asked, router } = show({ items: [] })
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search courses' }), 'bread')
  expect(await screen.findByText('No course matches “bread”')).toBeTruthy()
  expect(await screen.findByText('0 courses match')).toBeTruthy()
  await waitFor(() => expect(asked()).toMatchObject({ search: 'bread' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(await screen.findByText('There are no courses yet')).toBeTruthy()
})

test('one course matches; without a search the title says what was filtered', async () => {
  show({ at: '?mode=LIVE' })
  expect(await screen.findByText('1 course matches')).toBeTruthy()
})

test.each([
  ['USER', ['I have a code'], [], 'Courses appear here once they are open to students.'],
  ['TRAINER', [], ['New course'], 'Create a course, then add videos, sessions and assignments week by week.'],
  ['ADMIN', [], ['Deleted courses', 'New course'], 'Create a course, then add videos, sessions and assignments week by week.'],
] as const)('an empty catalogue for %s: what can be done, and what will be here', async (role, buttons, links, words) => {
  show({ role, items: [] })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(links)
  expect(screen.queryAllByRole('button', { name: 'I have a code' })).toHaveLength(buttons.length)
  expect(screen.queryByRole('button', { name: /^Status/ }) !== null).toBe(role !== 'USER')
})

const member = (role: 'STUDENT' | 'TRAINER', status: 'ACTIVE' | 'PENDING' = 'ACTIVE') =>
  ({ membership: { role, status } }) as Partial<Course>

test.each([
  ['open', 'USER', {}, 'Open.*No limit', 'details'],
  ['open, with seats', 'USER', { seats: 18, studentCount: 15 }, 'Open.*3 of 18 seats left', 'details'],
  ['with a form', 'USER', { enrolment: 'FORM' }, 'Sign-up form', 'details'],
  ['with a form, full', 'USER', { enrolment: 'FORM', seats: 3, studentCount: 3 }, 'Full, waiting list.*3 seats', 'details'],
  ['full', 'USER', { seats: 3, studentCount: 3 }, 'Full', 'details'],
  ['by invitation', 'USER', { enrolment: 'INVITE', seats: 20 }, 'By invitation.*20 seats', 'details'],
  ['mine', 'USER', member('STUDENT'), 'Enrolled', 'course'],
  ['waiting', 'USER', { ...member('STUDENT', 'PENDING'), enrolment: 'FORM' }, 'In review', 'details'],
  ['taught', 'TRAINER', member('TRAINER'), 'You teach this', 'course'],
  ['of others', 'TRAINER', { studentCount: 4 }, '4 students', 'details'],
  ['any, an admin', 'ADMIN', { status: 'DRAFT', studentCount: 1 }, 'Draft.*1 student$', 'course'],
] as [string, SessionUser['role'], Partial<Course>, string, string][])(
  'a course in the catalogue: %s',
  async (_, role, facts, words, leads) => {
    show({ role, items: [{ ...courseCalled('Bread'), weekCount: 6, startsOn: '2026-01-05', ...facts }] })
    const row = await findRow('Bread')
    expect(row.textContent).toContain('Live course From 5 Jan, 6 weeks')
    expect(row.textContent).toMatch(new RegExp(words))
    const at = leads === 'course' ? paths.course : paths.courseDetails
    expect(within(row).getAllByRole('link')[0]?.getAttribute('href')).toBe(at.to({ courseId: idOf(1) }))
    expect(within(row).queryByRole('button')).toBeNull()
  },
)

test('a course with a form leads to it', async () => {
  show({ items: [{ ...courseCalled('Bread'), enrolment: 'FORM' }] })
  const link = await screen.findByRole('link', { name: 'Sign-up form of Bread' })
  expect(link.getAttribute('href')).toBe(`${paths.courseDetails.to({ courseId: idOf(1) })}#sign-up`)
})

test('courses that one is in come last', async () => {
  show({ items: [{ ...courseCalled('Mine', 1), ...member('STUDENT') }, courseCalled('Bread'), courseCalled('Maps', 2)] })
  await findRow('Bread')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent.trim())).toEqual(['Bread', 'Maps', 'Mine'])
})

test('a catalogue that did not load can be asked for again', async () => {
  let isDown = true
  show({
    calls: {
      listCourses: async () => {
        if (isDown) throw new FakeProblem(500, 'internal')
        return { items: [courseCalled('Bread')], page: 1, limit: 20, total: 1 }
      },
    },
  })
  expect(await screen.findByText('The courses could not be loaded')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await findRow('Bread')
})
