/** Courses, enrolment and progress. */

import { z } from 'zod'
import { StaffFigures, StudentFigures } from '#course-figures.ts'
import { Next } from '#progress-items.ts'
import { route } from '#route.ts'
import {
  Created,
  Day,
  FileKey,
  Flag,
  Id,
  SingleLineText,
  Page,
  toPageShape,
  Person,
  RichText,
  Search,
  DateTimeString,
  TimeZone,
  Version,
} from '#values.ts'
import { Week, WeekProgress } from '#weeks.ts'

export * from '#course-progress.ts'

export const CourseMode = z.enum(['LIVE', 'RECORDED'])
export const CourseStatus = z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED'])
export const EnrolmentRule = z.enum(['OPEN', 'FORM', 'INVITE'])

/** The caller's role in the course; null for non-members. */
export const Membership = z
  .object({ role: z.enum(['TRAINER', 'STUDENT']), status: z.enum(['ACTIVE', 'PENDING', 'WAITLISTED', 'REJECTED']) })
  .meta({ id: 'Membership' })
export type Membership = z.infer<typeof Membership>

export const CourseCard = z
  .object({
    id: Id,
    title: z.string(),
    coverImage: z.string().nullable(),
    coverImageUrl: z.string().nullable(),
    mode: CourseMode,
    status: CourseStatus,
    enrolment: EnrolmentRule,
    startsOn: z.string().nullable(),
    endsOn: z.string().nullable(),
    timeZone: z.string(),
    seats: z.int().nullable(),
    trainers: z.array(Person),
    weekCount: z.int(),
    studentCount: z.int(),
    membership: Membership.nullable(),
    form: z
      .object({ status: z.enum(['OPEN', 'CLOSED']), closesAt: DateTimeString.nullable() })
      .nullish()
      .meta({ description: 'In the catalogue: the sign-up form; null if none is written' }),
    summary: z.string().optional().meta({ description: 'In the catalogue: the first sentence of the description, 140 characters at most' }),
  })
  .meta({ id: 'CourseCard' })
export type CourseCard = z.infer<typeof CourseCard>

/** For members and admins `weeks` contains the content; otherwise it is absent. `plan` is for the public details page. */
export const Course = CourseCard.extend({
  description: z.string(),
  /** Videos only count as watched by measured playback, if that is possible. */
  requireVideo: z.boolean(),
  /** Increases with each edit of its details. */
  version: Version,
  plan: z.array(z.object({ number: z.int(), title: z.string() })),
  weeks: z.array(Week).optional(),
  /** For staff: responses to the sign-up form, and those of them that wait for an answer or a seat. */
  signUps: z.object({ all: z.int(), waiting: z.int() }).nullish(),
}).meta({ id: 'Course' })
export type Course = z.infer<typeof Course>

const fields = {
  title: SingleLineText(200),
  description: RichText.default(''),
  coverImage: FileKey.nullable().default(null),
  mode: CourseMode.default('RECORDED'),
  status: CourseStatus.default('DRAFT'),
  enrolment: EnrolmentRule.default('OPEN'),
  startsOn: Day.nullable().default(null),
  endsOn: Day.nullable().default(null),
  timeZone: TimeZone.default('UTC'),
  requireVideo: z.boolean().default(false),
  seats: z.int().min(1, 'At least 1').max(100_000).nullable().default(null),
  /** Admins choose the trainers; a trainer who creates a course teaches it, whatever is sent. */
  trainerIds: z.array(Id).max(50).default([]),
}
const endsAfterStart = (course: { startsOn?: string | null | undefined; endsOn?: string | null | undefined }) =>
  !course.startsOn || !course.endsOn || course.startsOn <= course.endsOn
const dateOrder = { path: ['endsOn'], error: 'Must not be before the start' }

const params = z.object({ id: Id })
const filters = { search: Search.optional(), mode: CourseMode.optional(), status: CourseStatus.optional() }
const sorts = ['title', '-title', 'startsOn', '-startsOn', '-createdAt'] as const
const sort = z.enum(sorts).default('-createdAt')

export const listCourses = route({
  method: 'GET',
  path: '/api/courses',
  summary: 'The catalogue; drafts only for admins and their own trainers',
  allow: 'course.list',
  query: z.object({ ...Page, ...filters, sort }),
  reply: toPageShape(CourseCard),
})

/** The saved position in a recording: `position` in seconds, `coverage` as the watched share, 0–1. */
const LeftAt = z.object({ position: z.number(), coverage: z.number(), durationSeconds: z.number().nullable() })

export const MyCourse = CourseCard.extend({
  percentage: z.int().nullable(),
  /** `startsAt` is that of a session; `leftAt` is null unless it is a partly watched recording. */
  next: Next.extend({
    weekNumber: z.int(),
    startsAt: DateTimeString.nullable(),
    /** Of a session. */
    durationMinutes: z.int().nullable(),
    /** Of a recording. */
    durationSeconds: z.number().nullable(),
    thumbnailUrl: z.string().nullish().meta({ description: 'With figures' }),
    leftAt: LeftAt.nullable(),
  }).nullable(),
  /** The week that started last, by its date in the course's time zone; null before the first. */
  currentWeek: z.int().nullable(),
  hasWeekAhead: z.boolean().meta({ description: 'Whether a week is not published, not open, or has not started' }),
  lastActivityAt: DateTimeString.nullable(),
  /** For students on request, in the order of the weeks. */
  weekProgress: z.array(WeekProgress).optional(),
  /** On request, by the role of the caller. */
  studentFigures: StudentFigures.optional(),
  staffFigures: StaffFigures.optional(),
}).meta({ id: 'MyCourse' })
export type MyCourse = z.infer<typeof MyCourse>

export const listMyCourses = route({
  method: 'GET',
  path: '/api/courses/enrolled',
  summary: 'The caller’s courses: enrolled in with progress, or taught',
  allow: 'course.listOwn',
  query: z.object({
    ...Page,
    ...filters,
    running: Flag.optional().meta({ description: 'true: neither archived nor ended' }),
    finished: Flag.optional().meta({
      description: 'true: archived, ended, or all done by the student with no week ahead; false: the others',
    }),
    sort: z.enum([...sorts, '-lastActivityAt']).default('title'),
    weekProgress: Flag.optional().meta({ description: 'true: with a student’s progress in each week' }),
    figures: Flag.optional().meta({
      description: 'true: with a student’s mark so far, attendance and missing work; for trainers with what asks for them',
    }),
  }),
  reply: toPageShape(MyCourse),
})

export const getCourse = route({
  method: 'GET',
  path: '/api/courses/:id',
  summary: 'One course; members also get its weeks',
  allow: 'course.read',
  params,
  reply: Course,
})

export const createCourse = route({
  method: 'POST',
  path: '/api/courses',
  summary: 'Create a course, optionally with numbered weeks',
  allow: 'course.create',
  files: ['coverImage'],
  body: z.object({ ...fields, weekCount: z.int().min(0).max(60, 'At most 60 weeks').default(0) }).refine(endsAfterStart, dateOrder),
  reply: Course,
  status: Created,
  example: { body: { title: 'Data Journalism', mode: 'LIVE', status: 'PUBLISHED', weekCount: 10 } },
})

export const updateCourse = route({
  method: 'PATCH',
  path: '/api/courses/:id',
  summary: 'Change a course; its trainers can only change the status',
  allow: 'course.publish',
  course: 'params.id',
  params,
  files: ['coverImage'],
  body: z
    .object({
      ...fields,
      description: RichText,
      coverImage: FileKey.nullable(),
      mode: CourseMode,
      status: CourseStatus,
      enrolment: EnrolmentRule,
      startsOn: Day.nullable(),
      endsOn: Day.nullable(),
      timeZone: TimeZone,
      requireVideo: z.boolean(),
      seats: z.int().min(1, 'At least 1').max(100_000).nullable(),
      trainerIds: z.array(Id).max(50),
      /** What happens to those who wait for an answer or a seat if `enrolment` changes; without it they keep waiting. */
      waiting: z.enum(['KEEP', 'ENROL', 'DECLINE']),
      /** What stays the same of the times ahead if `timeZone` changes: their moments, or with CLOCK their time on the clock. */
      keepTimes: z.enum(['CLOCK', 'MOMENTS']),
      version: Version,
    })
    .partial()
    .refine(endsAfterStart, dateOrder),
  reply: Course,
  problems: ['conflict', 'version-conflict'],
  example: { body: { title: 'Data Journalism' } },
})

export const removeCourse = route({
  method: 'DELETE',
  path: '/api/courses/:id',
  summary: 'Delete a course; it can be restored for 30 days',
  allow: 'course.remove',
  course: 'params.id',
  params,
})

export const DeletedCourse = CourseCard.pick({ id: true, title: true, mode: true, weekCount: true, studentCount: true })
  .extend({ deletedAt: DateTimeString, restorableUntil: DateTimeString })
  .meta({ id: 'DeletedCourse' })
export type DeletedCourse = z.infer<typeof DeletedCourse>

export const listDeletedCourses = route({
  method: 'GET',
  path: '/api/courses/deleted',
  summary: 'Deleted courses that can still be restored, newest first',
  allow: 'course.remove',
  query: z.object(Page),
  reply: toPageShape(DeletedCourse),
})

export const restoreCourse = route({
  method: 'POST',
  path: '/api/courses/:id/restore',
  summary: 'Restore a deleted course with all its content',
  allow: 'course.remove',
  params,
  reply: Course,
})

export const enroll = route({
  method: 'POST',
  path: '/api/courses/:id/enroll',
  summary: 'Enrol the caller',
  allow: 'course.enroll',
  course: 'params.id',
  params,
  reply: Membership,
  status: [201, 200],
  problems: ['course-full', 'form-required', 'invite-only'],
})
