/** Videos and live sessions, and the files behind them. */
import { sql } from 'drizzle-orm'
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
    url: text(),
    notes: richText().notNull().default(''),
    attachments: jsonb().$type<{ key: string; name: string }[]>().notNull().default([]),
    captions: jsonb().$type<{ key: string; language: string; label: string; default?: boolean }[]>().notNull().default([]),
    /** Null or 0: unknown, so coverage cannot be measured. */
    durationSeconds: doublePrecision(),
    startsAt: instant(),
    durationMinutes: integer(),
    timeZone: text(),
    joinUrl: text(),
    meetingId: text(),
    passcode: text(),
    waitingRoom: boolean().notNull().default(false),
    startUrl: text(),
    position: integer().notNull().default(0),
    createdBy: uuid().references(() => users.id),
    createdAt: instant().notNull().default(now),
    deletedAt: instant(),
  },
  (table) => [
    index('media_week_id_idx')
      .on(table.weekId, table.position)
      .where(sql`deleted_at is null`),
    index('media_course_id_idx')
      .on(table.courseId)
      .where(sql`deleted_at is null`),
    index('media_url_idx')
      .on(table.url)
      .where(sql`url is not null`),
    index('media_attachments_idx').using('gin', table.attachments.op('jsonb_path_ops')),
    index('media_captions_idx').using('gin', table.captions.op('jsonb_path_ops')),
    index('media_created_at_idx')
      .on(table.createdAt, table.id)
      .where(sql`deleted_at is null`),
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
    /** A file may be used once its size and its first bytes were checked. */
    status: text().$type<'PENDING' | 'READY'>().notNull().default('PENDING'),
    createdAt: instant().notNull().default(now),
  },
  (table) => [index('files_owner_id_idx').on(table.ownerId), index('files_status_idx').on(table.status, table.createdAt)],
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
