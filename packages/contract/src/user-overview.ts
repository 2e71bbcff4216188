/** One user as their trainers need to know them before a call: courses, what is missing, marks, and attendance. */

import { z } from 'zod'
import { StudentFigures } from '#course-figures.ts'
import { route } from '#route.ts'
import { DateTimeString, Id } from '#values.ts'
import { WeekProgress } from '#weeks.ts'

const params = z.object({ id: Id })
const inCourse = { courseId: Id, courseTitle: z.string(), weekId: Id, weekNumber: z.int() }

/** Of a course: what is done (null if the user teaches it), marks and attendance. */
const CourseSummary = z.object({
  id: Id,
  title: z.string(),
  role: z.enum(['TRAINER', 'STUDENT']),
  trainers: z.array(z.string()),
  endsOn: z.string().nullable(),
  timeZone: z.string(),
  numbers: StudentFigures.extend({ weeks: z.array(WeekProgress) }).nullable(),
})

const MissingWork = z.object({
  ...inCourse,
  id: Id,
  title: z.string(),
  dueAt: DateTimeString.nullable(),
  /** Until when it can still be submitted, if it can: null for no end. */
  closesAt: DateTimeString.nullable(),
  canSubmit: z.boolean(),
  /** Whether it counts as 0 now. */
  isCounted: z.boolean(),
})

const MarkedWork = z.object({
  ...inCourse,
  submissionId: Id,
  title: z.string(),
  marks: z.number(),
  maxMarks: z.number(),
  gradedAt: DateTimeString,
  isHeld: z.boolean(),
})

/** A session that counts, which the student missed, came late to, or is not marked in (null). */
const SessionException = z.object({
  ...inCourse,
  id: Id,
  title: z.string(),
  type: z.enum(['RECORDED', 'LIVE', 'WEEK']),
  startsAt: DateTimeString.nullable(),
  status: z.enum(['ABSENT', 'LATE']).nullable(),
  remark: z.string().nullable(),
  /** 0–1. */
  coverage: z.number().nullable(),
})

export const UserOverview = z
  .object({
    courses: z.array(CourseSummary),
    /** Work that can still be submitted first, then by the due time, latest first. */
    missing: z.array(MissingWork),
    /** Newest first. */
    marks: z.array(MarkedWork),
    feedback: z.object({ submissionId: Id, courseId: Id, title: z.string(), text: z.string(), gradedAt: DateTimeString }).nullable(),
    /** Absences, then late ones, then what is not marked. */
    exceptions: z.array(SessionException),
    /** Course emails to the user. */
    emails: z.object({ sent: z.int(), failed: z.int() }),
    /** Where the user is signed in, last used first; null for callers who do not manage accounts. */
    sessions: z.array(z.object({ id: Id, device: z.string(), ip: z.string().nullable(), lastUsedAt: DateTimeString })).nullable(),
  })
  .meta({ id: 'UserOverview' })
export type UserOverview = z.infer<typeof UserOverview>

export const getUserOverview = route({
  method: 'GET',
  path: '/api/users/:id/overview',
  summary:
    'One user’s courses that the caller may see: progress, marks, missing work and attendance; for admins also where they are signed in',
  allow: 'user.roster',
  params,
  reply: UserOverview,
})

export const removeUserSessions = route({
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  summary: 'Sign a user out on every device, and revoke their calendar link',
  allow: 'user.update',
  params,
  problems: ['forbidden'],
})
