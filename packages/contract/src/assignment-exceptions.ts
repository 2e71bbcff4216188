/** Exceptions for students of an assignment: a later due time, excusing, reminding. */

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
  summary: 'Extend the due time of students; null removes the extension. Lateness of submitted work is recalculated',
  allow: 'submission.grade',
  course: 'params.courseId',
  params,
  body: z
    .object({
      ...students,
      dueAt: Instant.nullable(),
      /** Without it, the assignment’s closing time or the new due time, whichever is later. */
      closesAt: Instant.nullable().default(null),
      /** Work that was on time becomes late if an extension is shortened or removed. */
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
  summary: 'Excuse students or undo that: excused work does not count in totals, as missing, or as to do',
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
  summary: 'Email a reminder to those of the students who have submitted nothing, at most once in 24 hours',
  allow: 'submission.grade',
  course: 'params.courseId',
  params,
  body: z.object(students),
  reply: z.object({
    reminded: z.int(),
    /** Reminded within the last 24 hours: no second email. */
    recent: z.int(),
    /** Nothing submitted, but not emailed: the account is not active, or has opted out of this course's emails. */
    unreachable: z.int(),
  }),
  problems: ['conflict'],
  example: { body: { studentIds } },
})
