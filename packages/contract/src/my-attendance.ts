/** A student's own attendance, one course at a time. */

import { z } from 'zod'
import { AttendanceRecord } from '#attendance-record.ts'
import { AttendanceSession, AttendanceSettings } from '#attendance.ts'
import { Rate } from '#course-figures.ts'
import { route } from '#route.ts'
import { Id, NonBlankText } from '#values.ts'

const MySession = AttendanceSession.omit({ isMarked: true, closed: true })
  .extend({
    weekId: Id,
    weekNumber: z.int(),
    /** It was over before the student enrolled: it counts only with a mark. */
    beforeJoining: z.boolean(),
    record: AttendanceRecord.nullable(),
    /** What can be watched: its length, and where the student stopped, in seconds. */
    recording: z.object({ durationSeconds: z.number().nullable(), position: z.number() }).nullable(),
  })
  .meta({ id: 'MySession' })
export type MySession = z.infer<typeof MySession>

export const MyAttendance = z
  .object({
    /** `isLive`: it has a session now. */
    courses: z.array(z.object({ id: Id, title: z.string(), percentage: z.int().nullable(), isLive: z.boolean() })),
    /** The course that was asked for; else the one with the lowest rate below what it needs, one with a session now, or the first. */
    course: z
      .object({
        id: Id,
        title: z.string(),
        settings: AttendanceSettings,
        /** The same figures as staff see. */
        rate: Rate,
        /** Of open weeks, the latest last. */
        sessions: z.array(MySession),
        /** Sessions without a mark that have not ended, and recordings without a mark, also of weeks that open later. */
        toCome: z.int(),
      })
      .nullable(),
  })
  .meta({ id: 'MyAttendance' })
export type MyAttendance = z.infer<typeof MyAttendance>

export const getMyAttendance = route({
  method: 'GET',
  path: '/api/attendance/get-my-attendance',
  summary: 'The caller’s attendance in one course, with their rates in all',
  allow: 'attendance.listOwn',
  query: z.object({ courseId: Id.optional() }),
  reply: MyAttendance,
  problems: ['not-found'],
})

export const questionAttendance = route({
  method: 'POST',
  path: '/api/attendance/not-right/:courseId/:mediaId',
  summary:
    'Say that the caller’s record of a session is not right: staff of the course see the text in the register until they mark the caller again, and get a notice. It replaces an earlier one',
  allow: 'attendance.question',
  course: 'params.courseId',
  /** A week's own register has the id of the week. */
  params: z.object({ courseId: Id, mediaId: Id }),
  body: z.object({ text: NonBlankText(500) }),
  problems: ['not-found'],
  example: { body: { text: 'I was there from the beginning, without a camera.' } },
})
