/** The course page: students see where they stand, staff build, strangers are shown the details. */
import type { Course, ProgressItem } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { paths } from '#lib/paths.ts'
import { EnrolButton } from './enrol-button.tsx'
import { CourseScreen } from './course-screen.tsx'

const id = '0198f6a0-0000-7000-8000-000000000001'
const day = (shift: number): string => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)

const week = (number: number, startsOn: string, facts: Partial<Week> = {}): Week => ({
  id: `0198f6a0-0000-7000-8000-00000000010${number}`,
  courseId: id,
  number,
  title: `Title ${number}`,
  description: '',
  startsOn,
  unlockAt: null,
  published: true,
  locked: false,
  media: [],
  assignments: [],
  ...facts,
})
const video = {
  id: 'm1',
  title: 'Cleaning a messy dataset',
  type: 'RECORDED',
  durationSeconds: 1865,
  startsAt: null,
  durationMinutes: null,
  hasRecording: true,
} as const
const essay = {
  id: 'a1',
  title: 'Peer review',
  status: 'PUBLISHED',
  dueAt: new Date(Date.now() - 86_400_000).toISOString(),
  closesAt: null,
  maxMarks: 10,
} as const
const weeks = [week(1, day(-9), { assignments: [essay] }), week(2, day(-2), { media: [video] })]
const course: Course = {
  id,
  title: 'Data Journalism',
  coverImage: null,
  coverImageUrl: null,
  mode: 'LIVE',
  status: 'PUBLISHED',
  enrolment: 'OPEN',
  startsOn: day(-9),
  endsOn: day(60),
  timeZone: 'UTC',
  seats: null,
  trainers: [],
  weekCount: 2,
  studentCount: 24,
  membership: { role: 'STUDENT', status: 'ACTIVE' },
  description: '',
  requireVideo: false,
  plan: [],
  weeks,
}
const item = (facts: Partial<ProgressItem>): ProgressItem => ({
  id: '',
  type: 'RECORDED',
  weekId: '',
  title: '',
  required: true,
  done: false,
  reason: '',
  state: 'NOT_STARTED',
  late: false,
  coverage: null,
  joinedAt: null,
  marks: null,
  maxMarks: null,
  ...facts,
})
const items = [
  item({ id: 'a1', type: 'ASSIGNMENT', weekId: weeks[0]?.id ?? '', title: essay.title, state: 'MISSING' }),
  item({ id: 'm1', weekId: weeks[1]?.id ?? '', title: video.title, state: 'IN_PROGRESS', coverage: 0.41 }),
]
const nothing = { items: [], page: 1, limit: 3, total: 0 }

const given = (courses: Fakes['courses'], more: Fakes = {}) =>
  fakeApi({
    courses: {
      getProgress: async () => ({
        percentage: 0,
        completed: 0,
        total: 2,
        next: { id: 'm1', type: 'RECORDED', title: video.title, weekId: weeks[1]?.id ?? '' },
        items,
      }),
      ...courses,
    },
    discussions: { listDiscussions: async () => nothing },
    ...more,
  })

const show = () =>
  renderAt(
    <Routes>
      <Route path={paths.course.pattern} element={<CourseScreen />} />
      <Route path={paths.courseDetails.pattern} element={<p>The details</p>} />
    </Routes>,
    paths.course.to({ courseId: id }),
  )

test('a student sees the running week first, what is missing, and the way on', async () => {
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
  expect(screen.getByRole('link', { name: /Your attendance/ }).getAttribute('href')).toBe('/attendance')
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

test('who has just enrolled lands on the course, not back on its details', async () => {
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
  // The way here leaves the stranger's copy of the course in the cache.
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

test('deleting a week names what goes, and asks first', async () => {
  signInAs('TRAINER')
  const row = {
    ...essay,
    courseId: id,
    courseTitle: course.title,
    weekId: weeks[0]?.id ?? '',
    weekNumber: 1,
    work: null,
    counts: { students: 24, submitted: 24, toGrade: 9, graded: 15, late: 0, oldest: null },
  }
  const called = given(
    { getCourse: async () => ({ ...course, membership: { role: 'TRAINER', status: 'ACTIVE' } }) },
    {
      assignments: { listCourseAssignments: async () => ({ ...nothing, items: [row], total: 1 }) },
      weeks: { removeWeek: async () => undefined, restoreWeek: async () => weeks[0]! },
    },
  )
  show()
  expect((await screen.findAllByText('9 to grade')).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: 'Actions for week 1' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete week' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete week 1?' })
  expect(dialog.textContent).toContain('1 assignment and 24 submissions. You can restore it for 30 days.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete week 1' }))
  await waitFor(() =>
    expect(called.find(({ name }) => name === 'weeks.removeWeek')?.request.params).toEqual({ courseId: id, weekId: weeks[0]?.id }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Week 1 is restored')).toBeDefined()
  expect(called.find(({ name }) => name === 'weeks.restoreWeek')?.request.params).toEqual({ courseId: id, weekId: weeks[0]?.id })
})

test('staff restore a deleted week from under the weeks, also where none is left', async () => {
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

const teach = (facts: Partial<Course>) => {
  signInAs('TRAINER')
  let now: Course = { ...course, membership: { role: 'TRAINER', status: 'ACTIVE' }, ...facts }
  return given(
    {
      getCourse: async () => now,
      updateCourse: async ({ body }) => (now = { ...now, status: body?.status ?? now.status }),
    },
    { assignments: { listCourseAssignments: async () => nothing } },
  )
}
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

test('a trainer unpublishes and archives after being told what it means, and has no edit form', async () => {
  const called = teach({ status: 'PUBLISHED' })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Course actions' }))
  expect(screen.queryByRole('menuitem', { name: 'Edit course' })).toBeNull()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }))
  const archive = await screen.findByRole('dialog', { name: 'Archive the course?' })
  expect(archive.textContent).toContain('Nobody new can enrol.')
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

test('a new course leads on: its empty week offers what to add, and the one filled button is the next step', async () => {
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
  await userEvent.click(within(second!).getByRole('button', { name: /Title 2/ }))
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

test('students read this week, ahead and earlier as headings; staff all weeks by number', async () => {
  const all = [week(1, day(-16)), week(2, day(-9)), week(3, day(-2)), week(4, day(5)), week(5, day(12))]
  signInAs('USER')
  given({
    getCourse: async () => ({ ...course, weekCount: 5, weeks: all }),
    getProgress: async () => ({ percentage: 0, completed: 0, total: 0, next: null, items: [] }),
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
