/** The page of one assignment with two questions, for tests. */

import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import type { Assignment } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { paths } from '#lib/paths.ts'
import { AssignmentScreen } from '#features/assignments/assignment-screen.tsx'
import { fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { makeCourse, makeSubmission } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'

export const id = (end: number): string => `0198f6a0-0000-7000-8000-00000000000${end}`
export const place = { courseId: id(1), weekId: id(2), assignmentId: id(3) }
const question = (end: number, type: 'TEXT' | 'SINGLE_CHOICE', prompt: string, options: string[] = []) => ({
  id: id(end),
  type,
  prompt,
  options,
  required: true,
  points: 10,
})

const questions = [question(4, 'TEXT', 'What did you clean?'), question(5, 'SINGLE_CHOICE', 'Which base year?', ['2015', '2019'])]
export const work = {
  submissionId: id(6),
  status: 'DRAFT',
  late: false,
  missing: false,
  beforeJoining: false,
  submittedAt: null,
  attempt: 0,
  marks: null,
  isExtended: false,
  isExcused: false,
} as const
export const assignment: Assignment = {
  id: place.assignmentId,
  courseId: place.courseId,
  weekId: place.weekId,
  title: 'Method note',
  instructions: '<p>Write it so that a colleague could repeat it.</p>',
  questions,
  maxMarks: 20,
  status: 'PUBLISHED',
  availableFrom: null,
  dueAt: '2099-11-20T23:59:00.000Z',
  closesAt: null,
  latePolicy: { kind: 'FLAG', percent: 0, floor: 0 },
  maxAttempts: null,
  version: 0,
  questionsVersion: 1,
  work,
}

export const course = makeCourse('STUDENT', { id: place.courseId, weeks: [] })
export const submission = (change: Partial<Submission> = {}): Submission =>
  makeSubmission({
    id: id(6),
    assignmentId: place.assignmentId,
    courseId: place.courseId,
    student: { id: '0198f6a0-0000-7000-8000-0000000000aa', name: 'Ana Li', profileImageUrl: null },
    answers: [],
    draft: [{ questionId: id(4), value: 'Kept words' }],
    draftVersion: 0,
    status: 'DRAFT',
    attempt: 0,
    submittedAt: null,
    effectiveSubmittedAt: null,
    updatedAt: '2026-11-20T12:00:00.000Z',
    version: 0,
    questionVersions: [{ version: 1, questions }],
    ...change,
  })

export const show = () =>
  renderAt(
    <Routes>
      <Route path={paths.assignment.pattern} element={<ScreenWithData of={AssignmentScreen} />} />
    </Routes>,
    paths.assignment.to(place),
  )

export const open = (submissions: Fakes['submissions'], of: Assignment = assignment, files: Fakes['files'] = {}, inCourse = course) => {
  signInAs('USER')
  const called = fakeApi({
    assignments: { getAssignment: async () => of },
    courses: { getCourse: async () => inCourse },
    submissions: { getSubmission: async () => submission(), ...submissions },
    files,
  })
  show()
  return called
}

export const text = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'What did you clean?' })
