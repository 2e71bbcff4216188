/** Attendance: one record per user and session, with its evidence. */

import { sql, type SQL } from 'drizzle-orm'
import { bigint, boolean, doublePrecision, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, now, stamp } from '#db/schema/columns.ts'
import { courses, weeks } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'

type Status = 'PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED'
type Source = 'STAFF' | 'VIDEO' | 'SELF' | 'JOIN' | 'ZOOM' | 'REGISTER'

/** All that a mark by staff changes in a record. */
export interface ReplacedRecord {
  status: Status | null
  source: Source
  remark: string | null
  marked_by: string | null
  marked_at: string | null
  watched_at: string | null
  objected_at: string | null
  objection: string | null
}

export const attendance = pgTable(
  'attendance',
  {
    /** The media item's id, or the week's for the week's own register: no foreign key, so that the record outlives a deleted media item. */
    sessionId: uuid().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    weekId: uuid()
      .notNull()
      .references(() => weeks.id),
    /** Null: partly watched or attended, but not marked. */
    status: text().$type<Status>(),
    source: text().$type<Source>().notNull(),
    remark: text(),
    markedBy: uuid().references(() => users.id),
    markedAt: instant(),
    /** The saved video position, in seconds. */
    position: doublePrecision().notNull().default(0),
    /** Watched ranges in seconds, disjoint and ascending. */
    watchedRanges: jsonb().$type<[number, number][]>().notNull().default([]),
    /** Unique seconds watched ÷ duration, 0–1; null if the duration is unknown or it is not a video. */
    coverage: doublePrecision(),
    watchedAt: instant(),
    /** When the user joined a live session, and the minutes of it that Zoom saw them. */
    joinedAt: instant(),
    minutes: integer(),
    /** Zoom reported no known email address: only the name matched. */
    matchedByName: boolean().notNull().default(false),
    /** When the student said that the record is not right, and their words; null once staff have marked it again. */
    objectedAt: instant(),
    objection: text(),
    /** What marks by staff replaced, the latest last: undoing one restores it with its source. */
    replaced: jsonb().$type<ReplacedRecord[]>().notNull().default([]),
    updatedAt: instant().notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.userId] }),
    index('attendance_course_id_user_id_idx').on(table.courseId, table.userId),
    index('attendance_user_id_updated_at_idx').on(table.userId, table.updatedAt),
    // For the foreign key: without it, deleting a week scans the whole table.
    index('attendance_week_id_idx').on(table.weekId),
  ],
)

/** The `objection` of a record, of which the argument is the table's name; null if there is none. */
export const objectionJson = (record: SQL) => sql<{ at: string; text: string } | null>`
  case when ${record}.objected_at is not null then json_build_object('at', ${stamp(sql`${record}.objected_at`)}, 'text', ${record}.objection) end`

/** Joins and leaves reported by Zoom: facts only, so that a repeated event changes nothing and order does not matter. */
export const attendanceEvents = pgTable(
  'attendance_events',
  {
    sessionId: uuid().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** One device in one part of the meeting: what joins and leaves together. */
    connection: text().notNull(),
    kind: text().$type<'JOIN' | 'LEAVE'>().notNull(),
    at: instant().notNull(),
    matchedByName: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.userId, table.connection, table.kind, table.at] })],
)

/** Every change of a record: who, when, from what, to what. Written by a trigger. */
export const attendanceChanges = pgTable(
  'attendance_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sessionId: uuid().notNull(),
    userId: uuid().notNull(),
    /** Null: nobody of the staff. */
    changedBy: uuid().references(() => users.id),
    changedAt: instant().notNull(),
    source: text().$type<Source>().notNull(),
    oldStatus: text().$type<Status>(),
    newStatus: text().$type<Status>(),
    oldRemark: text(),
    newRemark: text(),
  },
  (table) => [
    foreignKey({
      name: 'attendance_changes_record_fk',
      columns: [table.sessionId, table.userId],
      foreignColumns: [attendance.sessionId, attendance.userId],
    }).onDelete('cascade'),
    index('attendance_changes_session_id_user_id_idx').on(table.sessionId, table.userId, table.id),
    // For deleting a person.
    index('attendance_changes_user_id_idx').on(table.userId),
  ],
)
