/** Videos and live sessions, and the files behind them. */
import { sql } from 'drizzle-orm'
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant, now, richText } from '#db/schema/columns.ts'
import { courses, weeks } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'

export const media = pgTable(
  'media',
  {
    id: id(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    weekId: uuid().references(() => weeks.id),
    title: text().notNull(),
    type: text().$type<'RECORDED' | 'LIVE'>().notNull(),
    /** A file key of ours or an https address. */
    source: text(),
    notes: richText().notNull().default(''),
    attachments: jsonb().$type<{ key: string; name: string }[]>().notNull().default([]),
    captions: jsonb().$type<{ key: string; language: string; label: string; default?: boolean }[]>().notNull().default([]),
    /** Null or 0: unknown, so coverage cannot be measured. */
    durationSeconds: doublePrecision(),
    /** A file key of ours. */
    thumbnail: text(),
    startsAt: instant(),
    durationMinutes: integer(),
    timeZone: text(),
    joinUrl: text(),
    meetingId: text(),
    passcode: text(),
    waitingRoom: boolean().notNull().default(false),
    startUrl: text(),
    /** When the session was planned before it was moved. */
    previousStartsAt: instant(),
    /** How often the session's time or name was changed: calendars take the highest (RFC 5545, SEQUENCE). */
    revision: integer().notNull().default(0),
    position: integer().notNull().default(0),
    createdBy: uuid().references(() => users.id),
    createdAt: instant().notNull().default(now),
    deletedAt: instant(),
  },
  (table) => [
    // Deleted ones too: the register of a week has those that somebody was marked in.
    index('media_week_id_idx').on(table.weekId, table.position),
    index('media_course_id_idx')
      .on(table.courseId)
      .where(sql`deleted_at is null`),
    index('media_source_idx')
      .on(table.source)
      .where(sql`source is not null`),
    index('media_thumbnail_idx')
      .on(table.thumbnail)
      .where(sql`thumbnail is not null`),
    index('media_attachments_idx').using('gin', table.attachments.op('jsonb_path_ops')),
    index('media_captions_idx').using('gin', table.captions.op('jsonb_path_ops')),
    index('media_created_at_idx')
      .on(table.createdAt, table.id)
      .where(sql`deleted_at is null`),
  ],
)

/** The meetings that a job makes at Zoom, changes and deletes. */
export const zoomMeetings = pgTable(
  'zoom_meetings',
  {
    mediaId: uuid()
      .primaryKey()
      .references(() => media.id, { onDelete: 'cascade' }),
    /** TO_DELETE: it goes as soon as Zoom has deleted the meeting. */
    state: text().$type<'PENDING' | 'READY' | 'FAILED' | 'TO_DELETE'>().notNull().default('PENDING'),
    /** Zoom's number of the meeting; null until it is made. */
    number: text(),
    /** Whether it was asked for without an answer: then it may be there already. */
    creationStarted: boolean().notNull().default(false),
    /** Why it is not ready, as a sentence for staff. */
    reason: text(),
    attempts: integer().notNull().default(0),
    /** As Zoom saw the meeting, all its parts together. */
    startedAt: instant(),
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex('zoom_meetings_number_key')
      .on(table.number)
      .where(sql`number is not null`),
  ],
)

export const files = pgTable(
  'files',
  {
    /** `kind/owner/uuid.ext`, made by the server. */
    key: text().primaryKey(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    contentType: text().notNull(),
    name: text(),
    /** Bytes; null until the upload was verified. */
    size: bigint({ mode: 'number' }),
    /** Bytes that the uploader said it would have, or that are about to be put together: they count before they are there. */
    announcedSize: bigint({ mode: 'number' }),
    /** Seconds, of audio and video that say it themselves; known once the upload was verified. */
    durationSeconds: doublePrecision(),
    /** A file may be used once its size and its first bytes were checked. */
    status: text().$type<'PENDING' | 'READY'>().notNull().default('PENDING'),
    /** Until then somebody is checking it; a process that died is waited for no longer. */
    busyUntil: instant(),
    createdAt: instant().notNull().default(now),
  },
  (table) => [
    index('files_owner_id_idx').on(table.ownerId),
    index('files_status_idx').on(table.status, table.createdAt),
    // What is used in total is summed from the index alone.
    index('files_size_idx')
      .on(table.size)
      .where(sql`size is not null`),
  ],
)

/** Uploads in parts. Ended ones are kept for a while, so that a repeated call gets the same answer. */
export const uploads = pgTable(
  'uploads',
  {
    key: text().primaryKey(),
    /** The store's own name for it. */
    uploadId: text().notNull(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    /** Bytes of every part but the last. */
    partSize: integer().notNull(),
    status: text().$type<'OPEN' | 'DONE' | 'ABORTED'>().notNull().default('OPEN'),
    /** Until then somebody is putting the parts together; a process that died is waited for no longer. */
    busyUntil: instant(),
    /** When a part was last asked for, to the hour. */
    lastPartAt: instant().notNull().default(now),
    createdAt: instant().notNull().default(now),
  },
  (table) => [
    index('uploads_owner_id_idx')
      .on(table.ownerId, table.createdAt)
      .where(sql`status = 'OPEN'`),
    index('uploads_status_idx').on(table.status, table.lastPartAt),
  ],
)

/** What people write to places in videos, for themselves. */
export const mediaNotes = pgTable(
  'media_notes',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mediaId: uuid()
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    /** Seconds into the video. */
    at: doublePrecision().notNull(),
    text: text().notNull(),
    createdAt: instant().notNull().default(now),
    updatedAt: instant().notNull().default(now),
  },
  (table) => [
    index('media_notes_user_id_media_id_idx').on(table.userId, table.mediaId, table.at, table.id),
    index('media_notes_media_id_idx').on(table.mediaId),
  ],
)
