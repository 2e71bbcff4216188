/** Discussions and their comments. */
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { id, instant, now } from '#db/schema/columns.ts'
import { courses } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'

export const discussions = pgTable(
  'discussions',
  {
    id: id(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    content: text().notNull(),
    pinned: boolean().notNull().default(false),
    locked: boolean().notNull().default(false),
    commentCount: integer().notNull().default(0),
    /**
     * The first comment by somebody who was of the staff when they wrote it; null while there is none. Written together with comments.
     * No foreign key: nothing but its discussion's deletion takes a comment away.
     */
    staffReplyId: uuid(),
    createdAt: instant().notNull().default(now),
    lastActivityAt: instant().notNull().default(now),
    deletedAt: instant(),
  },
  (table) => [
    index('discussions_course_id_idx')
      .on(table.courseId, table.pinned, table.lastActivityAt, table.id)
      .where(sql`deleted_at is null`),
    index('discussions_unanswered_idx')
      .on(table.courseId, table.createdAt, table.id)
      .where(sql`deleted_at is null and not locked and staff_reply_id is null`),
    index('discussions_author_id_idx')
      .on(table.authorId, table.createdAt)
      .where(sql`deleted_at is null`),
  ],
)

export const comments = pgTable(
  'comments',
  {
    id: id(),
    discussionId: uuid()
      .notNull()
      .references(() => discussions.id, { onDelete: 'cascade' }),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    parentId: uuid().references((): AnyPgColumn => comments.id),
    /** The top-level comment of a reply at any depth; null for a top-level comment. */
    rootId: uuid().references((): AnyPgColumn => comments.id),
    content: text().notNull(),
    createdAt: instant().notNull().default(now),
    editedAt: instant(),
    deletedAt: instant(),
  },
  (table) => [
    index('comments_discussion_id_idx')
      .on(table.discussionId, table.id, table.deletedAt)
      .where(sql`root_id is null`),
    index('comments_discussion_id_created_at_idx')
      .on(table.discussionId, table.createdAt)
      .where(sql`deleted_at is null`),
    index('comments_root_id_idx').on(table.rootId, table.id),
    index('comments_author_id_idx')
      .on(table.authorId, table.createdAt)
      .where(sql`deleted_at is null`),
  ],
)
