/** Reading comments on discussions, and the replies to them, in SQL. */

import { and, asc, desc, eq, gt, gte, isNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { memberOf } from '#access/conditions.ts'
import { hasWaitingReply } from '#access/notices.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { mapNullable } from '#db/schema/columns.ts'
import { memberships } from '#db/schema/courses.ts'
import { comments, commentVersions, discussions } from '#db/schema/discussions.ts'
import { users } from '#db/schema/users.ts'
import { authorColumns } from '#modules/discussions/queries.ts'
import { reader, readUntil } from '#modules/discussions/reads.ts'

const { placeholder } = sql

/** Replies included with each comment; `replyCount` counts all of them. */
const includedReplies = 2
/** Comments shown before a comment requested by id, on its page. */
const includedBefore = 10

export const parentComment = alias(comments, 'parent')
export const parentAuthor = alias(users, 'parent_author')

/** Whether anyone but this user has posted there. */
export async function findIsAnswered(db: Db, discussionId: string, authorId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.discussionId, discussionId), ne(comments.authorId, authorId), isNull(comments.deletedAt)))
    .limit(1)
  return found !== undefined
}

/** Newest comments whose authors count as participants: in a discussion with thousands of people, each comment would notify all of them. */
const recentComments = 50

/**
 * The author of a discussion and of its newest comments, except the author of a new comment and users whose notice of an earlier reply
 * has not been emailed yet. For statements with the values `discussionId`, `groupKey` and `authorId`.
 */
export const threadParticipants = sql`
  select part.author_id from (
    select newest.author_id from (
      select author_id from comments where discussion_id = ${placeholder('discussionId')} and deleted_at is null
      order by created_at desc limit ${sql.raw(String(recentComments))}) newest
    union select discussion.author_id from discussions discussion where discussion.id = ${placeholder('discussionId')}) part
  where part.author_id <> ${placeholder('authorId')} and not ${hasWaitingReply(sql`part.author_id`, sql`${placeholder('groupKey')}`)}`

const findCommentStatement = prepared((db) =>
  db
    .select()
    .from(comments)
    .where(and(eq(comments.id, placeholder('id')), eq(comments.discussionId, placeholder('discussionId')), isNull(comments.deletedAt))),
)
/** A comment that is not deleted, by its discussion. */
export const findCommentIn = async (db: Db, discussionId: string, id: string) => (await findCommentStatement(db, { discussionId, id }))[0]

/** Earlier versions of a comment, newest first. */
export const listVersionsOf = (db: Db, commentId: string) =>
  db
    .select({ content: commentVersions.content, createdAt: commentVersions.createdAt })
    .from(commentVersions)
    .where(eq(commentVersions.commentId, commentId))
    .orderBy(desc(commentVersions.id))
    .limit(50)

/** Columns of a comment from `comments` or an insert. */
export const commentColumns = {
  id: comments.id,
  content: comments.content,
  author: authorColumns,
  authorId: comments.authorId,
  parentId: comments.parentId,
  rootId: comments.rootId,
  /** Only set for replies to replies; null if that reply was deleted. */
  replyTo: parentAuthor.name,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
  versionCount: comments.versionCount,
  isAnswer: sql<boolean>`${comments.answerMarkedBy} is not null`,
  deletedAt: comments.deletedAt,
  deletedBy: comments.deletedBy,
}

/** A deleted `reply` is shown, empty, while it has a reply that is not deleted. */
const isShownReply = sql`(reply.deleted_at is null or exists (
  select 1 from ${comments} answer where answer.root_id = reply.root_id and answer.parent_id = reply.id and answer.deleted_at is null))`
/** `coalesce` of one row, since PostgreSQL would collect the answers of all discussions for an `exists` here. */
export const isShownComment = sql`(${comments.deletedAt} is null
  or coalesce((select true from ${comments} reply where reply.root_id = ${comments.id} and reply.deleted_at is null limit 1), false))`

/** Where a page starts: by its number, or after, before or at a comment. */
type Start = 'page' | 'after' | 'before' | 'at'

/** The parts of a request that change the statement: the kind of paging, and the top level or the replies to one comment. */
interface CommentShape {
  isReplies: boolean
  start: Start
}

const within = (isReplies: boolean) =>
  isReplies
    ? and(
        eq(comments.rootId, placeholder('parentId')),
        eq(comments.discussionId, placeholder('discussionId')),
        sql`${comments.id} in (
        select reply.id from ${comments} reply where reply.root_id = ${placeholder('parentId')} and ${isShownReply})`,
      )
    : and(eq(comments.discussionId, placeholder('discussionId')), isNull(comments.rootId), isShownComment)

const compare = { page: () => undefined, after: gt, before: lt, at: gte }

const repliesOfPage = sql`union all select shown.id from page root cross join lateral (
  select reply.id from ${comments} reply where reply.root_id = root.id and ${isShownReply} order by reply.id limit ${includedReplies}) shown`

/** Of top-level comments; only read for the page. */
const replyCounts = sql`(select count(*)::int as replies, max(reply.created_at) as last_at,
    count(*) filter (where reply.deleted_at is null and reply.created_at > ${readUntil} and reply.author_id <> ${placeholder('actorId')})::int as fresh
  from ${comments} reply where ${comments.rootId} is null and reply.root_id = ${comments.id} and ${isShownReply})`

/** The discussion and how far its reader has read, looked up once for all of its comments (OFFSET 0). */
const thread = sql`(select ${discussions.topLevelCount} as top_level_count, ${readUntil} as read_until
  from ${discussions} cross join lateral ${reader}
  where ${discussions.id} = ${placeholder('discussionId')} and ${discussions.courseId} = ${placeholder('courseId')}
    and ${discussions.deletedAt} is null offset 0) reader`

/** The comments of a page; top-level ones with their first replies. */
const commentPage = prepared((db, { isReplies, start }: CommentShape, window: PageShape) => {
  const page = db.$with('page').as(
    db
      .select({ id: comments.id })
      .from(comments)
      .where(and(within(isReplies), compare[start](comments.id, placeholder('start'))))
      .orderBy(start === 'before' ? desc(comments.id) : asc(comments.id))
      .limit(window.size)
      .offset(window.isFirst ? 0 : skipped),
  )
  return db
    .with(page)
    .select({
      ...commentColumns,
      topLevelCount: sql<number>`reader.top_level_count`,
      replyCount: sql<number>`counted.replies`,
      lastReplyAt: mapNullable(sql`counted.last_at`, comments.createdAt),
      newReplies: sql<number>`counted.fresh`,
    })
    .from(sql`(select id from page ${isReplies ? sql`` : repliesOfPage}) wanted`)
    .innerJoin(comments, sql`${comments.id} = wanted.id`)
    .innerJoin(users, eq(users.id, comments.authorId))
    .crossJoin(thread)
    .crossJoinLateral(sql`${replyCounts} counted`)
    .leftJoin(memberships, memberOf(placeholder('courseId')))
    .leftJoin(
      parentComment,
      and(eq(parentComment.id, comments.parentId), ne(parentComment.id, comments.rootId), isNull(parentComment.deletedAt)),
    )
    .leftJoin(parentAuthor, eq(parentAuthor.id, parentComment.authorId))
    .orderBy(asc(comments.id))
})
const replyTotal = prepared((db) => db.select(total).from(comments).where(within(true)))
const topLevelTotal = prepared((db) =>
  db
    .select({ total: discussions.topLevelCount })
    .from(discussions)
    .where(and(eq(discussions.id, placeholder('discussionId')), eq(discussions.courseId, placeholder('courseId')))),
)

interface Wanted {
  courseId: string
  discussionId: string
  actorId: string
  parentId?: string | undefined
}

/** One part of a list, at most `limit`, and whether there are more in the direction of reading. */
async function readPiece(db: Db, wanted: Wanted, place: { start: Start; id?: string | undefined; offset?: number; limit: number }) {
  const isReplies = wanted.parentId !== undefined
  const { start, id, offset = 0, limit } = place
  const rows = await commentPage(db, { ...wanted, start: id, offset }, { isReplies, start }, pageShape(limit + 1, offset))
  const listed = isReplies ? rows : rows.filter(({ rootId }) => !rootId)
  const hasMore = listed.length > limit
  const shown = start === 'before' ? listed.slice(-limit) : listed.slice(0, limit)
  const repliesTo = Map.groupBy(isReplies ? [] : rows, ({ rootId }) => rootId)
  const items = shown.map((row) => {
    const replies = repliesTo.get(row.id) ?? []
    return { ...row, replies, previous: null as string | null, next: replies.length < row.replyCount ? (replies.at(-1)?.id ?? null) : null }
  })
  return { items, hasMore }
}

/** The part of a list that contains a comment. */
async function readAround(db: Db, wanted: Wanted, id: string, limit: number) {
  const before = await readPiece(db, wanted, { start: 'before', id, limit: includedBefore })
  const from = await readPiece(db, wanted, { start: 'at', id, limit })
  const items = [...before.items, ...from.items]
  return { items, previous: before.hasMore ? items[0]!.id : null, next: from.hasMore ? items.at(-1)!.id : null }
}

async function readAroundComment(db: Db, wanted: Wanted, id: string, limit: number) {
  const target = await findCommentIn(db, wanted.discussionId, id)
  const found = await readAround(db, wanted, target?.rootId ?? id, limit)
  if (!target?.rootId) return found
  const branch = await readAround(db, { ...wanted, parentId: target.rootId }, id, limit)
  const items = found.items.map((item) =>
    item.id === target.rootId ? { ...item, replies: branch.items, previous: branch.previous, next: branch.next } : item,
  )
  return { ...found, items }
}

/** Of the comments and replies that are new to the reader, the first in the order of the discussion. */
const firstNew = prepared((db) =>
  db
    .select({ id: comments.id })
    .from(comments)
    .crossJoin(thread)
    .where(
      and(
        eq(comments.discussionId, placeholder('discussionId')),
        isNull(comments.deletedAt),
        ne(comments.authorId, placeholder('actorId')),
        sql`${comments.createdAt} > ${readUntil}`,
      ),
    )
    .orderBy(sql`coalesce(${comments.rootId}, ${comments.id})`, asc(comments.id))
    .limit(1),
)

/** After all ids. */
const endOfIds = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** `around`: the id of a comment, NEW or LAST. */
async function readFrom(db: Db, wanted: Wanted, around: string, limit: number) {
  if (around === 'LAST') {
    const { items, hasMore } = await readPiece(db, wanted, { start: 'before', id: endOfIds, limit })
    return { items, previous: hasMore ? items[0]!.id : null, next: null }
  }
  if (around !== 'NEW') return readAroundComment(db, wanted, around, limit)
  const [found] = await firstNew(db, { ...wanted })
  return found ? readAroundComment(db, wanted, found.id, limit) : readPage(db, wanted, { page: 1, limit })
}

async function readPage(
  db: Db,
  wanted: Wanted,
  { after, before, page, limit }: Page & { after?: string | undefined; before?: string | undefined },
) {
  if (before !== undefined) {
    const { items, hasMore } = await readPiece(db, wanted, { start: 'before', id: before, limit })
    return { items, previous: hasMore ? items[0]!.id : null, next: items.at(-1)?.id ?? null }
  }
  const offset = after === undefined ? (page - 1) * limit : 0
  const { items, hasMore } = await readPiece(db, wanted, { start: after === undefined ? 'page' : 'after', id: after, offset, limit })
  const isFirst = after === undefined && page === 1
  return { items, previous: isFirst ? null : (items[0]?.id ?? null), next: hasMore ? items.at(-1)!.id : null }
}

/**
 * Top-level comments, each with its first replies, or the replies to one, oldest first: one page, or those after, before or
 * around a comment. `next` continues after the last of them, `previous` before the first; null if there are no more.
 */
export async function listCommentsOf(
  db: Db,
  {
    around,
    after,
    before,
    page,
    limit,
    ...wanted
  }: Wanted & Page & { after?: string | undefined; before?: string | undefined; around?: string | undefined },
) {
  const found =
    around === undefined ? await readPage(db, wanted, { after, before, page, limit }) : await readFrom(db, wanted, around, limit)
  const [first] = found.items
  if (wanted.parentId === undefined && first) return { ...found, page, limit, total: first.topLevelCount }
  const counted = wanted.parentId === undefined ? await topLevelTotal(db, { ...wanted }) : await replyTotal(db, { ...wanted })
  return { ...found, page, limit, total: counted[0]?.total ?? 0 }
}
