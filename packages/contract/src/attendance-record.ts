/** Records of attendance and registers: the shapes that several calls have. */

import { z } from 'zod'
import { DateTimeString, Id, Person } from '#values.ts'

export const AttendanceStatus = z.enum(['PRESENT', 'LATE', 'ABSENT', 'EXCUSED'])
/** REGISTER: not marked when staff closed the register, so absent. */
export const AttendanceSource = z.enum(['STAFF', 'VIDEO', 'SELF', 'JOIN', 'ZOOM', 'REGISTER'])

export const AttendanceRecord = z
  .object({
    status: AttendanceStatus.nullable(),
    source: AttendanceSource,
    remark: z.string().nullable(),
    markedBy: Person.nullable(),
    markedAt: DateTimeString.nullable(),
    /** Unique seconds watched ÷ duration, 0–1. */
    coverage: z.number().nullable(),
    /** When the recording counted as watched: it makes up for an absence. */
    watchedAt: DateTimeString.nullable(),
    /** When the user joined a live session, if known. */
    joinedAt: DateTimeString.nullable(),
    /** Minutes within the session's time, as reported by Zoom; rounded down. */
    minutes: z.int().nullable(),
    /** Zoom reported no known email address: only the name matched. */
    matchedByName: z.boolean(),
    /** The student says that it is not right; null once staff have marked the student again. */
    objection: z.object({ at: DateTimeString, text: z.string() }).nullable(),
  })
  .meta({ id: 'AttendanceRecord' })
export type AttendanceRecord = z.infer<typeof AttendanceRecord>

/** The record of a student in a session; null if nothing is known of them. */
export const SessionRecord = z.object({ userId: Id, sessionId: Id, record: AttendanceRecord.nullable() })
export type SessionRecord = z.infer<typeof SessionRecord>

export const AttendanceChange = z
  .object({
    id: z.int(),
    /** Null: the student, by watching or joining, or what Zoom reported. */
    changedBy: Person.nullable(),
    changedAt: DateTimeString,
    source: AttendanceSource,
    oldStatus: AttendanceStatus.nullable(),
    newStatus: AttendanceStatus.nullable(),
    oldRemark: z.string().nullable(),
    newRemark: z.string().nullable(),
  })
  .meta({ id: 'AttendanceChange' })
export type AttendanceChange = z.infer<typeof AttendanceChange>

/** A live session of an earlier day whose register is not closed, with students who are not marked. */
export const OpenRegister = z
  .object({
    id: Id,
    title: z.string(),
    startsAt: DateTimeString,
    courseId: Id,
    courseTitle: z.string(),
    weekId: Id,
    marked: z.int(),
    students: z.int(),
  })
  .meta({ id: 'OpenRegister' })
export type OpenRegister = z.infer<typeof OpenRegister>

export const ClosedRegister = z.object({ at: DateTimeString, by: Person.nullable() }).meta({ id: 'ClosedRegister' })
export type ClosedRegister = z.infer<typeof ClosedRegister>
