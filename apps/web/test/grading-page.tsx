/** The grading screen of one assignment with two submissions, for tests. */

import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, vi } from 'vitest'
import type { RosterRow, Submission } from '@lms/contract/submissions'
import { paths } from '#lib/paths.ts'
import { SubmissionScreen } from '#features/submissions/submission-screen.tsx'
import { fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { idOf, makeAssignment, makeCourse, makeSubmission, noCounts } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'

const { matchMedia } = window
/** Submission and panel side by side, and a keyboard. */
export const asDesktop = (): void =>
  void vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ ...matchMedia(query), matches: /min-width|pointer: fine/.test(query) }))

export const id = (end: number): string => `0198f6a0-0000-7000-8000-00000000000${end}`
const courseId = id(1)
const question = (end: number, prompt: string, points: number) => ({
  id: id(end),
  type: 'TEXT' as const,
  prompt,
  options: [],
  required: true,
  points,
  answerKey: [],
})
export const assignment = makeAssignment({
  id: id(3),
  courseId,
  weekId: id(2),
  title: 'Chart critique',
  instructions: '',
  questions: [question(4, 'Which chart misleads?', 12), question(5, 'Why?', 8)],
  maxMarks: 20,
  status: 'PUBLISHED',
  dueAt: null,
  latePolicy: { kind: 'FLAG', percent: 0, floor: 0 },
})
const names = { [id(6)]: 'Omar Haddad', [id(7)]: 'Priya Nair' } as Record<string, string>
export const submission = (of: string, change: Partial<Submission> = {}): Submission =>
  makeSubmission({
    id: of,
    assignmentId: assignment.id,
    courseId,
    student: { id: of, name: names[of]!, profileImageUrl: null },
    answers: [{ questionId: id(4), value: 'The axis starts at 62.' }],
    questionVersions: [{ version: 1, questions: assignment.questions }],
    ...change,
  })
const row = (of: string): RosterRow => {
  const { student, id: submissionId, status, late, attempt, submittedAt, effectiveSubmittedAt, marks, gradedAt, isHeld } = submission(of)
  const work = {
    submissionId,
    status,
    late,
    missing: false,
    beforeJoining: false,
    attempt,
    submittedAt,
    effectiveSubmittedAt,
    marks,
    gradedAt,
    isHeld,
  }
  return { student: { ...student, email: null }, ...work, isRecorded: false, extendedTo: null, excuseReason: null, remindedAt: null }
}
export const roster = {
  items: [row(id(6)), row(id(7))],
  page: 1,
  limit: 100,
  total: 2,
  counts: { ...noCounts, all: 2, toGrade: 2 },
  held: 0,
}

const comments = ['Name the source under the chart.', 'Say what you left out, and why.'].map((text, index) => ({
  id: idOf(20 + index),
  text,
}))

export const open = (
  submissions: Fakes['submissions'],
  of = id(6),
  graded = assignment,
  more: Pick<Fakes, 'savedComments' | 'grading' | 'heldMarks' | 'assignmentExceptions'> = {},
) => {
  signInAs('TRAINER')
  const called = fakeApi({
    assignments: { getAssignment: async () => graded },
    courses: { getCourse: async () => makeCourse('TRAINER', { timeZone: 'Europe/Berlin' }) },
    savedComments: { listSavedComments: async () => ({ items: comments }), ...more.savedComments },
    grading: {
      listMarkChanges: async () => ({ items: [], page: 1, limit: 3, total: 0 }),
      reportGrading: async () => ({ graders: [] }),
      getHiddenNames: async () => ({ isHidden: false }),
      ...more.grading,
    },
    heldMarks: more.heldMarks ?? {},
    assignmentExceptions: more.assignmentExceptions ?? {},
    submissions: {
      getSubmission: async (request) => submission(request.params.submissionId),
      listSubmissions: async () => roster,
      ...submissions,
    },
  })
  const rendered = renderAt(
    <Routes>
      <Route path={paths.submission.pattern} element={<ScreenWithData of={SubmissionScreen} />} />
    </Routes>,
    paths.submission.to({ submissionId: of, courseId }, { tab: 'to-grade' }),
  )
  return { called, ...rendered }
}
export const mark = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Mark out of 20' })
export const focusInMark = () => waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Mark out of 20' })))
export const part = (number: number, points: number) =>
  screen.getByRole('textbox', { name: `Marks for question ${number}, out of ${points}` })

export const feedback = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Feedback' })
