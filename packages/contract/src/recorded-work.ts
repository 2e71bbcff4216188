/** Work that is not submitted in LMS, such as a talk or a written exam: staff record it, so that it can be marked like a submission. */

import { z } from 'zod'
import { route } from '#route.ts'
import { exceptionLimit } from '#rules/assignment-exceptions.ts'
import { Id } from '#values.ts'

const params = z.object({ courseId: Id, assignmentId: Id })
const body = z.object({ studentIds: z.array(Id).min(1, 'Choose a student').max(exceptionLimit, `At most ${exceptionLimit} students`) })
const example = { body: { studentIds: ['019a0000-0000-7000-8000-000000000000'] } }

export const recordWork = route({
  method: 'POST',
  path: '/api/submissions/:courseId/:assignmentId/recorded',
  summary: 'Record that students submitted outside LMS: creates a submission without answers, never late, to be marked',
  allow: 'submission.grade',
  course: 'params.courseId',
  params,
  body,
  reply: z.object({
    recorded: z.array(z.object({ studentId: Id, submissionId: Id })),
    /** Skipped: they have submitted. */
    submitted: z.int(),
    /** Skipped. */
    excused: z.int(),
    /** Skipped: not students of the course. */
    notEnrolled: z.int(),
  }),
  problems: ['conflict'],
  example,
})

export const undoRecordedWork = route({
  method: 'POST',
  path: '/api/submissions/:courseId/:assignmentId/recorded/undo',
  summary: 'Remove recorded submissions that have no mark and no later attempt; the students’ drafts stay',
  allow: 'submission.grade',
  course: 'params.courseId',
  params,
  body,
  reply: z.object({ undone: z.int() }),
  example,
})
