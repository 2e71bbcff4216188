/** Held marks: hidden from students, with their feedback, until staff release them. */

import { z } from 'zod'
import { route } from '#route.ts'
import { exceptionLimit } from '#rules/assignment-exceptions.ts'
import { Id } from '#values.ts'

export const releaseMarks = route({
  method: 'POST',
  path: '/api/submissions/:courseId/:assignmentId/release',
  summary: 'Release held marks and their feedback to students, who are notified; released marks stay unchanged',
  allow: 'submission.grade',
  course: 'params.courseId',
  params: z.object({ courseId: Id, assignmentId: Id }),
  body: z.object({
    /** Without it, all held marks of the assignment. */
    studentIds: z.array(Id).min(1, 'Choose a student').max(exceptionLimit, `At most ${exceptionLimit} students`).optional(),
  }),
  reply: z.object({ released: z.int() }),
  example: { body: {} },
})
