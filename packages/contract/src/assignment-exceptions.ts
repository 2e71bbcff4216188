/** What staff do about single students of an assignment: a later due time, excusing, reminding. */
import { z } from 'zod'
import { route } from '#route.ts'
import { exceptionLimit } from '#rules/assignment-exceptions.ts'
import { Id, Instant, NonBlankText } from '#values.ts'

const params = z.object({ courseId: Id, assignmentId: Id })
const students = { studentIds: z.array(Id).min(1, 'Choose a student').max(exceptionLimit, `At most ${exceptionLimit} students`) }
const studentIds = ['019a0000-0000-7000-8000-000000000000']

export const extendDueTime = route({
  method: 'POST',
  path: '/api/submissions/:courseId/:assignmentId/extend',
  summary: 'Give students more time; null takes the extension away. Lateness of what they submitted already is counted again',
  allow: 'submission.grade',
  course: 'params.courseId',
  params,
  body: z
    .object({
      ...students,
      dueAt: Instant.nullable(),
      /** Without it, the assignment’s closing time or the new due time, whichever is later. */
      closesAt: Instant.nullable().default(null),
      /** Work that was on time until now becomes late where an extension is shortened or taken away. */
      recheckLate: z.boolean().default(false),
    })
    .refine(({ dueAt, closesAt }) => !closesAt || (dueAt && Date.parse(closesAt) >= Date.parse(dueAt)), {
      path: ['closesAt'],
      error: 'Choose a time that is not before the due time',
    }),
  reply: z.object({
    students: z.int(),
    /** Submissions whose marks or lateness changed. */
    remarked: z.int(),
  }),
  problems: ['conflict'],
  example: { body: { studentIds, dueAt: '2026-11-24T23:59:00Z' } },
})

export const excuseStudents = route({
  method: 'POST',
  path: '/api/submissions/:courseId/:assignmentId/excuse',
  summary: 'Excuse students, or reverse it: excused work leaves totals, missing work and lists of what is to do',
  allow: 'submission.grade',
  course: 'params.courseId',
  params,
  body: z.object({
    ...students,
    /** For staff only; null reverses it. */
    reason: NonBlankText(500).nullable(),
  }),
  reply: z.object({ students: z.int() }),
  example: { body: { studentIds, reason: 'Ill, with a doctor’s note' } },
})

export const remindStudents = route({
  method: 'POST',
  path: '/api/submissions/:courseId/:assignmentId/remind',
  summary: 'One email to each of these students who submitted nothing, at most once in 24 hours',
  allow: 'submission.grade',
  course: 'params.courseId',
  params,
  body: z.object(students),
  reply: z.object({
    reminded: z.int(),
    /** Reminded within the last 24 hours: no second email. */
    recent: z.int(),
    /** Without submission, and without an email: the account is not active, or emails of this course are off. */
    unreachable: z.int(),
  }),
  problems: ['conflict'],
  example: { body: { studentIds } },
})
