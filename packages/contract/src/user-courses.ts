/** A user's courses, history of changes and activity. */

import { z } from 'zod'
import { route } from '#route.ts'
import { Id, Page, toPageShape, Person, DateTimeString } from '#values.ts'

const params = z.object({ id: Id })
const inCourse = z.object({ id: Id, courseId: Id })

export const addUserToCourse = route({
  method: 'PUT',
  path: '/api/users/:id/courses/:courseId',
  summary: 'Add a user to a course as trainer or student, by the role of their account; existing members stay',
  allow: 'user.update',
  // Adding a hundred users to a course takes a hundred calls.
  rateLimit: 'autosave',
  course: 'params.courseId',
  params: inCourse,
  /** How many people on the waiting list they were put before. */
  reply: z.object({ passed: z.int() }),
  problems: ['forbidden', 'conflict', 'course-full'],
})

export const removeUserFromCourse = route({
  method: 'DELETE',
  path: '/api/users/:id/courses/:courseId',
  summary: 'Remove a user from a course; their work and marks are kept and reappear if they return',
  allow: 'user.update',
  course: 'params.courseId',
  params: inCourse,
  problems: ['forbidden'],
})

/** A change to a user. Name, email, role and status: from `before` to `after`. Courses: the role in them; null for none. */
export const UserChange = z
  .object({
    id: z.int(),
    field: z.enum(['NAME', 'EMAIL', 'ROLE', 'STATUS', 'COURSE']),
    before: z.string().nullable(),
    after: z.string().nullable(),
    /** Also null if the course was deleted. */
    course: z.object({ id: Id, title: z.string() }).nullable(),
    changedBy: Person,
    changedAt: DateTimeString,
  })
  .meta({ id: 'UserChange' })
export type UserChange = z.infer<typeof UserChange>

export const listUserChanges = route({
  method: 'GET',
  path: '/api/users/:id/changes',
  summary: 'The history of changes to a user, newest first',
  allow: 'user.audit',
  params,
  query: z.object(Page),
  reply: toPageShape(UserChange),
})

/** What a user did and got; `subjectId` is the submission, session, discussion, email or user. */
export const UserAction = z
  .object({
    type: z.enum([
      'SUBMISSION',
      'GRADED',
      'WATCHED',
      'JOINED',
      'ATTENDANCE',
      'DISCUSSION',
      'COMMENT',
      'EMAIL',
      'EXTENDED',
      'SIGN_IN',
      'VISIT',
    ]),
    subjectId: Id,
    title: z.string(),
    /** Null for visits. */
    course: z.object({ id: Id, title: z.string() }).nullable(),
    /** For a session, and work with a later due time. */
    weekId: Id.nullable(),
    /** For work. */
    attempt: z.int().nullable(),
    late: z.boolean(),
    attendance: z.enum(['PRESENT', 'LATE', 'ABSENT', 'EXCUSED']).nullable(),
    /** For a mark; null if it has none. */
    marks: z.number().nullable(),
    maxMarks: z.number().nullable(),
    /** How much of a recording was watched, 0–1. */
    coverage: z.number().nullable(),
    /** Who gave the mark or more time, marked the session or sent the email. */
    by: z.string().nullable(),
    /** Of an email: why it could not be delivered, in the words of the mail server. */
    error: z.string().nullable(),
    at: DateTimeString,
  })
  .meta({ id: 'UserAction' })
export type UserAction = z.infer<typeof UserAction>

export const listUserActivity = route({
  method: 'GET',
  path: '/api/users/:id/activity',
  summary:
    'What a user did and got in those of their courses that the caller may see, newest first; with the last visit and the sign-ins that still last',
  allow: 'user.inspect',
  params,
  query: z.object({ ...Page, kind: z.enum(['WORK', 'ATTENDANCE', 'MESSAGES']).optional() }),
  reply: toPageShape(UserAction),
})
