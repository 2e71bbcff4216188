/** Discussions and comments in SQL. */
import { and, asc, desc, eq, ilike, isNull, ne, not, or, sql } from 'drizzle-orm'
import type { Reach } from '@lms/contract/policy'
import { prepared, type Db } from '#db/drizzle.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { discussions } from '#db/schema/discussions.ts'
import { personOf, users } from '#db/schema/users.ts'
import { containing, paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'

const { placeholder } = sql

/** The author, with what they are to this course now; null for those who have left it. */
export const author = {
  ...personOf(users),
  role: sql<
    'TRAINER' | 'STUDENT' | 'ADMIN' | null
  >`case when ${users.role} in ('ADMIN', 'SUPER_ADMIN') then 'ADMIN' else ${memberships.role} end`,
}
export const isMemberOf = and(
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
const discussionPage = prepared((db, isSearch: boolean, window: PageShape) => {
  const order = [desc(discussions.pinned), desc(discussions.lastActivityAt), desc(discussions.id)]
  const page = db
    .select({ id: discussions.id })
    .from(discussions)
    .where(ofCourse(isSearch))
    .orderBy(...order)
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped)
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
    (limit, offset) => discussionPage(db, { ...values, offset }, Boolean(search), pageShape(limit, offset)),
    () => discussionTotal(db, values, Boolean(search)),
    page,
  )
}

/** A question of an active student that is open for comments, and that no staff have replied to: a classmate's "me too" is no answer. */
const isUnanswered = and(isNull(discussions.deletedAt), not(discussions.locked), isNull(discussions.staffReplyId))
const isByStudent = and(isMemberOf, eq(memberships.role, 'STUDENT'))

/** Courses whose questions the actor is asked to answer: all of them, or those that they teach. */
const isAskedIn = (reach: Reach) =>
  and(
    isNull(courses.deletedAt),
    ne(courses.status, 'ARCHIVED'),
    reach === 'all'
      ? undefined
      : sql`exists (select 1 from ${memberships} t
          where t.course_id = ${courses.id} and t.user_id = ${placeholder('actorId')} and t.role = 'TRAINER' and t.status = 'ACTIVE')`,
  )

/** The longest waiting of each course come from an index, as many as the page could need; of these the longest waiting of all. */
const unansweredPage = prepared((db, reach: Reach, window: PageShape) => {
  const ofEach = db
    .select({ id: discussions.id, createdAt: discussions.createdAt })
    .from(discussions)
    .innerJoin(users, eq(users.id, discussions.authorId))
    .innerJoin(memberships, isByStudent)
    .where(and(eq(discussions.courseId, courses.id), isUnanswered))
    .orderBy(asc(discussions.createdAt), asc(discussions.id))
    .limit(window.isFirst ? window.size : placeholder('end'))
    .as('of_each')
  const page = db
    .select({ id: ofEach.id, courseTitle: courses.title })
    .from(courses)
    .crossJoinLateral(ofEach)
    .where(isAskedIn(reach))
    .orderBy(asc(ofEach.createdAt), asc(ofEach.id))
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped)
    .as('page')
  const { content: _, ...columns } = discussion
  return db
    .select({ ...columns, courseTitle: page.courseTitle })
    .from(page)
    .innerJoin(discussions, eq(discussions.id, page.id))
    .innerJoin(users, eq(users.id, discussions.authorId))
    .innerJoin(memberships, isByStudent)
    .orderBy(asc(discussions.createdAt), asc(discussions.id))
})
const unansweredTotal = prepared((db, reach: Reach) =>
  db
    .select(total)
    .from(discussions)
    .innerJoin(courses, eq(courses.id, discussions.courseId))
    .innerJoin(users, eq(users.id, discussions.authorId))
    .innerJoin(memberships, isByStudent)
    .where(and(isUnanswered, isAskedIn(reach))),
)

/** Unanswered questions of all courses within the reach; the longest waiting first. */
export const listUnansweredWithin = (db: Db, reach: Reach, actorId: string, page: Page) =>
  paged(
    (limit, offset) => {
      const window = pageShape(limit, offset)
      return unansweredPage(db, { actorId, offset, end: offset + window.size }, reach, window)
    },
    () => unansweredTotal(db, { actorId }, reach),
    page,
  )

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

const discussionLock = prepared((db, isInCourse: boolean) =>
  db
    .select({
      id: discussions.id,
      courseId: discussions.courseId,
      authorId: discussions.authorId,
      locked: discussions.locked,
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
/** Calls that change what is in a discussion take turns: its counts stay right. */
export const lockDiscussion = async (db: Db, id: string, courseId?: string) =>
  (await discussionLock(db, { id, courseId }, courseId !== undefined))[0]

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
