/** Discussions and comments in SQL. */
import { and, asc, desc, eq, gt, ilike, isNull, ne, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reach } from '@lms/contract/policy'
import { prepared, type Db } from '#db/drizzle.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { comments, discussions } from '#db/schema/discussions.ts'
import { personOf, users } from '#db/schema/users.ts'
import { containing, paged, total, type Page } from '#db/page.ts'

const { placeholder } = sql

/** Replies shown under each comment; their number is told exactly. */
const shownReplies = 100

/** The author, with what they are to this course now; null for those who have left it. */
const author = {
  ...personOf(users),
  role: sql<
    'TRAINER' | 'STUDENT' | 'ADMIN' | null
  >`case when ${users.role} in ('ADMIN', 'SUPER_ADMIN') then 'ADMIN' else ${memberships.role} end`,
}
const isMemberOf = and(
  eq(memberships.courseId, discussions.courseId),
  eq(memberships.userId, users.id),
  eq(memberships.role, sql`case ${users.role} when 'USER' then 'STUDENT' else 'TRAINER' end`),
  eq(memberships.status, 'ACTIVE'),
)

const discussion = {
  id: discussions.id,
  courseId: discussions.courseId,
  title: discussions.title,
  content: discussions.content,
  author,
  pinned: discussions.pinned,
  locked: discussions.locked,
  commentCount: discussions.commentCount,
  createdAt: discussions.createdAt,
  lastActivityAt: discussions.lastActivityAt,
}

const ofCourse = (isSearch: boolean) => {
  const pattern = placeholder('pattern')
  const isFound = isSearch ? or(ilike(discussions.title, pattern), ilike(discussions.content, pattern)) : undefined
  return and(eq(discussions.courseId, placeholder('courseId')), isNull(discussions.deletedAt), isFound)
}
const discussionPage = prepared((db, isSearch: boolean) => {
  const order = [desc(discussions.pinned), desc(discussions.lastActivityAt), desc(discussions.id)]
  const page = db
    .select({ id: discussions.id })
    .from(discussions)
    .where(ofCourse(isSearch))
    .orderBy(...order)
    .limit(placeholder('limit'))
    .offset(placeholder('offset'))
    .as('page')
  return db
    .select(discussion)
    .from(page)
    .innerJoin(discussions, eq(discussions.id, page.id))
    .innerJoin(users, eq(users.id, discussions.authorId))
    .leftJoin(memberships, isMemberOf)
    .orderBy(...order)
})
const discussionTotal = prepared((db, isSearch: boolean) => db.select(total).from(discussions).where(ofCourse(isSearch)))

/** Pinned first, then the latest activity. */
export function listDiscussionsOf(db: Db, courseId: string, search: string | undefined, page: Page) {
  const values = { courseId, pattern: search && containing(search) }
  return paged(
    (limit, offset) => discussionPage(db, { ...values, limit, offset }, Boolean(search)),
    () => discussionTotal(db, values, Boolean(search)),
    page,
  )
}

/** Whether anybody of the course's staff has replied, at any depth: a classmate's "me too" is no answer. */
const isAnsweredByStaff = sql`exists (
  select 1 from ${comments} r join ${users} u on u.id = r.author_id
  where r.discussion_id = ${discussions.id} and r.deleted_at is null and (u.role in ('ADMIN', 'SUPER_ADMIN') or exists (
    select 1 from ${memberships} s where s.course_id = ${discussions.courseId} and s.user_id = r.author_id and s.role = 'TRAINER')))`

/** Open questions of students, of all courses within the reach; the longest waiting first. */
export function listUnansweredWithin(db: Db, reach: Reach, actorId: string, page: Page) {
  const isTaught = sql`exists (select 1 from ${memberships} t
    where t.course_id = ${discussions.courseId} and t.user_id = ${actorId} and t.role = 'TRAINER' and t.status = 'ACTIVE')`
  const unanswered = and(
    isNull(discussions.deletedAt),
    eq(discussions.locked, false),
    isNull(courses.deletedAt),
    ne(courses.status, 'ARCHIVED'),
    reach === 'all' ? undefined : isTaught,
    not(isAnsweredByStaff),
  )
  return paged(
    (limit, offset) =>
      db
        .select({ ...discussion, courseTitle: courses.title })
        .from(discussions)
        .innerJoin(courses, eq(courses.id, discussions.courseId))
        .innerJoin(users, eq(users.id, discussions.authorId))
        .innerJoin(memberships, and(isMemberOf, eq(memberships.role, 'STUDENT')))
        .where(unanswered)
        .orderBy(asc(discussions.createdAt), asc(discussions.id))
        .limit(limit)
        .offset(offset),
    () =>
      db
        .select(total)
        .from(discussions)
        .innerJoin(courses, eq(courses.id, discussions.courseId))
        .innerJoin(users, eq(users.id, discussions.authorId))
        .innerJoin(memberships, and(isMemberOf, eq(memberships.role, 'STUDENT')))
        .where(unanswered),
    page,
  )
}

const isHere = and(eq(discussions.id, placeholder('id')), eq(discussions.courseId, placeholder('courseId')), isNull(discussions.deletedAt))
const oneDiscussion = prepared((db) =>
  db
    .select(discussion)
    .from(discussions)
    .innerJoin(users, eq(users.id, discussions.authorId))
    .leftJoin(memberships, isMemberOf)
    .where(isHere),
)
export const findDiscussion = async (db: Db, courseId: string, id: string) => (await oneDiscussion(db, { courseId, id }))[0]

const discussionThere = prepared((db) => db.select({ id: discussions.id }).from(discussions).where(isHere))
export const isDiscussionOf = async (db: Db, courseId: string, id: string): Promise<boolean> =>
  (await discussionThere(db, { courseId, id })).length > 0

/** Whoever changes what is in a discussion takes turns: its counts stay right. */
export async function lockDiscussion(db: Db, id: string, courseId?: string) {
  const [found] = await db
    .select()
    .from(discussions)
    .where(and(eq(discussions.id, id), courseId ? eq(discussions.courseId, courseId) : undefined, isNull(discussions.deletedAt)))
    .for('update')
  return found
}

export async function insertDiscussion(
  db: Db,
  values: Pick<typeof discussions.$inferInsert, 'courseId' | 'authorId' | 'title' | 'content'>,
  now: Date,
): Promise<string> {
  const at = now.toISOString()
  const [made] = await db
    .insert(discussions)
    .values({ ...values, createdAt: at, lastActivityAt: at })
    .returning({ id: discussions.id })
  return made!.id
}

export const deleteDiscussion = (db: Db, id: string, now: Date) =>
  db.update(discussions).set({ deletedAt: now.toISOString() }).where(eq(discussions.id, id))

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

/** Adds a comment; call it with the discussion locked. */
export async function insertComment(
  db: Db,
  values: Pick<typeof comments.$inferInsert, 'discussionId' | 'authorId' | 'content' | 'parentId' | 'rootId'>,
  now: Date,
): Promise<string> {
  const createdAt = now.toISOString()
  const [made] = await db
    .insert(comments)
    .values({ ...values, createdAt })
    .returning({ id: comments.id })
  await db
    .update(discussions)
    .set({ commentCount: sql`${discussions.commentCount} + 1`, lastActivityAt: createdAt })
    .where(eq(discussions.id, values.discussionId))
  return made!.id
}

/** Its words go for good; whether it leaves a tombstone is decided when it is read. Call it with the discussion locked. */
export async function deleteComment(db: Db, { id, discussionId }: { id: string; discussionId: string }, now: Date) {
  await db.update(comments).set({ deletedAt: now.toISOString(), content: '' }).where(eq(comments.id, id))
  const latest = sql`(select max(created_at) from ${comments} where discussion_id = ${discussionId} and deleted_at is null)`
  await db
    .update(discussions)
    .set({ commentCount: sql`${discussions.commentCount} - 1`, lastActivityAt: sql`coalesce(${latest}, ${discussions.createdAt})` })
    .where(eq(discussions.id, discussionId))
}

const parent = alias(comments, 'parent')
const parentAuthor = alias(users, 'parent_author')

const comment = {
  id: comments.id,
  content: comments.content,
  author,
  parentId: comments.parentId,
  rootId: comments.rootId,
  /** Only a reply to a reply says whom it answers; whoever deleted theirs is not named any more. */
  replyTo: parentAuthor.name,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
  deleted: sql<boolean>`${comments.deletedAt} is not null`,
}
const commentRows = (db: Db) =>
  db
    .select(comment)
    .from(comments)
    .innerJoin(discussions, eq(discussions.id, comments.discussionId))
    .innerJoin(users, eq(users.id, comments.authorId))
    .leftJoin(memberships, isMemberOf)
    .leftJoin(parent, and(eq(parent.id, comments.parentId), ne(parent.id, comments.rootId), isNull(parent.deletedAt)))
    .leftJoin(parentAuthor, eq(parentAuthor.id, parent.authorId))

export async function findComment(db: Db, id: string) {
  const [found] = await commentRows(db).where(eq(comments.id, id))
  return found
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

const commentPage = prepared((db, shape: CommentShape) => {
  const page = db
    .select({ id: comments.id })
    .from(comments)
    .where(and(within(shape), shape.isAfter ? gt(comments.id, placeholder('after')) : undefined))
    .orderBy(asc(comments.id))
    .limit(placeholder('limit'))
    .offset(placeholder('offset'))
    .as('page')
  return db
    .select({
      ...comment,
      replyCount: sql<number>`(select count(*)::int from ${comments} r where r.root_id = ${comments.id} and ${isShownReply})`,
    })
    .from(page)
    .innerJoin(comments, eq(comments.id, page.id))
    .innerJoin(discussions, eq(discussions.id, comments.discussionId))
    .innerJoin(users, eq(users.id, comments.authorId))
    .leftJoin(memberships, isMemberOf)
    .leftJoin(parent, and(eq(parent.id, comments.parentId), ne(parent.id, comments.rootId), isNull(parent.deletedAt)))
    .leftJoin(parentAuthor, eq(parentAuthor.id, parent.authorId))
    .orderBy(asc(comments.id))
})
const commentTotal = prepared((db, shape: CommentShape) => db.select(total).from(comments).where(within(shape)))

/**
 * Comments of the top level, or the replies to one, oldest first: one page, or those after a comment. `next` goes on from the last of
 * them, and is null where there are no more.
 */
export async function listCommentsOf(
  db: Db,
  { discussionId, parentId, after, ...page }: Page & { discussionId: string; parentId?: string | undefined; after?: string | undefined },
) {
  const shape = { isReplies: parentId !== undefined, isAfter: after !== undefined }
  const values = { discussionId, parentId, after }
  const count = () => commentTotal(db, values, { ...shape, isAfter: false })
  const fetch = (limit: number, offset: number) => commentPage(db, { ...values, limit: limit + 1, offset }, shape)
  const rows = await fetch(page.limit, after ? 0 : (page.page - 1) * page.limit)
  const items = rows.slice(0, page.limit)
  const seen = (page.page - 1) * page.limit + items.length
  const hasMore = rows.length > page.limit
  const isCounted = !after && !hasMore && (items.length > 0 || page.page === 1)
  return { items, ...page, total: isCounted ? seen : (await count())[0]!.total, next: hasMore ? items.at(-1)!.id : null }
}

/** The first replies to each of these comments, oldest first. */
const firstReplies = prepared((db) =>
  commentRows(db)
    .where(
      sql`${comments.id} in (
        select shown.id from unnest(${placeholder('rootIds')}::uuid[]) as root (id)
        cross join lateral (select r.id from ${comments} r where r.root_id = root.id and ${isShownReply} order by r.id limit ${shownReplies}) shown)`,
    )
    .orderBy(asc(comments.id)),
)
export const listFirstReplies = async (db: Db, rootIds: string[]) => (rootIds.length === 0 ? [] : firstReplies(db, { rootIds }))
