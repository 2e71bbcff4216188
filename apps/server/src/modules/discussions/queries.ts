/** Discussions and comments in SQL. */
import { and, asc, desc, eq, ilike, isNull, ne, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reach } from '@lms/contract/policy'
import type { Db } from '#db/client.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { comments, discussions } from '#db/schema/discussions.ts'
import { personOf, users } from '#db/schema/users.ts'
import { containing, paged, total, type Page } from '#db/page.ts'

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

/** Pinned first, then the latest activity. */
export const listDiscussionsOf = (db: Db, courseId: string, search: string | undefined, page: Page) => {
  const pattern = search ? containing(search) : undefined
  const isFound = pattern ? or(ilike(discussions.title, pattern), ilike(discussions.content, pattern)) : undefined
  return paged(
    (limit, offset) =>
      db
        .select({ ...discussion, total })
        .from(discussions)
        .innerJoin(users, eq(users.id, discussions.authorId))
        .leftJoin(memberships, isMemberOf)
        .where(and(eq(discussions.courseId, courseId), isNull(discussions.deletedAt), isFound))
        .orderBy(desc(discussions.pinned), desc(discussions.lastActivityAt), desc(discussions.id))
        .limit(limit)
        .offset(offset),
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
  return paged(
    (limit, offset) =>
      db
        .select({ ...discussion, courseTitle: courses.title, total })
        .from(discussions)
        .innerJoin(courses, eq(courses.id, discussions.courseId))
        .innerJoin(users, eq(users.id, discussions.authorId))
        .innerJoin(memberships, and(isMemberOf, eq(memberships.role, 'STUDENT')))
        .where(
          and(
            isNull(discussions.deletedAt),
            eq(discussions.locked, false),
            isNull(courses.deletedAt),
            ne(courses.status, 'ARCHIVED'),
            reach === 'all' ? undefined : isTaught,
            not(isAnsweredByStaff),
          ),
        )
        .orderBy(asc(discussions.createdAt), asc(discussions.id))
        .limit(limit)
        .offset(offset),
    page,
  )
}

export async function findDiscussion(db: Db, courseId: string, id: string) {
  const [found] = await db
    .select(discussion)
    .from(discussions)
    .innerJoin(users, eq(users.id, discussions.authorId))
    .leftJoin(memberships, isMemberOf)
    .where(and(eq(discussions.id, id), eq(discussions.courseId, courseId), isNull(discussions.deletedAt)))
  return found
}

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

/** A deleted reply `r` is shown, empty, while somebody's answer to it stands. */
const isShownReply = sql`(r.deleted_at is null or exists (
  select 1 from ${comments} a where a.root_id = r.root_id and a.parent_id = r.id and a.deleted_at is null))`
const isShown = sql`(${comments.deletedAt} is null or exists (select 1 from ${comments} r where r.root_id = ${comments.id} and r.deleted_at is null))`

/** One page of the top level, oldest first. */
export const listTopComments = (db: Db, discussionId: string, page: Page) =>
  paged(
    (limit, offset) =>
      db
        .select({
          ...comment,
          replyTo: sql<null>`null`,
          replyCount: sql<number>`(select count(*)::int from ${comments} r where r.root_id = ${comments.id} and ${isShownReply})`,
          total,
        })
        .from(comments)
        .innerJoin(discussions, eq(discussions.id, comments.discussionId))
        .innerJoin(users, eq(users.id, comments.authorId))
        .leftJoin(memberships, isMemberOf)
        .where(and(eq(comments.discussionId, discussionId), isNull(comments.rootId), isShown))
        .orderBy(asc(comments.id))
        .limit(limit)
        .offset(offset),
    page,
  )

/** The first replies to each of these comments, oldest first. */
export const listFirstReplies = (db: Db, rootIds: string[]) =>
  commentRows(db)
    .where(
      sql`${comments.id} in (
        select shown.id from unnest(${sql.param(rootIds)}::uuid[]) as root (id)
        cross join lateral (select r.id from ${comments} r where r.root_id = root.id and ${isShownReply} order by r.id limit ${shownReplies}) shown)`,
    )
    .orderBy(asc(comments.id))
