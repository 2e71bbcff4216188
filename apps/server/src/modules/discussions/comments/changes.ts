/** Writing comments, in SQL. Call each with the discussion locked, so that its counts stay right. */

import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { prepared, valueFor, type Db } from '#db/drizzle.ts'
import { risingId } from '#db/rising-id.ts'
import { noHtml } from '#db/schema/columns.ts'
import { memberships } from '#db/schema/courses.ts'
import { comments, commentVersions, discussions } from '#db/schema/discussions.ts'
import { users } from '#db/schema/users.ts'
import { commentColumns, isShownComment, parentComment, parentAuthor, threadParticipants } from '#modules/discussions/comments/queries.ts'
import { isCourseMember } from '#modules/discussions/queries.ts'

const { placeholder } = sql

type Comment = typeof comments.$inferSelect

const isSameComment = and(
  eq(comments.authorId, placeholder('authorId')),
  eq(comments.discussionId, placeholder('discussionId')),
  gt(comments.createdAt, placeholder('since')),
  isNull(comments.deletedAt),
  eq(comments.content, placeholder('content')),
)

/** Locks the discussion, as `lockDiscussion` does, with the new comment counted. */
const commentCounted = prepared((db) =>
  db
    .update(discussions)
    .set({
      commentCount: sql`${discussions.commentCount} + 1`,
      topLevelCount: sql`${discussions.topLevelCount} + case when ${placeholder('parentId')}::uuid is null then 1 else 0 end`,
      lastActivityAt: sql`${placeholder('now')}::timestamptz`,
      staffReplyId: sql`coalesce(${discussions.staffReplyId}, ${placeholder('staffReplyId')}::uuid)`,
    })
    .where(
      and(
        eq(discussions.id, placeholder('discussionId')),
        eq(discussions.courseId, placeholder('courseId')),
        isNull(discussions.deletedAt),
      ),
    )
    .returning({ id: discussions.id, courseId: discussions.courseId, title: discussions.title, locked: discussions.locked }),
)

type NewComment = Pick<Comment, 'id' | 'discussionId' | 'authorId' | 'content' | 'mentionedIds' | 'parentId' | 'rootId'>

/** Counts a comment that is about to be inserted; undefined if the course has no such discussion. */
export async function countNewComment(
  db: Db,
  { isStaff, ...values }: { id: string; discussionId: string; courseId: string; parentId?: string | null | undefined; isStaff: boolean },
  now: Date,
) {
  const [counted] = await commentCounted(db, {
    ...values,
    parentId: values.parentId ?? null,
    staffReplyId: isStaff ? values.id : null,
    now: now.toISOString(),
  })
  return counted
}

/** Adds a comment unless the same exists already, and returns it with the users to be notified, in one statement. */
const commentInsert = prepared((db) => {
  const added = db.$with('added').as(
    db
      .insert(comments)
      .select(
        // In the order of the table's columns.
        sql`select ${placeholder('id')}::uuid, ${placeholder('discussionId')}::uuid, ${placeholder('authorId')}::uuid, ${placeholder('parentId')}::uuid,
          ${placeholder('rootId')}::uuid, ${placeholder('content')}, ${placeholder('mentionedIds')}::uuid[], 0, null::uuid, ${placeholder('now')}::timestamptz, null, null, null::uuid
          where not exists (select from ${comments} where ${isSameComment})`,
      )
      .returning(),
  )
  return db
    .with(added)
    .select({
      ...commentColumns,
      id: added.id,
      content: added.content,
      authorId: added.authorId,
      parentId: added.parentId,
      rootId: added.rootId,
      createdAt: added.createdAt,
      editedAt: added.editedAt,
      versionCount: added.versionCount,
      isAnswer: sql<boolean>`false`,
      deletedAt: added.deletedAt,
      deletedBy: added.deletedBy,
      takingPart: sql<string[]>`array(${threadParticipants})`,
    })
    .from(added)
    .innerJoin(discussions, eq(discussions.id, added.discussionId))
    .innerJoin(users, eq(users.id, added.authorId))
    .leftJoin(memberships, isCourseMember)
    .leftJoin(parentComment, and(eq(parentComment.id, added.parentId), ne(parentComment.id, added.rootId)))
    .leftJoin(parentAuthor, eq(parentAuthor.id, parentComment.authorId))
})
const sameComment = prepared((db) => db.select({ id: comments.id }).from(comments).where(isSameComment).limit(1))

/**
 * The new comment, with the participants to be notified; or `sameId`, if the same user has written the same
 * comment `since`.
 */
export async function insertComment(db: Db, comment: NewComment, { since, now }: { since: Date; now: Date }) {
  const values = { ...comment, since: since.toISOString(), now: now.toISOString() }
  const [added] = await commentInsert(db, { ...values, groupKey: `discussion:${comment.discussionId}` })
  return added ?? { sameId: (await sameComment(db, values))[0]!.id }
}

/** Updates the discussion's counts after a comment was deleted, restored, marked or unmarked. */
const recount = prepared((db) => {
  const id = placeholder('discussionId')
  const live = sql`from ${comments} where ${comments.discussionId} = ${id} and ${comments.deletedAt} is null`
  const staffReply = sql`(select comment.id from ${comments} comment join ${users} author on author.id = comment.author_id
    where comment.discussion_id = ${id} and comment.deleted_at is null and (comment.answer_marked_by is not null or author.role in ('ADMIN', 'SUPER_ADMIN') or exists (
      select 1 from ${memberships} membership where membership.course_id = ${discussions.courseId} and membership.user_id = author.id and membership.role = 'TRAINER'))
    order by comment.created_at, comment.id limit 1)`
  return db
    .update(discussions)
    .set({
      commentCount: sql`(select count(*) ${live})`,
      topLevelCount: sql`(select count(*) from ${comments} where ${comments.discussionId} = ${id} and ${comments.rootId} is null and ${isShownComment})`,
      lastActivityAt: sql`coalesce((select max(${comments.createdAt}) ${live}), ${discussions.createdAt})`,
      // The first staff reply stays the first while it exists, even if its author is no longer staff.
      staffReplyId: sql`case when exists (select 1 ${live} and ${comments.id} = ${discussions.staffReplyId}
          and ${comments.id} is distinct from ${placeholder('unmarkedId')}::uuid)
        then ${discussions.staffReplyId} else ${staffReply} end`,
    })
    .where(eq(discussions.id, id))
})

/** The text is erased a minute later; whether it leaves a tombstone is decided on reading. */
export async function deleteComment(db: Db, { id, discussionId }: Pick<Comment, 'id' | 'discussionId'>, by: string, now: Date) {
  await db.update(comments).set({ deletedAt: now.toISOString(), deletedBy: by }).where(eq(comments.id, id))
  await recount(db, { discussionId, unmarkedId: null })
}

/** Whether there was anything to restore: deleted by this user, no earlier than `since`. */
export async function undeleteComment(
  db: Db,
  { id, discussionId, deletedBy, since }: { id: string; discussionId: string; deletedBy: string; since: Date },
): Promise<boolean> {
  const isTheirs = and(eq(comments.id, id), eq(comments.discussionId, discussionId), eq(comments.deletedBy, deletedBy))
  const restored = await db
    .update(comments)
    .set({ deletedAt: null, deletedBy: null })
    .where(and(isTheirs, gt(comments.deletedAt, since.toISOString())))
    .returning({ id: comments.id })
  if (restored.length > 0) await recount(db, { discussionId, unmarkedId: null })
  return restored.length > 0
}

const textErased = prepared((db) => {
  const erased = db.$with('erased').as(
    db
      .update(comments)
      .set({ content: noHtml, mentionedIds: [], versionCount: 0 })
      .where(sql`${comments.id} = ${placeholder('id')} and ${comments.deletedAt} = ${placeholder('deletedAt')}::timestamptz`)
      .returning({ id: comments.id }),
  )
  return db
    .with(erased)
    .delete(commentVersions)
    .where(sql`${commentVersions.commentId} in (select id from erased)`)
})
export type Deletion = { id: string; deletedAt: string }
/** Does nothing if it was restored, even if it was deleted again: that deletion has a job of its own. */
export const eraseComment = async (db: Db, deletion: Deletion): Promise<void> => void (await textErased(db, deletion))

const replacedContent = prepared((db) =>
  db
    .update(comments)
    .set({
      content: valueFor(comments.content, 'content'),
      mentionedIds: valueFor(comments.mentionedIds, 'mentionedIds'),
      editedAt: sql`coalesce(${placeholder('editedAt')}::timestamptz, ${comments.editedAt})`,
      versionCount: sql`${comments.versionCount} + case when ${placeholder('editedAt')}::timestamptz is null then 0 else 1 end`,
    })
    .where(eq(comments.id, placeholder('id'))),
)

/** `editedAt` is null for a change that is not shown; otherwise the earlier version is stored. */
export async function updateContent(
  db: Db,
  before: Comment,
  changes: { content: string; mentionedIds: string[]; editedAt: string | null },
): Promise<void> {
  if (changes.editedAt)
    await db
      .insert(commentVersions)
      .values({ id: risingId(), commentId: before.id, content: before.content, createdAt: before.editedAt ?? before.createdAt })
  await replacedContent(db, { id: before.id, ...changes })
}

/** Whether someone else has replied to this comment. */
export async function findHasReply(db: Db, { id, rootId, authorId }: Pick<Comment, 'id' | 'rootId' | 'authorId'>): Promise<boolean> {
  const [found] = await db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.rootId, rootId ?? id), eq(comments.parentId, id), ne(comments.authorId, authorId), isNull(comments.deletedAt)))
    .limit(1)
  return found !== undefined
}

/** A marked answer also answers the question. */
export async function updateAnswer(
  db: Db,
  { id, discussionId }: Pick<Comment, 'id' | 'discussionId'>,
  markedBy: string | null,
): Promise<void> {
  await db.update(comments).set({ answerMarkedBy: markedBy }).where(eq(comments.id, id))
  await recount(db, { discussionId, unmarkedId: markedBy === null ? id : null })
}
