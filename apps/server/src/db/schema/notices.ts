/** Notices: what is new for each user, in the notification menu and by email. */

import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { NoticeKind, NoticeSubject } from '@lms/contract/rules/notices'
import { id, instant, now } from '#db/schema/columns.ts'
import { courses } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'

export const notices = pgTable(
  'notices',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NoticeKind>().notNull(),
    /** Null: about an account. */
    courseId: uuid().references(() => courses.id, { onDelete: 'cascade' }),
    /** Unread notices of one group are one row in the notification menu. */
    groupKey: text().notNull(),
    /** The comment, decision or marks that it is about: nobody gets two notices about one. */
    sourceId: text().notNull(),
    actorId: uuid().references(() => users.id),
    subject: jsonb().$type<NoticeSubject>().notNull(),
    createdAt: instant().notNull().default(now),
    readAt: instant(),
    /** When it is to be emailed; null if it is not, or has been. */
    emailAt: instant(),
  },
  (table) => [
    uniqueIndex('notices_user_id_source_id_key').on(table.userId, table.sourceId),
    index('notices_user_id_idx').on(table.userId, table.id),
    index('notices_group_key_idx').on(table.userId, table.groupKey, table.id),
    index('notices_unread_idx')
      .on(table.userId, table.groupKey)
      .where(sql`read_at is null`),
    index('notices_email_at_idx')
      .on(table.emailAt)
      .where(sql`email_at is not null`),
    index('notices_course_id_idx').on(table.courseId),
    index('notices_created_at_idx').on(table.createdAt),
  ],
)

/** The items of courses that their students know of: what is new or moved is announced to them (modules/notices/work.ts). */
export const announcedItems = pgTable(
  'announced_items',
  {
    /** Of a media item or assignment: no foreign key, since it may be either. */
    itemId: uuid().primaryKey(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** When it was due or began, as announced. */
    time: instant(),
  },
  (table) => [index('announced_items_course_id_idx').on(table.courseId)],
)
