/** What graders need besides giving marks: undo, the history of a mark, other graders, and hidden names. */

import { z } from 'zod'
import { SubmissionStatus } from '#assignments.ts'
import { route } from '#route.ts'
import { DateTimeString, Id, Page, toPageShape, Person, Version } from '#values.ts'

/** Milliseconds for which the page offers Undo after a mark was saved; the student's email is delayed as long. */
export const undoMs = 10_000

const ofSubmission = z.object({ submissionId: Id, courseId: Id })
const ofAssignment = z.object({ courseId: Id, assignmentId: Id })

export const undoGrade = route({
  method: 'POST',
  path: '/api/submissions/:submissionId/course/:courseId/undo',
  summary: 'Undo the mark that the caller saved last, shortly after; 409 if it was changed since',
  allow: 'submission.grade',
  rateLimit: 'autosave',
  course: 'params.courseId',
  params: ofSubmission,
  /** The submission's version since the mark was saved. */
  body: z.object({ version: Version }),
  reply: z.object({ status: SubmissionStatus }),
  problems: ['version-conflict', 'conflict'],
  example: { body: { version: 1 } },
})

export const MarkChange = z
  .object({
    id: Id,
    action: z.enum(['GRADE', 'RETURN', 'REMARK', 'IMPORT', 'UNDO']),
    changedBy: Person,
    changedAt: DateTimeString,
    oldMarks: z.number().nullable(),
    newMarks: z.number().nullable(),
    isFeedbackChanged: z.boolean(),
  })
  .meta({ id: 'MarkChange' })
export type MarkChange = z.infer<typeof MarkChange>

export const listMarkChanges = route({
  method: 'GET',
  path: '/api/submissions/:submissionId/course/:courseId/history',
  summary: 'The history of a mark, newest first; for staff',
  allow: 'submission.grade',
  course: 'params.courseId',
  params: ofSubmission,
  query: z.object(Page),
  reply: toPageShape(MarkChange),
})

export const reportGrading = route({
  method: 'PUT',
  path: '/api/submissions/:submissionId/course/:courseId/presence',
  summary: 'Report that the caller has this submission open, and list who else is grading the assignment',
  allow: 'submission.grade',
  rateLimit: 'autosave',
  course: 'params.courseId',
  params: ofSubmission,
  reply: z.object({ graders: z.array(z.object({ submissionId: Id, grader: Person, since: DateTimeString })) }),
})

const HiddenNames = z.object({ isHidden: z.boolean() })

export const getHiddenNames = route({
  method: 'GET',
  path: '/api/submissions/:courseId/:assignmentId/hidden-names',
  summary: 'Whether names are hidden while the caller grades this assignment',
  allow: 'submission.grade',
  course: 'params.courseId',
  params: ofAssignment,
  reply: HiddenNames,
})

export const setHiddenNames = route({
  method: 'PUT',
  path: '/api/submissions/:courseId/:assignmentId/hidden-names',
  summary: 'Hide or show the names of students while the caller grades this assignment',
  allow: 'submission.grade',
  course: 'params.courseId',
  params: ofAssignment,
  body: HiddenNames,
  reply: HiddenNames,
  example: { body: { isHidden: true } },
})
