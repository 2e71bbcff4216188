/** A week: students continue with what comes next, staff add the first item. */
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { paths } from '#lib/paths.ts'
import { WeekScreen } from './week-screen.tsx'

const base = courseCalled('Data Journalism')
const video = {
  id: 'm1',
  title: 'A video',
  type: 'RECORDED',
  durationSeconds: 60,
  startsAt: null,
  durationMinutes: null,
  hasRecording: true,
} as const
const ended = {
  ...video,
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

function open(role: 'STUDENT' | 'TRAINER', shown: Week) {
  signInAs(role === 'STUDENT' ? 'USER' : 'TRAINER')
  const course: Course = { ...base, weekCount: 1, membership: { role, status: 'ACTIVE' }, weeks: [shown] }
  const items = [progressOf('l1', 'LIVE', false), progressOf('m1', 'RECORDED', true)]
  const next = { id: 'm1', type: 'RECORDED', title: 'A video', weekId: shown.id } as const
  fakeApi({
    courses: { getCourse: async () => course, getProgress: async () => ({ percentage: 0, completed: 0, total: 1, next, items }) },
    weeks: { getWeek: async () => shown },
    assignments: { listCourseAssignments: async () => ({ items: [], page: 1, limit: 100, total: 0 }) },
  })
  renderAt(
    <Routes>
      <Route path={paths.week.pattern} element={<WeekScreen />} />
    </Routes>,
    paths.week.to({ courseId: base.id, weekId: shown.id }),
  )
}

test('a student continues with the server’s next item, not with a session that has ended', async () => {
  open('STUDENT', week({ media: [ended, video] }))
  expect((await screen.findByRole('link', { name: 'Start' })).getAttribute('href')).toContain('/media/m1')
  expect(screen.getByText('0 of 1 done')).toBeDefined()
})

test('the empty week of staff offers what to add, once', async () => {
  open('TRAINER', week({}))
  expect(await screen.findByRole('heading', { name: 'This week is empty.' })).toBeDefined()
  for (const name of [/^Add video/, /^Add live session/, /^Add assignment/]) expect(screen.getAllByRole('link', { name })).toHaveLength(1)
})
