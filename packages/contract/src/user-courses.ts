/** People and their courses one by one, what was changed of a person, and what a person did. */
import { z } from 'zod'
import { route } from '#route.ts'
import { Id, Page, pageOf, Person, DateTimeString } from '#values.ts'

const params = z.object({ id: Id })
const inCourse = z.object({ id: Id, courseId: Id })

export const addUserToCourse = route({
  method: 'PUT',
  path: '/api/users/:id/courses/:courseId',
  summary: 'Let somebody teach a course or take it, as the role of their account says; who is in it already stays',
  allow: 'user.update',
  // A course for a hundred chosen people is a hundred calls.
  rateLimit: 'autosave',
  course: 'params.courseId',
  params: inCourse,
  problems: ['forbidden', 'conflict', 'course-full'],
})

export const removeUserFromCourse = route({
  method: 'DELETE',
  path: '/api/users/:id/courses/:courseId',
  summary: 'Take somebody out of a course; their work and marks stay and are there again if they come back',
  allow: 'user.update',
  course: 'params.courseId',
  params: inCourse,
  problems: ['forbidden'],
})

/** One change of a person. Name, role and status: from `before` to `after`. Courses: the role there, null for not being in it. */
export const UserChange = z
  .object({
    id: z.int(),
    field: z.enum(['NAME', 'ROLE', 'STATUS', 'COURSE']),
    before: z.string().nullable(),
    after: z.string().nullable(),
    /** Null, too, if the course was deleted. */
    course: z.object({ id: Id, title: z.string() }).nullable(),
    changedBy: Person,
    changedAt: DateTimeString,
  })
  .meta({ id: 'UserChange' })
export type UserChange = z.infer<typeof UserChange>

export const listUserChanges = route({
  method: 'GET',
  path: '/api/users/:id/changes',
  summary: 'What was changed of a person: by whom and when, the newest first',
  allow: 'user.audit',
  params,
  query: z.object(Page),
  reply: pageOf(UserChange),
})

/** Something that a person did; `subjectId` is the submission, session or discussion that proves it. */
export const UserAction = z
  .object({
    type: z.enum(['SUBMISSION', 'ATTENDANCE', 'DISCUSSION', 'COMMENT']),
    subjectId: Id,
    title: z.string(),
    course: z.object({ id: Id, title: z.string() }),
    /** Of a session. */
    weekId: Id.nullable(),
    /** Of a submission. */
    attempt: z.int().nullable(),
    late: z.boolean(),
    attendance: z.enum(['PRESENT', 'LATE', 'ABSENT', 'EXCUSED']).nullable(),
    at: DateTimeString,
  })
  .meta({ id: 'UserAction' })
export type UserAction = z.infer<typeof UserAction>

export const listUserActivity = route({
  method: 'GET',
  path: '/api/users/:id/activity',
  summary: 'What a person did in the courses that the caller may see of them, the newest first',
  allow: 'user.inspect',
  params,
  query: z.object(Page),
  reply: pageOf(UserAction),
})
