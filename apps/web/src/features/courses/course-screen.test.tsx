/** The course page: students see their progress, visitors see the details, weeks are in order. */

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { paths } from '#lib/paths.ts'
import { id, day, week, course, given, show, teach } from '#test/course-page.tsx'
import { FakeProblem, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { CourseScreen } from './course-screen.tsx'
import { EnrolButton } from './enrol-button.tsx'

test('a student sees the current week first, what is missing, and the next step', async () => {
  signInAs('USER')
  given({ getCourse: async () => course })
  show()
  const blocks = await screen.findAllByRole('region', { name: /^Title/ })
  expect(blocks.map((block) => within(block).getByRole('heading').textContent)).toEqual([
    expect.stringContaining('Title 2'),
    expect.stringContaining('Title 1'),
  ])
  expect(screen.getByText('18 min left')).toBeDefined()
  expect(screen.getByText('1 missing')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Resume week 2' }).getAttribute('href')).toContain('/media/m1')
  expect(screen.queryByRole('button', { name: 'Add week' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Attendance' }).getAttribute('href')).toBe(`/attendance?course=${id}`)
})

test.each([
  ['who is not in the course', { getCourse: async () => ({ ...course, membership: null, weeks: undefined }) }],
  ['whom the server turns away', { getCourse: () => Promise.reject(new FakeProblem(403, 'forbidden')) }],
])('somebody %s is shown the details', async (_, courses) => {
  signInAs('USER')
  given(courses)
  show()
  expect(await screen.findByText('The details')).toBeDefined()
})

test('a student who has just enrolled stays on the course, not on its details', async () => {
  signInAs('USER')
  let isIn = false
  const enroll = async () => {
    isIn = true
    return { role: 'STUDENT', status: 'ACTIVE' } as const
  }
  given({ getCourse: async () => (isIn ? course : { ...course, membership: null, weeks: undefined }), enroll })
  renderAt(
    <Routes>
      <Route path={paths.course.pattern} element={<CourseScreen />} />
      <Route path={paths.courseDetails.pattern} element={<EnrolButton courseId={id} title={course.title} />} />
    </Routes>,
    paths.course.to({ courseId: id }),
  )
  // Coming from the details leaves the non-member's copy of the course in the cache.
  await userEvent.click(await screen.findByRole('button', { name: 'Enrol' }))
  expect(await screen.findByRole('link', { name: 'Resume week 2' })).toBeDefined()
})

test('an unknown course says so, and leads to the list', async () => {
  signInAs('USER')
  given({ getCourse: () => Promise.reject(new FakeProblem(404, 'not-found')) })
  show()
  expect(await screen.findByRole('heading', { name: 'This course was removed or never existed' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to Enrolled Courses' })).toBeDefined()
})

test('a week begins when its first day does in the course’s time zone', async () => {
  // In New York it is still the evening of the 20th, elsewhere the 21st.
  vi.useFakeTimers({ now: Date.parse('2026-11-21T02:00:00.000Z'), toFake: ['Date'] })
  signInAs('USER')
  const all = [week(1, '2026-11-14'), week(2, '2026-11-21')]
  given({
    getCourse: async () => ({ ...course, timeZone: 'America/New_York', endsOn: '2026-12-20', weeks: all }),
    getProgress: async () => ({ percentage: 0, reasons: [], completed: 0, total: 0, next: null, items: [] }),
  })
  show()
  const titles = async () => (await screen.findAllByRole('heading')).map(({ textContent }) => textContent)
  await screen.findByRole('heading', { name: 'Ahead' })
  expect((await titles()).join()).toMatch(/This week.*Title 1.*Ahead.*Title 2/)
})

test('students see the headings this week, ahead and earlier; staff see all weeks by number', async () => {
  const all = [week(1, day(-16)), week(2, day(-9)), week(3, day(-2)), week(4, day(5)), week(5, day(12))]
  signInAs('USER')
  given({
    getCourse: async () => ({ ...course, weekCount: 5, weeks: all }),
    getProgress: async () => ({ percentage: 0, reasons: [], completed: 0, total: 0, next: null, items: [] }),
  })
  const { unmount } = show()
  const texts = () =>
    screen
      .getAllByRole('heading')
      .map(({ textContent }) => /This week|Ahead|Earlier|Title \d/.exec(textContent ?? '')?.[0])
      .filter(Boolean)
  await screen.findByRole('heading', { name: 'Ahead' })
  expect(texts()).toEqual(['This week', 'Title 3', 'Ahead', 'Title 4', 'Title 5', 'Earlier', 'Title 2', 'Title 1'])
  unmount()
  teach({ weekCount: 5, weeks: all })
  show()
  await screen.findByRole('button', { name: 'Add week' })
  expect(screen.getAllByRole('region', { name: /^Title/ }).map((block) => /Title \d/.exec(block.textContent)?.[0])).toEqual([
    'Title 1',
    'Title 2',
    'Title 3',
    'Title 4',
    'Title 5',
  ])
  expect(screen.getByText(/, this week$/)).toBeDefined()
})
