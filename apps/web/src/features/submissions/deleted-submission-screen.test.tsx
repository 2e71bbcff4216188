/** What a student submitted stays readable after its course was deleted. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { Submission } from '@lms/contract/submissions'
import { paths } from '#lib/paths.ts'
import { AssignmentListScreen } from '#features/assignments/assignment-list-screen.tsx'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { DeletedSubmissionScreen } from './deleted-submission-screen.tsx'

const none = { items: [], page: 1, limit: 100, total: 0 }
const question = { id: 'q1', type: 'TEXT' as const, prompt: 'What did you clean?', required: true, options: [], points: 20 }
const submission = {
  id: 's1',
  assignmentId: 'a1',
  courseId: 'c1',
  student: { id: 'u1', name: 'Ana Li', profileImageUrl: null },
  answers: [{ questionId: 'q1', value: 'The dates' }],
  draft: null,
  files: [],
  status: 'GRADED',
  late: false,
  attempt: 1,
  submittedAt: '2026-11-10T12:00:00.000Z',
  updatedAt: '2026-11-10T12:00:00.000Z',
  version: 1,
  questionsVersion: 1,
  questionVersions: [{ version: 1, questions: [question] }],
  draftVersion: 0,
  recordedBy: null,
  effectiveSubmittedAt: '2026-11-10T12:00:00.000Z',
  dueAt: null,
  isClosed: false,
  isExcused: false,
  marks: 17,
  questionMarks: [],
  deduction: 0,
  feedback: 'Exact.',
  gradedBy: null,
  gradedAt: '2026-11-12T12:00:00.000Z',
  missing: false,
  isHeld: false,
  isFinal: false,
} satisfies Submission
const row = {
  id: 's1',
  assignmentId: 'a1',
  assignmentTitle: 'Method note',
  courseId: 'c1',
  courseTitle: 'Data Journalism',
  status: 'GRADED',
  attempt: 1,
  submittedAt: submission.submittedAt,
  marks: 17,
  maxMarks: 20,
  gradedAt: submission.gradedAt,
  deleted: 'COURSE',
} as const

test('it is listed under the assignments, says that the course was deleted, and shows answer, mark and feedback', async () => {
  signInAs('USER')
  fakeApi({
    courses: { listMyCourses: async () => none },
    assignments: { countMyAssignments: async () => ({ groups: [], dueSoon: 0, toGrade: 0 }) },
    submissions: {
      listMyDeletedSubmissions: async () => ({ ...none, items: [row], total: 1 }),
      getMyDeletedSubmission: async () => ({
        submission,
        assignment: { title: 'Method note', maxMarks: 20 },
        courseTitle: 'Data Journalism',
        deleted: 'COURSE',
      }),
    },
  })
  renderAt(
    <Routes>
      <Route path={paths.assignments.pattern} element={<AssignmentListScreen />} />
      <Route path={paths.deletedSubmission.pattern} element={<ScreenWithData of={DeletedSubmissionScreen} />} />
    </Routes>,
    paths.assignments.to(),
  )
  expect(await screen.findByText(/^Data Journalism · Course deleted/)).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'Method note' }))
  expect(await screen.findByText('This course was deleted')).toBeDefined()
  expect(screen.getByText('The dates')).toBeDefined()
  expect(screen.getByText('Exact.')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Your mark' }).textContent).toContain('17')
  expect(screen.queryByRole('button')).toBeNull()
})
