/** Comments on discussions, and the replies to them, in SQL. */
import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { prepared, type Db } from '#db/drizzle.ts'
import { memberships } from '#db/schema/courses.ts'
import { comments, discussions } from '#db/schema/discussions.ts'
import { users } from '#db/schema/users.ts'
import { pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { author, isMemberOf } from '#modules/discussions/queries.ts'

const { placeholder } = sql

/** Replies included with each comment; `replyCount` counts all of them. */
const shownReplies = 100
const parent = alias(comments, 'parent')
const parentAuthor = alias(users, 'parent_author')

/** Whether anybody but this person has said something there. */
export async function findIsAnswered(db: Db, discussionId: string, authorId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.discussionId, discussionId), ne(comments.authorId, authorId), isNull(comments.deletedAt)))
    .limit(1)
  return found !== undefined
}

/** A comment that is still there, by way of its discussion. */
export async function findCommentIn(db: Db, discussionId: string, id: string) {
  const [found] = await db
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), eq(comments.discussionId, discussionId), isNull(comments.deletedAt)))
  return found
}

/** Adds a comment, counts it, and reads it back, in one statement; call it with the discussion locked. */
const commentInsert = prepared((db) => {
  const added = db.$with('added').as(
    db
      .insert(comments)
      .values({
        id: placeholder('id'),
        discussionId: placeholder('discussionId'),
        authorId: placeholder('authorId'),
        content: placeholder('content'),
        parentId: placeholder('parentId'),
        rootId: placeholder('rootId'),
        createdAt: placeholder('now'),
      })
      .returning(),
  )
  const counted = db.$with('counted').as(
    db
      .update(discussions)
      .set({
        commentCount: sql`${discussions.commentCount} + 1`,
        lastActivityAt: sql`${placeholder('now')}::timestamptz`,
        staffReplyId: sql`coalesce(${discussions.staffReplyId}, ${placeholder('staffReplyId')}::uuid)`,
      })
      .where(eq(discussions.id, placeholder('discussionId')))
      .returning({ id: discussions.id }),
  )
  return db
    .with(added, counted)
    .select({
      id: added.id,
      content: added.content,
      author,
      parentId: added.parentId,
      rootId: added.rootId,
      replyTo: parentAuthor.name,
      createdAt: added.createdAt,
      editedAt: added.editedAt,
      deleted: sql<boolean>`false`,
    })
    .from(added)
    .innerJoin(discussions, eq(discussions.id, added.discussionId))
    .innerJoin(users, eq(users.id, added.authorId))
    .leftJoin(memberships, isMemberOf)
    .leftJoin(parent, and(eq(parent.id, added.parentId), ne(parent.id, added.rootId)))
    .leftJoin(parentAuthor, eq(parentAuthor.id, parent.authorId))
})

export async function insertComment(
  db: Db,
  {
    isStaff,
    ...values
  }: { discussionId: string; authorId: string; isStaff: boolean; content: string; parentId: string | null; rootId: string | null },
  now: Date,
) {
  const id = randomUUIDv7()
  return (await commentInsert(db, { id, ...values, staffReplyId: isStaff ? id : null, now: now.toISOString() }))[0]!
}

/** Its words go for good; whether it leaves a tombstone is decided when it is read. Call it with the discussion locked. */
export async function deleteComment(db: Db, { id, discussionId }: { id: string; discussionId: string }, now: Date) {
  await db.update(comments).set({ deletedAt: now.toISOString(), content: '' }).where(eq(comments.id, id))
  const latest = sql`(select max(created_at) from ${comments} where discussion_id = ${discussionId} and deleted_at is null)`
  const nextStaffReply = sql`(select c.id from ${comments} c join ${users} u on u.id = c.author_id
    where c.discussion_id = ${discussionId} and c.deleted_at is null and (u.role in ('ADMIN', 'SUPER_ADMIN') or exists (
      select 1 from ${memberships} m where m.course_id = ${discussions.courseId} and m.user_id = u.id and m.role = 'TRAINER'))
    order by c.created_at, c.id limit 1)`
  await db
    .update(discussions)
    .set({
      commentCount: sql`${discussions.commentCount} - 1`,
      lastActivityAt: sql`coalesce(${latest}, ${discussions.createdAt})`,
      staffReplyId: sql`case when ${discussions.staffReplyId} = ${id} then ${nextStaffReply} else ${discussions.staffReplyId} end`,
    })
    .where(eq(discussions.id, discussionId))
}

const comment = {
  id: comments.id,
  content: comments.content,
  author,
  parentId: comments.parentId,
  rootId: comments.rootId,
  /** Set for replies to replies only, and null where the answered reply was deleted. */
  replyTo: parentAuthor.name,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
  deleted: sql<boolean>`${comments.deletedAt} is not null`,
}
/** A deleted reply `r` is shown, empty, while there is an answer to it that is not deleted. */
const isShownReply = sql`(r.deleted_at is null or exists (
  select 1 from ${comments} a where a.root_id = r.root_id and a.parent_id = r.id and a.deleted_at is null))`
/** `coalesce` of one row, since PostgreSQL would gather the answers of all discussions for an `exists` here. */
const isShown = sql`(${comments.deletedAt} is null
  or coalesce((select true from ${comments} r where r.root_id = ${comments.id} and r.deleted_at is null limit 1), false))`

/** What of a request changes the statement: a cursor or a page of the top level, or of the replies to one comment. */
interface CommentShape {
  isReplies: boolean
  isAfter: boolean
}

const within = ({ isReplies }: CommentShape) =>
  isReplies
    ? and(
        eq(comments.rootId, placeholder('parentId')),
        eq(comments.discussionId, placeholder('discussionId')),
        sql`${comments.id} in (
        select r.id from ${comments} r where r.root_id = ${placeholder('parentId')} and ${isShownReply})`,
      )
    : and(eq(comments.discussionId, placeholder('discussionId')), isNull(comments.rootId), isShown)

const repliesOfPage = sql`union all select shown.id from page root cross join lateral (
  select r.id from ${comments} r where r.root_id = root.id and ${isShownReply} order by r.id limit ${shownReplies}) shown`

/** The comments of a page; those of the top level with their first replies among them. */
const commentPage = prepared((db, shape: CommentShape, window: PageShape) => {
  const page = db.$with('page').as(
    db
      .select({ id: comments.id })
      .from(comments)
      .where(and(within(shape), shape.isAfter ? gt(comments.id, placeholder('after')) : undefined))
      .orderBy(asc(comments.id))
      .limit(window.size)
      .offset(window.isFirst ? 0 : skipped),
  )
  return db
    .with(page)
    .select({
      ...comment,
      replyCount: sql<number>`case when ${comments.rootId} is null
        then (select count(*)::int from ${comments} r where r.root_id = ${comments.id} and ${isShownReply}) else 0 end`,
    })
    .from(sql`(select id from page ${shape.isReplies ? sql`` : repliesOfPage}) wanted`)
    .innerJoin(comments, sql`${comments.id} = wanted.id`)
    .innerJoin(
      discussions,
      and(eq(discussions.id, comments.discussionId), eq(discussions.courseId, placeholder('courseId')), isNull(discussions.deletedAt)),
    )
    .innerJoin(users, eq(users.id, comments.authorId))
    .leftJoin(memberships, isMemberOf)
    .leftJoin(parent, and(eq(parent.id, comments.parentId), ne(parent.id, comments.rootId), isNull(parent.deletedAt)))
    .leftJoin(parentAuthor, eq(parentAuthor.id, parent.authorId))
    .orderBy(asc(comments.id))
})
const commentTotal = prepared((db, shape: CommentShape) => db.select(total).from(comments).where(within(shape)))

/**
 * Comments of the top level, each with its first replies, or the replies to one, oldest first: one page, or those after a comment.
 * `next` goes on from the last of them, and is null where there are no more.
 */
export async function listCommentsOf(
  db: Db,
  {
    courseId,
    discussionId,
    parentId,
    after,
    ...page
  }: Page & { courseId: string; discussionId: string; parentId?: string | undefined; after?: string | undefined },
) {
  const shape = { isReplies: parentId !== undefined, isAfter: after !== undefined }
  const values = { courseId, discussionId, parentId, after }
  const count = () => commentTotal(db, values, { ...shape, isAfter: false })
  const fetch = (limit: number, offset: number) => commentPage(db, { ...values, offset }, shape, pageShape(limit + 1, offset))
  const rows = await fetch(page.limit, after ? 0 : (page.page - 1) * page.limit)
  const [listed, replies] = shape.isReplies ? [rows, []] : [rows.filter(({ rootId }) => !rootId), rows.filter(({ rootId }) => rootId)]
  const repliesTo = Map.groupBy(replies, ({ rootId }) => rootId)
  const items = listed.slice(0, page.limit).map((row) => ({ ...row, replies: repliesTo.get(row.id) ?? [] }))
  const seen = (page.page - 1) * page.limit + items.length
  const hasMore = listed.length > page.limit
  const isCounted = !after && !hasMore && (items.length > 0 || page.page === 1)
  return { items, ...page, total: isCounted ? seen : (await count())[0]!.total, next: hasMore ? items.at(-1)!.id : null }
}
