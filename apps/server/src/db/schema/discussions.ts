/** Discussions and their comments. */

import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { id, imagesIndex, instant, now, postText, searchText } from '#db/schema/columns.ts'
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
    content: postText().notNull(),
    pinned: boolean().notNull().default(false),
    locked: boolean().notNull().default(false),
    lockedBy: uuid().references(() => users.id),
    commentCount: integer().notNull().default(0),
    /** Top-level comments that are shown: deleted ones only while they have replies. */
    topLevelCount: integer().notNull().default(0),
    /**
     * The first comment by someone who was staff at the time, or that staff marked as the answer; null while there is none.
     * Written together with comments. No foreign key: comments are only deleted together with their discussion.
     */
    staffReplyId: uuid(),
    mentionedIds: uuid().array().notNull().default([]),
    createdAt: instant().notNull().default(now),
    editedAt: instant(),
    lastActivityAt: instant().notNull().default(now),
    deletedAt: instant(),
    searchText: searchText(`fold_text(title) || ' ' || fold_html(content)`),
  },
  (table) => [
    imagesIndex('discussions_images_idx', table.content),
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
    /** Erased a minute after the comment was deleted. */
    content: postText().notNull(),
    mentionedIds: uuid().array().notNull().default([]),
    /** Rows of comment_versions. */
    versionCount: integer().notNull().default(0),
    /** The member of staff who marked it as the answer. */
    answerMarkedBy: uuid().references(() => users.id),
    createdAt: instant().notNull().default(now),
    editedAt: instant(),
    deletedAt: instant(),
    deletedBy: uuid().references(() => users.id),
    searchText: searchText(`fold_html(content)`),
  },
  (table) => [
    imagesIndex('comments_images_idx', table.content),
    index('comments_discussion_id_idx')
      .on(table.discussionId, table.id, table.deletedAt)
      .where(sql`root_id is null`),
    // Counting new comments and finding the last author only need this index.
    index('comments_discussion_id_created_at_idx')
      .on(table.discussionId, table.createdAt, table.authorId)
      .where(sql`deleted_at is null`),
    index('comments_root_id_idx').on(table.rootId, table.id),
    // For the foreign keys: without them, the purge reads the whole table for each discussion and for each comment.
    index('comments_discussion_id_all_idx').on(table.discussionId),
    index('comments_parent_id_idx')
      .on(table.parentId)
      .where(sql`parent_id is not null`),
    // Who has written in a discussion.
    index('comments_discussion_id_author_id_idx')
      .on(table.discussionId, table.authorId)
      .where(sql`deleted_at is null`),
    index('comments_author_id_idx')
      .on(table.authorId, table.createdAt)
      .where(sql`deleted_at is null`),
  ],
)

/** Earlier versions of edited comments. */
export const commentVersions = pgTable(
  'comment_versions',
  {
    id: id(),
    commentId: uuid()
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    content: postText().notNull(),
    /** When this version was written. */
    createdAt: instant().notNull(),
  },
  (table) => [
    index('comment_versions_comment_id_idx').on(table.commentId, table.id),
    imagesIndex('comment_versions_images_idx', table.content),
  ],
)

/** How far a user has read a discussion, on all of their devices. */
export const discussionReads = pgTable(
  'discussion_reads',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    discussionId: uuid()
      .notNull()
      .references(() => discussions.id, { onDelete: 'cascade' }),
    /** Anything written later is new. */
    readUntil: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.discussionId] }),
    index('discussion_reads_discussion_id_idx').on(table.discussionId),
  ],
)
