/** What a course requires of a student, item by item. */

import { z } from 'zod'
import { SubmissionStatus } from '#assignments.ts'
import { DateTimeString, Id } from '#values.ts'

export const ItemType = z.enum(['RECORDED', 'LIVE', 'ASSIGNMENT'])

/** The status of the work on one item: the same words on every screen. */
export const ItemState = z.enum([
  'NOT_STARTED',
  'IN_PROGRESS',
  'WATCHED',
  'PRESENT',
  'LATE',
  'ABSENT',
  'EXCUSED',
  ...SubmissionStatus.options,
  'MISSING',
  'BEFORE_JOINING',
])
export const ProgressItem = z
  .object({
    id: Id,
    type: ItemType,
    weekId: Id,
    title: z.string(),
    /** Not required: what fell due before the student enrolled, and sessions that ended without a recording; they only count if done. */
    required: z.boolean(),
    done: z.boolean(),
    /** Why it counts as done or not, for display. */
    reason: z.string(),
    state: ItemState,
    late: z.boolean(),
    /** Share of the video that was watched, 0–1. */
    coverage: z.number().nullable(),
    /** When the student joined a live session, if known. */
    joinedAt: DateTimeString.nullable(),
    marks: z.number().nullable(),
    maxMarks: z.number().nullable(),
    doneBy: z
      .object({ done: z.int(), of: z.int() })
      .optional()
      .meta({ description: 'For staff: of how many students it is required, and how many of them have done it' }),
  })
  .meta({ id: 'ProgressItem' })
export type ProgressItem = z.infer<typeof ProgressItem>

/** What a student does next in a course: a live session, else the first required open item, overdue ones first. Null for staff. */
export const Next = z.object({ id: Id, type: ItemType, title: z.string(), weekId: Id })
