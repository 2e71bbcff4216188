/** How far a student is in a course, and what a course asks of its staff: the figures of its card. */

import { z } from 'zod'
import { DateTimeString, Id } from '#values.ts'

/** Attendance with its base, as in rules/attendance-rate.ts. */
export const Rate = z.object({ percentage: z.int().nullable(), marked: z.int(), sessions: z.int() })

export const StudentFigures = z.object({
  /** In percent (rules/totals.ts); null if nothing counts yet. */
  total: z.number().nullable(),
  /** Assignments with a mark, of those that the student owes or has done in open weeks. */
  marked: z.int(),
  assignments: z.int(),
  missing: z.int(),
  attendance: Rate,
})
export type StudentFigures = z.infer<typeof StudentFigures>

const Waiting = z.object({ count: z.int(), oldestAt: DateTimeString.nullable() })

export const StaffFigures = z.object({
  /** Submissions. */
  toGrade: Waiting,
  /** Live sessions that are over, with students who are not marked; `oldestAt` is the start of the first. */
  openRegisters: Waiting,
  /** Responses to the sign-up form. */
  signUps: Waiting,
  /** The live session now, or the first to come. */
  nextSession: z
    .object({ id: Id, weekId: Id, title: z.string(), startsAt: DateTimeString, durationMinutes: z.int().nullable() })
    .nullable(),
})
export type StaffFigures = z.infer<typeof StaffFigures>
