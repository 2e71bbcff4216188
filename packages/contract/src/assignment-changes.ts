/** Previewing the effects of a change to an assignment; deleting, restoring and copying it. */

import { z } from 'zod'
import { Assignment, assignmentChanges, Question } from '#assignments.ts'
import { route } from '#route.ts'
import { Created, Id, Person } from '#values.ts'

const params = z.object({ id: Id })

export const getAssignmentUsage = route({
  method: 'GET',
  path: '/api/assignments/:id/usage',
  summary: 'Existing answers: the number per question, how often each choice was selected, and the highest mark',
  allow: 'assignment.write',
  params,
  reply: z.object({
    students: z.int(),
    submitted: z.int(),
    questions: z.array(
      z.object({
        questionId: Id,
        answers: z.int(),
        choices: z.array(z.object({ option: z.string(), count: z.int() })),
        highestMarks: z.number().nullable(),
      }),
    ),
    /** Removed questions with answers, as last worded. */
    formerQuestions: z.array(Question),
  }),
})

const outcome = z.object({ marks: z.number().nullable(), late: z.boolean() })

export const previewAssignmentChanges = route({
  method: 'POST',
  path: '/api/assignments/:id/preview',
  summary: 'Preview whose marks or lateness a change would affect, largest difference first; nothing is saved',
  allow: 'assignment.write',
  params,
  body: assignmentChanges,
  reply: z.object({
    /** The first 200. */
    items: z.array(z.object({ submissionId: Id, student: Person, before: outcome, after: outcome })),
    total: z.int(),
    submitted: z.int(),
  }),
  example: { body: { latePolicy: { kind: 'PERCENT_PER_DAY', percent: 10, floor: 50 } } },
})

export const removeAssignment = route({
  method: 'DELETE',
  path: '/api/assignments/:id',
  summary: 'Delete an assignment; it can be restored for 30 days, and students can still read their submissions',
  allow: 'assignment.write',
  params,
})

export const restoreAssignment = route({
  method: 'POST',
  path: '/api/assignments/:id/restore',
  summary: 'Restore a deleted assignment in its week',
  allow: 'assignment.write',
  params,
  reply: Assignment,
})

export const duplicateAssignment = route({
  method: 'POST',
  path: '/api/assignments/:id/duplicate',
  summary: 'Copy an assignment as a draft without dates into a week of any course that the caller can edit',
  allow: 'assignment.write',
  params,
  body: z.object({ courseId: Id, weekId: Id }),
  reply: Assignment,
  status: Created,
  example: { body: { courseId: '019a0000-0000-7000-8000-000000000000', weekId: '019a0000-0000-7000-8000-000000000000' } },
})
