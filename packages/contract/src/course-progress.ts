/** Progress in a course: the caller's own, that of a student, and that of the class with who is at risk. */

import { z } from 'zod'
import { AttendanceStatus } from '#attendance-record.ts'
import { Next, ProgressItem } from '#progress-items.ts'
import { route } from '#route.ts'
import { DateTimeString, Flag, Id, Page, Person, Search, toPageShape } from '#values.ts'

/** Why a student is at risk (rules/at-risk.ts). */
export const AtRiskReason = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('VISIT'), days: z.int() }),
    z.object({ kind: z.literal('MISSING'), count: z.int() }),
    z.object({ kind: z.literal('ATTENDANCE'), percentage: z.int(), needed: z.int() }),
  ])
  .meta({ id: 'AtRiskReason' })

const AtRiskLimits = z.object({
  daysAway: z.int().min(1, 'At least 1 day').max(365, 'At most 365 days'),
  missing: z.int().min(1, 'At least 1').max(100, 'At most 100'),
  attendance: z.int().min(0, 'From 0 to 100 percent').max(100, 'From 0 to 100 percent'),
})

const params = z.object({ id: Id })

export const Progress = z
  .object({
    percentage: z.int(),
    completed: z.int(),
    total: z.int(),
    next: Next.nullable(),
    items: z.array(ProgressItem),
  })
  .meta({ id: 'Progress' })
export type Progress = z.infer<typeof Progress>

export const getProgress = route({
  method: 'GET',
  path: '/api/courses/progress/:id',
  summary: 'The caller’s own progress; staff get the class average',
  allow: 'progress.read',
  course: 'params.id',
  params,
  /** Why the student is at risk; none for staff. */
  reply: Progress.extend({ reasons: z.array(AtRiskReason) }),
})

export const getStudentProgress = route({
  method: 'GET',
  path: '/api/courses/progress/:id/students/:userId',
  summary: 'The progress of one student of the course: work and attendance, item by item',
  allow: 'progress.read',
  course: 'params.id',
  params: z.object({ id: Id, userId: Id }),
  /** `registers`: the student in the registers of weeks, which are no items; only those in which somebody is marked. */
  reply: Progress.extend({
    registers: z.array(z.object({ weekId: Id, weekNumber: z.int(), status: AttendanceStatus.nullable() })),
  }),
})

export const StudentProgress = z
  .object({
    student: Person.extend({ email: z.string() }),
    percentage: z.int(),
    /** Required items that are done, of those that were due or open so far. */
    completed: z.int(),
    total: z.int(),
    /** The same for each open week with items. `beforeJoining`: all of it fell due before the student enrolled. */
    weeks: z.array(z.object({ number: z.int(), done: z.int(), total: z.int(), beforeJoining: z.boolean() })),
    /** Marks so far, in percent (rules/totals.ts). Null if nothing counts yet, and for students: their own is in their marks. */
    marks: z.number().nullable(),
    missing: z.int(),
    attendance: z.object({ percentage: z.int().nullable(), marked: z.int(), sessions: z.int() }),
    lastSeenAt: DateTimeString.nullable(),
    enrolledAt: DateTimeString,
    atRisk: z.boolean(),
    reasons: z.array(AtRiskReason),
  })
  .meta({ id: 'StudentProgress' })
export type StudentProgress = z.infer<typeof StudentProgress>

/** Which students of a class. */
const filters = {
  search: Search.optional().meta({ description: 'Name or email' }),
  atRisk: Flag.optional(),
  missing: Flag.optional().meta({ description: 'true: with missing work' }),
  unseenDays: z.enum(['7', '14', '30']).optional().meta({ description: 'Without a visit for so many days' }),
}
const sorts = [
  'risk',
  'name',
  '-name',
  'done',
  '-done',
  'marks',
  '-marks',
  'attendance',
  '-attendance',
  'missing',
  '-missing',
  'lastSeen',
  '-lastSeen',
] as const

export const listCourseProgress = route({
  method: 'GET',
  path: '/api/courses/get-course-progress',
  summary: 'The progress of every student, and who is at risk; students only get their own row',
  allow: 'progress.read',
  course: 'query.courseId',
  query: z.object({
    ...Page,
    courseId: Id,
    ...filters,
    sort: z.enum(sorts).default('name').meta({ description: 'risk: at risk first, those with most reasons before others, then by name' }),
  }),
  /** `atRisk`: how many of the students that match. */
  reply: toPageShape(StudentProgress).extend({ atRisk: z.int(), limits: AtRiskLimits }),
})

export const exportCourseProgress = route({
  method: 'GET',
  path: '/api/courses/progress/:id/export',
  summary: 'The progress of the class as CSV, by name: of all students that match, or of those named',
  allow: 'user.roster',
  course: 'params.id',
  params,
  query: z.object({
    ...filters,
    students: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(Id).max(100, 'At most 100 students'))
      .optional()
      .meta({ description: 'Ids, separated by commas' }),
  }),
  download: ['text/csv'],
})

export const updateAtRiskLimits = route({
  method: 'PATCH',
  path: '/api/courses/:id/at-risk',
  summary: 'Change the limits beyond which students of the course are at risk',
  allow: 'marks.write',
  course: 'params.id',
  params,
  body: AtRiskLimits,
  example: { body: { daysAway: 14, missing: 2, attendance: 75 } },
})
