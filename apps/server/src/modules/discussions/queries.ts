/** Discussions in SQL. */

import { and, asc, desc, eq, isNull, ne, not, sql, type SQL } from 'drizzle-orm'
import type { discussionFilters } from '@lms/contract/discussions'
import type { MembershipRole } from '@lms/contract/policy'
import { isSeen, memberOf, membersOf } from '#access/conditions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { isFound, paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { mapNullable } from '#db/schema/columns.ts'
import { courses, courseStudents, memberships } from '#db/schema/courses.ts'
import { comments, discussions } from '#db/schema/discussions.ts'
import { userColumns, users } from '#db/schema/users.ts'
import { isUnread, isUnreadRow, newCount, reader, readUntil } from '#modules/discussions/reads.ts'

const { placeholder } = sql

/** The author, with their current role in this course; null if they have left it. */
export const authorColumns = {
  ...userColumns(users),
  role: sql<
    'TRAINER' | 'STUDENT' | 'ADMIN' | null
  >`case when ${users.role} in ('ADMIN', 'SUPER_ADMIN') then 'ADMIN' else ${memberships.role} end`,
}
export const isCourseMember = memberOf(discussions.courseId)

const nameOf = (id: SQL) => sql<string | null>`(select named.name from ${users} named where named.id = ${id})`

/** For statements with `reader` and the value `actorId`. */
export const discussionColumns = {
  id: discussions.id,
  courseId: discussions.courseId,
  title: discussions.title,
  content: discussions.content,
  author: authorColumns,
  pinned: discussions.pinned,
  locked: discussions.locked,
  lockedBy: nameOf(sql`${discussions.lockedBy}`),
  commentCount: discussions.commentCount,
  answered: sql<boolean>`${discussions.staffReplyId} is not null`,
  isReplied: sql<boolean>`exists (select from ${comments} other where other.discussion_id = ${discussions.id}
    and other.author_id <> ${discussions.authorId} and other.deleted_at is null)`,
  newCount,
  unread: isUnread,
  readUntil: readUntil.mapWith(discussions.createdAt),
  createdAt: discussions.createdAt,
  editedAt: discussions.editedAt,
  lastActivityAt: discussions.lastActivityAt,
  lastAuthor: nameOf(sql`(select latest.author_id from ${comments} latest
    where latest.discussion_id = ${discussions.id} and latest.deleted_at is null order by latest.created_at desc limit 1)`),
}

/** A question of an active student that is open for comments, and that no staff have replied to: a classmate's "me too" is no answer. */
const isUnanswered = and(isNull(discussions.deletedAt), not(discussions.locked), isNull(discussions.staffReplyId))
const isByStudent = and(eq(courseStudents.courseId, discussions.courseId), eq(courseStudents.userId, discussions.authorId))
const isAskedByStudent = sql`exists (select 1 from ${courseStudents} where ${isByStudent})`

export type Filter = (typeof discussionFilters)[number]
const actor = placeholder('actorId')
/** Whether something is new comes from `newsSince`. */
export const filtersWith = (isUnread: SQL): Record<Filter, SQL | undefined> => ({
  ALL: undefined,
  UNANSWERED: and(isUnanswered, isAskedByStudent),
  UNREAD: isUnread,
  MINE: sql`(${discussions.authorId} = ${actor} or ${discussions.id} in (
    select mine.discussion_id from ${comments} mine where mine.author_id = ${actor} and mine.deleted_at is null))`,
})
const filters = filtersWith(isUnreadRow)

const search = placeholder('search')
/** Whether all words are in a discussion, or in a comment of one of the courses that `isNear` finds by the discussion `near`. */
export const matchesSearch = (isNear: SQL) => sql`(${isFound(discussions.searchText, search)} or ${discussions.id} in (
  select hit.discussion_id from ${comments} hit join ${discussions} near on near.id = hit.discussion_id
  where ${isNear} and hit.deleted_at is null and ${isFound(sql`hit.search_text`, search)}))`
type Match = { commentId: string; content: string; author: string | null }
const matchingComment = sql`(select json_build_object('commentId', hit.id, 'content', hit.content, 'author', writer.name)
  from ${comments} hit join ${users} writer on writer.id = hit.author_id
  where hit.discussion_id = ${discussions.id} and hit.deleted_at is null and ${isFound(sql`hit.search_text`, search)} order by hit.id limit 1)`
/** With a search: the first comment that it finds. */
export const matchColumn = (isSearch: boolean) => (isSearch ? matchingComment : sql`null`) as SQL<Match | null>
const isMatch = matchesSearch(sql`near.course_id = ${placeholder('courseId')}`)

const ofCourse = (isSearch: boolean, filter: Filter) =>
  and(eq(discussions.courseId, placeholder('courseId')), isNull(discussions.deletedAt), isSearch ? isMatch : undefined, filters[filter])
const discussionPage = prepared((db, isSearch: boolean, filter: Filter, window: PageShape) => {
  const order =
    filter === 'UNANSWERED'
      ? [asc(discussions.createdAt), asc(discussions.id)]
      : [desc(discussions.pinned), desc(discussions.lastActivityAt), desc(discussions.id)]
  const page = db
    .select({ id: discussions.id })
    .from(discussions)
    .where(ofCourse(isSearch, filter))
    .orderBy(...order)
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped)
    .as('page')
  return db
    .select({
      ...discussionColumns,
      match: matchColumn(isSearch),
    })
    .from(page)
    .innerJoin(discussions, eq(discussions.id, page.id))
    .innerJoin(users, eq(users.id, discussions.authorId))
    .crossJoinLateral(reader)
    .leftJoin(memberships, isCourseMember)
    .orderBy(...order)
})
const discussionTotal = prepared((db, isSearch: boolean, filter: Filter) =>
  db.select(total).from(discussions).where(ofCourse(isSearch, filter)),
)

interface List {
  courseId: string
  actorId: string
  filter: Filter
  search: string | undefined
}

/** Pinned first, then the latest activity; unanswered questions in the order in which they were asked. */
export function listDiscussionsOf(db: Db, { filter, search, ...place }: List, page: Page) {
  const isSearch = Boolean(search)
  const values = { ...place, search }
  return paged(
    (limit, offset) => discussionPage(db, { ...values, offset }, isSearch, filter, pageShape(limit, offset)),
    () => discussionTotal(db, { ...values }, isSearch, filter),
    page,
  )
}

/** How many discussions of a course the filter shows. */
export const countFiltered = async (db: Db, filter: Filter, place: { courseId: string; actorId: string }): Promise<number> =>
  (await discussionTotal(db, place, false, filter))[0]!.total

const filterCounts = prepared((db) =>
  db
    .select({
      all: sql<number>`count(*)::int`,
      unanswered: sql<number>`count(*) filter (where ${filters.UNANSWERED})::int`,
      unread: sql<number>`count(*) filter (where ${filters.UNREAD})::int`,
      mine: sql<number>`count(*) filter (where ${filters.MINE})::int`,
      oldestUnansweredAt: mapNullable(sql`min(${discussions.createdAt}) filter (where ${filters.UNANSWERED})`, discussions.createdAt),
    })
    .from(discussions)
    .where(ofCourse(false, 'ALL')),
)
export const countDiscussionsOf = async (db: Db, values: { courseId: string; actorId: string }) => (await filterCounts(db, values))[0]!

/** Courses of the actor that are not over. */
export const isOwnCourse = (role: MembershipRole) =>
  and(
    isNull(courses.deletedAt),
    ne(courses.status, 'ARCHIVED'),
    role === 'STUDENT' ? isSeen : undefined,
    sql`exists (select from ${membersOf[role]} own where own.course_id = ${courses.id} and own.user_id = ${actor})`,
  )

/** The longest waiting of each course come from an index, as many as the page could need; then the longest waiting of all of these. */
const longestUnanswered = prepared((db, { size }: PageShape) => {
  const ofEach = db
    .select({ id: discussions.id, createdAt: discussions.createdAt })
    .from(discussions)
    .innerJoin(courseStudents, isByStudent)
    .where(and(eq(discussions.courseId, courses.id), isUnanswered))
    .orderBy(asc(discussions.createdAt), asc(discussions.id))
    .limit(size)
    .as('of_each')
  const page = db
    .select({ id: ofEach.id, courseTitle: courses.title })
    .from(courses)
    .crossJoinLateral(ofEach)
    .where(isOwnCourse('TRAINER'))
    .orderBy(asc(ofEach.createdAt), asc(ofEach.id))
    .limit(size)
    .as('page')
  const { id, courseId, title, commentCount, createdAt, lastActivityAt } = discussions
  return db
    .select({ id, courseId, title, author: authorColumns, commentCount, createdAt, lastActivityAt, courseTitle: page.courseTitle })
    .from(page)
    .innerJoin(discussions, eq(discussions.id, page.id))
    .innerJoin(users, eq(users.id, discussions.authorId))
    .innerJoin(memberships, isCourseMember)
    .orderBy(asc(discussions.createdAt), asc(discussions.id))
})
const unansweredTotal = prepared((db) =>
  db
    .select(total)
    .from(discussions)
    .innerJoin(courses, eq(courses.id, discussions.courseId))
    .innerJoin(courseStudents, isByStudent)
    .where(and(isUnanswered, isOwnCourse('TRAINER'))),
)

/** Unanswered questions of all courses that the actor teaches: those that have waited longest, and the number of all. */
export const listUnanswered = (db: Db, actorId: string, limit: number) =>
  paged(
    (size, offset) => longestUnanswered(db, { actorId }, pageShape(size, offset)),
    () => unansweredTotal(db, { actorId }),
    { page: 1, limit },
  )

const isDiscussion = and(
  eq(discussions.id, placeholder('id')),
  eq(discussions.courseId, placeholder('courseId')),
  isNull(discussions.deletedAt),
)
const oneDiscussion = prepared((db) =>
  db
    .select(discussionColumns)
    .from(discussions)
    .innerJoin(users, eq(users.id, discussions.authorId))
    .crossJoinLateral(reader)
    .leftJoin(memberships, isCourseMember)
    .where(isDiscussion),
)
export const findDiscussion = async (db: Db, of: { courseId: string; id: string; actorId: string }) => (await oneDiscussion(db, of))[0]

const discussionExists = prepared((db) => db.select({ id: discussions.id }).from(discussions).where(isDiscussion))
export const isDiscussionOf = async (db: Db, courseId: string, id: string): Promise<boolean> =>
  (await discussionExists(db, { courseId, id })).length > 0

const discussionLock = prepared((db, isInCourse: boolean) =>
  db
    .select({
      id: discussions.id,
      courseId: discussions.courseId,
      authorId: discussions.authorId,
      title: discussions.title,
      content: discussions.content,
      createdAt: discussions.createdAt,
      locked: discussions.locked,
      mentionedIds: discussions.mentionedIds,
    })
    .from(discussions)
    .where(
      and(
        eq(discussions.id, placeholder('id')),
        isInCourse ? eq(discussions.courseId, placeholder('courseId')) : undefined,
        isNull(discussions.deletedAt),
      ),
    )
    .for('update'),
)
/** Calls that change a discussion's content wait for each other, so that its counts stay right. */
export const lockDiscussion = async (db: Db, id: string, courseId?: string) =>
  (await discussionLock(db, { id, courseId }, courseId !== undefined))[0]

type Values = typeof discussions.$inferInsert

export async function insertDiscussion(
  db: Db,
  values: Pick<Values, 'courseId' | 'authorId' | 'title' | 'content' | 'mentionedIds'>,
  now: Date,
): Promise<string> {
  const at = now.toISOString()
  const [made] = await db
    .insert(discussions)
    .values({ ...values, createdAt: at, lastActivityAt: at })
    .returning({ id: discussions.id })
  return made!.id
}

export async function updateDiscussionRow(
  db: Db,
  id: string,
  changes: Partial<Pick<Values, 'title' | 'content' | 'mentionedIds' | 'editedAt' | 'pinned' | 'locked' | 'lockedBy' | 'deletedAt'>>,
): Promise<void> {
  if (Object.values(changes).some((value) => value !== undefined)) await db.update(discussions).set(changes).where(eq(discussions.id, id))
}
