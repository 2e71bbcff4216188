/** The course page for staff: figures of items lead to those people, and each open week offers what can be added. */

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AssignmentRow } from '@lms/contract/assignments'
import type { ProgressItem } from '@lms/contract/progress-items'
import { paths } from '#lib/paths.ts'
import { course, day, essay, given, id, nothing, show, week } from '#test/course-page.tsx'
import { signInAs } from '#test/fake-api.ts'

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const media = { durationSeconds: null, startsAt: null, durationMinutes: null, hasRecording: true, position: 0 }
const session = (name: string, hours: number, position: number) =>
  ({
    ...media,
    id: name.toLowerCase(),
    title: name,
    type: 'LIVE',
    startsAt: at(hours),
    durationMinutes: 60,
    hasRecording: false,
    position,
  }) as const

const classItem = (itemId: string, type: ProgressItem['type'], done: number): ProgressItem => ({
  id: itemId,
  type,
  weekId: '',
  title: '',
  required: true,
  done: false,
  reason: '',
  state: 'IN_PROGRESS',
  late: false,
  coverage: null,
  joinedAt: null,
  marks: null,
  maxMarks: null,
  doneBy: { done, of: 24 },
})

const row = (counts: Partial<NonNullable<AssignmentRow['counts']>>): AssignmentRow => ({
  ...essay,
  courseId: id,
  courseTitle: course.title,
  weekId: weeks[0]!.id,
  weekNumber: 1,
  isArchived: false,
  deletedAt: null,
  work: null,
  counts: { students: 24, submitted: 21, toGrade: 0, graded: 21, late: 0, oldest: null, ...counts },
})

const weeks = [
  week(1, day(-2), {
    media: [
      { ...media, id: 'video', title: 'Video', type: 'RECORDED' },
      session('Critique', -30, 1),
      session('Office', -20, 2),
      session('Later', 200, 3),
    ],
    assignments: [{ ...essay, position: 4 }],
  }),
  week(2, day(5), { media: [{ ...media, id: 'next', title: 'Next', type: 'RECORDED' }] }),
]

async function open(counts: Parameters<typeof row>[0] = {}) {
  signInAs('TRAINER')
  given(
    {
      getCourse: async () => ({ ...course, membership: { role: 'TRAINER', status: 'ACTIVE' }, weeks }),
      getProgress: async () => ({
        percentage: 0,
        reasons: [],
        completed: 0,
        total: 2,
        next: null,
        items: [classItem('video', 'RECORDED', 18), classItem('critique', 'LIVE', 19), classItem('office', 'LIVE', 0)],
      }),
    },
    {
      assignments: { listCourseAssignments: async () => ({ ...nothing, items: [row(counts)], total: 1 }) },
      home: { getCourseCounts: async () => ({ toGrade: 0, openRegisters: ['critique'], discussions: 0 }) },
    },
  )
  show()
  await screen.findByText('Register open')
}
const here = { courseId: id, weekId: weeks[0]!.id }
const linkOf = (words: string) => screen.getByRole('link', { name: words }).getAttribute('href')

test('figures of recordings and sessions lead to the register, those not marked first', async () => {
  await open()
  expect(linkOf('18 of 24 watched')).toBe(paths.markAttendance.to(here, { session: 'video', show: 'unmarked' }))
  expect(linkOf('19 of 24 attended or watched')).toBe(paths.markAttendance.to(here, { session: 'critique' }))
  expect(linkOf('Register open')).toBe(paths.markAttendance.to(here, { session: 'critique' }))
  // Nobody has been marked, and nothing is said of a session to come.
  expect(screen.getAllByRole('link', { name: /^Register/ }).map((link) => link.textContent)).toEqual(['Register open', 'Register'])
})

test('work to grade leads to the submission that waits longest; past the due time those without work are one click away', async () => {
  await open({ toGrade: 9, oldest: { submissionId: 's1', submittedAt: at(-5) } })
  expect(linkOf('9 to grade')).toBe(paths.submission.to({ submissionId: 's1', courseId: id }, { tab: 'to-grade' }))
  expect(linkOf('21 of 24 submitted')).toBe(paths.submissions.to({ courseId: id, assignmentId: essay.id }, { tab: 'missing' }))
})

test('A opens what can be added to the open week, Escape returns to its button', async () => {
  await open()
  await userEvent.keyboard('a')
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getByText('Add to week 1')).toBeDefined()
  expect(menu.getAllByRole('menuitem').map((item) => item.getAttribute('href'))).toEqual([
    paths.mediaNew.to(here),
    paths.mediaNew.to(here, { kind: 'live' }),
    paths.assignmentNew.to(here),
  ])
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add to week 1' }))
})
