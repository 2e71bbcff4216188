/** Attendance with its evidence: one record per user and session. */

import { z } from 'zod'
import {
  AttendanceChange,
  AttendanceRecord,
  AttendanceSource,
  AttendanceStatus,
  ClosedRegister,
  OpenRegister,
  SessionRecord,
} from '#attendance-record.ts'
import { maxRanges } from '#attendance-rules.ts'
import { route } from '#route.ts'
import { Day, Id, Page, Person, DateTimeString, Text, Instant, toPageShape } from '#values.ts'

/** Watched ranges in seconds, disjoint and ascending: [[0, 12.5], [40, 60]]. */
const Seconds = z.number().min(0).max(360_000)
export const Ranges = z.array(z.tuple([Seconds, Seconds])).max(maxRanges)

export const VideoAttendance = z
  .object({
    watched: z.boolean(),
    watchedAt: DateTimeString.nullable(),
    coverage: z.number(),
    position: z.number(),
    /** When the position was last saved, by the server's clock; null when new. */
    savedAt: DateTimeString.nullable(),
    durationSeconds: z.number().nullable(),
    ranges: z.array(z.tuple([z.number(), z.number()])),
    source: AttendanceSource.nullable(),
  })
  .meta({ id: 'VideoAttendance' })
export type VideoAttendance = z.infer<typeof VideoAttendance>

export const markVideoAttendance = route({
  method: 'PUT',
  path: '/api/attendance/mark-video-attendance',
  summary: 'Save the position in a video; watched: true marks it. Watched videos stay watched, but the caller can undo their own mark',
  allow: 'attendance.markVideo',
  rateLimit: 'autosave',
  course: 'body.courseId',
  body: z.object({
    courseId: Id,
    weekId: Id,
    mediaId: Id,
    watched: z.boolean(),
    /** Undoes the caller's own mark (source SELF); marks by playback or by others stay. */
    undo: z.boolean().optional(),
    position: Seconds.optional(),
    /** Seconds since the viewer was at `position`: a delayed report does not replace a newer position. */
    positionAge: z.number().min(0).max(1e9).optional(),
    ranges: Ranges.optional(),
    /** Duration of the played video, as reported by the server: reports about a replaced video are ignored. */
    durationSeconds: Seconds.nullish(),
  }),
  reply: VideoAttendance,
  problems: ['conflict', 'session-not-open'],
  example: {
    body: {
      courseId: '0198f6a0-0000-7000-8000-000000000000',
      weekId: '0198f6a0-0000-7000-8000-000000000000',
      mediaId: '0198f6a0-0000-7000-8000-000000000000',
      watched: false,
      position: 12,
      ranges: [[0, 12]],
    },
  },
})

export const checkVideoAttendance = route({
  method: 'GET',
  path: '/api/attendance/check-video-attendance/:courseId/:weekId/:mediaId',
  summary: 'The caller’s position in a video; zeros when new',
  allow: 'media.read',
  course: 'params.courseId',
  params: z.object({ courseId: Id, weekId: Id, mediaId: Id }),
  reply: VideoAttendance,
})

export const markLiveAttendance = route({
  method: 'PUT',
  path: '/api/attendance/mark-live-attendance',
  summary:
    'A student joins (from 15 minutes before the start to 30 after the end) and gets the join link; staff mark a student with userId and status',
  allow: 'attendance.markLive',
  rateLimit: 'autosave',
  course: 'body.courseId',
  body: z.object({
    courseId: Id,
    weekId: Id,
    mediaId: Id,
    userId: Id.optional(),
    status: AttendanceStatus.optional(),
    remark: Text(500).optional(),
  }),
  /** `joinUrl`: for participants; null for staff, and if none is set yet. */
  reply: AttendanceRecord.extend({ joinUrl: z.string().nullable() }),
  problems: ['session-not-open'],
  example: {
    body: {
      courseId: '0198f6a0-0000-7000-8000-000000000000',
      weekId: '0198f6a0-0000-7000-8000-000000000000',
      mediaId: '0198f6a0-0000-7000-8000-000000000000',
    },
  },
})

export const markBulkAttendance = route({
  method: 'POST',
  path: '/api/attendance/mark-bulk-attendance/course/:courseId/week/:weekId',
  summary:
    'Mark several students at once; status null clears a mark, and what was not measured with it; without mediaId in the week’s own register. All or nothing, except that marks that someone else has given since they were read are kept',
  allow: 'attendance.mark',
  course: 'params.courseId',
  params: z.object({ courseId: Id, weekId: Id }),
  body: z.object({
    attendance: z
      .array(
        z.object({
          userId: Id,
          status: AttendanceStatus.nullable(),
          mediaId: Id.nullish(),
          remark: Text(500).nullish(),
          /** `markedAt` of the record that this mark replaces, null if it had none. Without it, any record is replaced. */
          seen: Instant.nullish(),
        }),
      )
      .min(1, 'Mark at least one person')
      .max(500, 'At most 500 at once'),
  }),
  /** `markedAt`: identifies these marks when they are undone. `kept`: what others have marked since it was read. */
  reply: z.object({ marked: z.int(), markedAt: DateTimeString, kept: z.array(SessionRecord) }),
  example: { body: { attendance: [{ userId: '0198f6a0-0000-7000-8000-000000000000', status: 'PRESENT' }] } },
})

export const undoAttendance = route({
  method: 'POST',
  path: '/api/attendance/mark-bulk-attendance/course/:courseId/week/:weekId/undo',
  summary:
    'Undo the caller’s own marks that were given at once: the records before them are restored, with their source. Records that someone has changed since are kept',
  allow: 'attendance.mark',
  course: 'params.courseId',
  params: z.object({ courseId: Id, weekId: Id }),
  body: z.object({
    markedAt: Instant,
    marks: z
      .array(z.object({ userId: Id, mediaId: Id.nullish() }))
      .min(1, 'Undo at least one mark')
      .max(500, 'At most 500 at once'),
  }),
  /** Only what was undone: a conflict if nothing was. */
  reply: z.object({ undone: z.array(SessionRecord) }),
  problems: ['conflict'],
  example: {
    body: { markedAt: '2026-11-20T12:00:00.000Z', marks: [{ userId: '0198f6a0-0000-7000-8000-000000000000' }] },
  },
})

export const listAttendanceChanges = route({
  method: 'GET',
  path: '/api/attendance/history/:courseId/:mediaId/:userId',
  summary: 'The history of a record, newest first; for staff. A week’s own register has the id of the week',
  allow: 'attendance.mark',
  course: 'params.courseId',
  params: z.object({ courseId: Id, mediaId: Id, userId: Id }),
  query: z.object(Page),
  reply: toPageShape(AttendanceChange),
})

export const listOpenRegisters = route({
  method: 'GET',
  path: '/api/attendance/registers/open',
  summary: 'Live sessions of the last 30 days, in courses that the caller teaches, with students who are not marked; oldest first',
  allow: 'attendance.mark',
  query: z.object(Page),
  reply: toPageShape(OpenRegister),
})

export const updateRegister = route({
  method: 'PUT',
  path: '/api/attendance/registers/:courseId/:mediaId',
  summary: 'Close the register of a live session: students who are not marked become absent; reopened, they are not marked again',
  allow: 'attendance.mark',
  course: 'params.courseId',
  params: z.object({ courseId: Id, mediaId: Id }),
  body: z.object({ closed: z.boolean() }),
  /** `changed`: students who became absent by it, or are not marked again. */
  reply: z.object({ closed: ClosedRegister.nullable(), changed: z.int() }),
  problems: ['session-not-open'],
  example: { body: { closed: true } },
})

/** `id` is the media item's, or the week's for its own register. */
export const AttendanceSession = z
  .object({
    id: Id,
    title: z.string(),
    type: z.enum(['RECORDED', 'LIVE', 'WEEK']),
    startsAt: DateTimeString.nullable(),
    /** Of a live session; null: 60. */
    durationMinutes: z.int().nullable(),
    /** Counts in the rate of students who were enrolled: somebody is marked in it, or its week is open and it has started. */
    held: z.boolean(),
    /** Whether anybody is marked in it, on any page. */
    isMarked: z.boolean(),
    /** Of a live session whose register staff have closed. */
    closed: ClosedRegister.nullable(),
  })
  .meta({ id: 'AttendanceSession' })
export type AttendanceSession = z.infer<typeof AttendanceSession>

/** What each course decides about attendance. */
export const AttendanceSettings = z
  .object({
    /** What an absence counts as once the recording is watched. */
    madeUpAs: z.enum(['PRESENT', 'EXCUSED']),
    /** The rate that students need, in percent; null: none. */
    needed: z.int('Enter a whole number').min(1, 'Enter 1 to 100').max(100, 'Enter 1 to 100').nullable(),
  })
  .meta({ id: 'AttendanceSettings' })
export type AttendanceSettings = z.infer<typeof AttendanceSettings>

export const AttendanceSheet = z
  .object({
    sessions: z.array(AttendanceSession),
    settings: AttendanceSettings,
    students: z.array(
      z.object({
        user: Person,
        entries: z.record(z.string(), AttendanceRecord),
        /** Present or late ÷ marked sessions, without excused ones; null if nothing is marked. */
        percentage: z.int().nullable(),
        /** Sessions that were over before the student enrolled: they count only with a mark. */
        beforeJoining: z.array(Id),
      }),
    ),
    page: z.int(),
    limit: z.int(),
    total: z.int(),
  })
  .meta({ id: 'AttendanceSheet' })
export type AttendanceSheet = z.infer<typeof AttendanceSheet>

export const getCourseAttendance = route({
  method: 'GET',
  path: '/api/attendance/get-course-attendance/course/:courseId/week/:weekId',
  summary: 'The attendance of a week; students only see their own row',
  allow: 'attendance.read',
  course: 'params.courseId',
  params: z.object({ courseId: Id, weekId: Id }),
  query: z.object({ ...Page, limit: Page.limit.default(100) }),
  reply: AttendanceSheet,
})

export const updateAttendanceSettings = route({
  method: 'PATCH',
  path: '/api/attendance/settings/:courseId',
  summary: 'Change what a made-up absence counts as, and the rate that students need',
  allow: 'attendance.mark',
  course: 'params.courseId',
  params: z.object({ courseId: Id }),
  body: AttendanceSettings.partial(),
  reply: AttendanceSettings,
  example: { body: { madeUpAs: 'PRESENT' } },
})

export const exportAttendance = route({
  method: 'GET',
  path: '/api/attendance/export-attendance',
  summary: 'The attendance of a course: one row per student, one column per session',
  allow: 'attendance.export',
  course: 'query.courseId',
  query: z
    .object({
      courseId: Id,
      format: z.enum(['csv', 'xlsx']).default('csv'),
      from: Day.optional().meta({
        description:
          'The first day, in the course’s time zone: of live sessions their start, of others that of their week. Without days, all sessions',
      }),
      to: Day.optional().meta({ description: 'The last day' }),
      statuses: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(z.enum(['PRESENT', 'LATE', 'ABSENT', 'EXCUSED', 'NONE'])))
        .optional()
        .meta({
          description: 'Separated by commas: only students who have one of them in these sessions; NONE: not marked in one of theirs',
        }),
    })
    .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'Must not be before the first day' }),
  download: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
})
