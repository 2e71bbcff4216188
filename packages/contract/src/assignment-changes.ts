/** What a change of an assignment touches, and its deletion, restoring and copying. */
import { z } from 'zod'
import { Assignment, assignmentChanges, Question } from '#assignments.ts'
import { route } from '#route.ts'
import { Created, Id, Person } from '#values.ts'

const params = z.object({ id: Id })

export const getAssignmentUsage = route({
  method: 'GET',
  path: '/api/assignments/:id/usage',
  summary: 'What was submitted already: how many answers each question has, how often each choice was taken, its highest mark',
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
    /** With answers, and no longer asked: as they were worded last. */
    formerQuestions: z.array(Question),
  }),
})

const outcome = z.object({ marks: z.number().nullable(), late: z.boolean() })

export const previewAssignmentChanges = route({
  method: 'POST',
  path: '/api/assignments/:id/preview',
  summary: 'Whose marks or lateness a change would change, the largest difference first; nothing is saved',
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
  summary: 'Delete an assignment; it can be restored for 30 days, and its submissions stay readable to their writers',
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
  summary: 'Copy an assignment into a week, of any course that the caller may write: a draft without dates',
  allow: 'assignment.write',
  params,
  body: z.object({ courseId: Id, weekId: Id }),
  reply: Assignment,
  status: Created,
  example: { body: { courseId: '019a0000-0000-7000-8000-000000000000', weekId: '019a0000-0000-7000-8000-000000000000' } },
})
