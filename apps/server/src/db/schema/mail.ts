/** The outbox: every email, written in the transaction of its cause and sent by a job. */

import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { LeftOutReason } from '@lms/contract/course-emails'
import { id, imagesIndex, instant, now, safeHtml } from '#db/schema/columns.ts'
import { courses } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'

/** Why a mail waits: our settings are rejected, the server is unavailable, or the recipient's mailbox cannot accept it now. */
export type DelayCause = 'NO_SERVER' | 'SETTINGS' | 'SERVER' | 'RECIPIENT'

export const emails = pgTable(
  'emails',
  {
    /** Part of its Message-ID, so that a mail sent twice can be recognised as one. */
    id: id(),
    /** Mails of one batch; each user gets a batch once. */
    batchId: uuid(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    toAddress: text().notNull(),
    /** ADDRESS: about a change of the address, and goes to this one whatever the user's is by then. */
    kind: text().$type<'CODE' | 'ADDRESS' | 'INVITATION' | 'NOTICE' | 'COURSE'>().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    replyTo: text(),
    /** Of an invitation: who gets a notice if it cannot be delivered. */
    senderId: uuid().references(() => users.id),
    /** SKIPPED: of an email to a course, whose `lastError` is then the reason. */
    state: text().$type<'QUEUED' | 'SENT' | 'FAILED' | 'SKIPPED'>().notNull().default('QUEUED'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** The reason for waiting after a failed try. */
    delayedBy: text().$type<DelayCause>(),
    createdAt: instant().notNull().default(now),
    sentAt: instant(),
  },
  (table) => [
    uniqueIndex('emails_batch_id_user_id_key').on(table.batchId, table.userId),
    index('emails_user_id_idx').on(table.userId),
    index('emails_created_at_idx').on(table.createdAt),
    index('emails_failed_idx')
      .on(table.batchId)
      .where(sql`${table.state} = 'FAILED'`),
    index('emails_held_idx')
      .on(table.createdAt)
      .where(sql`${table.state} = 'QUEUED' and ${table.delayedBy} in ('SETTINGS', 'SERVER', 'NO_SERVER')`),
  ],
)

/** Emails to a course as they were written; the mails of each user are rows of `emails` with its id as `batch_id`. */
export const courseEmails = pgTable(
  'course_emails',
  {
    id: id(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    senderId: uuid()
      .notNull()
      .references(() => users.id),
    subject: text().notNull(),
    /** With placeholders and images. */
    body: safeHtml().notNull(),
    audience: jsonb().$type<{ to: string[]; except: string[] }>().notNull(),
    /** SENT: its mails are in the outbox, with their own states, or still to be written. */
    state: text().$type<'SCHEDULED' | 'SENT' | 'CANCELLED'>().notNull().default('SCHEDULED'),
    /** Why it is not sent; of a sent one, why the rest of its mails were not written. */
    cancelReason: text(),
    /** Users whose mail is still to be written: a large class gets them in batches. */
    waiting: uuid().array().notNull().default([]),
    sendAt: instant().notNull(),
    /** The last day in the course's time zone on which it is an announcement. */
    showUntil: date({ mode: 'string' }),
    /** Expected number of mails, and the actual one once it is sent. */
    recipients: integer().notNull(),
    leftOut: jsonb().$type<{ userId: string; reason: LeftOutReason }[]>().notNull().default([]),
    /** For a scheduled email: the recipients when it was written, and the changes until it was sent. */
    planned: uuid().array(),
    added: uuid().array().notNull().default([]),
    dropped: uuid().array().notNull().default([]),
    createdAt: instant().notNull().default(now),
  },
  (table) => [
    index('course_emails_course_id_send_at_idx').on(table.courseId, table.sendAt, table.id),
    imagesIndex('course_emails_images_idx', table.body),
    index('course_emails_announcements_idx')
      .on(table.courseId, table.showUntil)
      .where(sql`${table.showUntil} is not null`),
  ],
)

/** Users who opted out of a course's emails. */
export const emailOptOuts = pgTable(
  'email_opt_outs',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.userId, table.courseId] }), index('email_opt_outs_course_id_idx').on(table.courseId)],
)

/** A single row, inserted by the migration: signs links that work without a session. */
export const signingKey = pgTable(
  'signing_key',
  {
    id: boolean().primaryKey().default(true),
    /** 244 random bits. */
    key: text()
      .notNull()
      .default(sql`gen_random_uuid()::text || gen_random_uuid()::text`),
  },
  (table) => [check('signing_key_id_check', sql`${table.id}`)],
)
