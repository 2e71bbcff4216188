/** The page of a course with two weeks, for tests. */

import { Route, Routes } from 'react-router'
import type { Course } from '@lms/contract/courses'
import type { ProgressItem } from '@lms/contract/progress-items'
import type { Week } from '@lms/contract/weeks'
import { paths } from '#lib/paths.ts'
import { CourseScreen } from '#features/courses/course-screen.tsx'
import { fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { discussionsWith } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'

export const id = '0198f6a0-0000-7000-8000-000000000001'
export const day = (shift: number): string => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)
export const week = (number: number, startsOn: string, facts: Partial<Week> = {}): Week => ({
  id: `0198f6a0-0000-7000-8000-00000000010${number}`,
  courseId: id,
  number,
  title: `Title ${number}`,
  description: '',
  startsOn,
  unlockAt: null,
  published: true,
  locked: false,
  version: 0,
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
  position: 0,
} as const
export const essay = {
  id: 'a1',
  title: 'Peer review',
  status: 'PUBLISHED',
  dueAt: new Date(Date.now() - 86_400_000).toISOString(),
  closesAt: null,
  maxMarks: 10,
  position: 0,
} as const
export const weeks = [week(1, day(-9), { assignments: [essay] }), week(2, day(-2), { media: [video] })]
export const course: Course = {
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
  version: 0,
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
export const nothing = { items: [], page: 1, limit: 3, total: 0 }
export const given = (courses: Fakes['courses'], more: Fakes = {}) =>
  fakeApi({
    courses: {
      getProgress: async () => ({
        percentage: 0,
        reasons: [],
        completed: 0,
        total: 2,
        next: { id: 'm1', type: 'RECORDED', title: video.title, weekId: weeks[1]?.id ?? '' },
        items,
      }),
      ...courses,
    },
    discussions: { listDiscussions: async () => discussionsWith([]) },
    ...more,
  })

export const show = () =>
  renderAt(
    <Routes>
      <Route path={paths.course.pattern} element={<CourseScreen />} />
      <Route path={paths.courseDetails.pattern} element={<p>The details</p>} />
    </Routes>,
    paths.course.to({ courseId: id }),
  )

export const teach = (facts: Partial<Course>) => {
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
