/** Discussions of all courses that somebody is in, in SQL. */

import { and, asc, desc, eq, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { DiscussionGroup } from '@lms/contract/my-discussions'
import type { MembershipRole } from '@lms/contract/policy'
import { prepared, type Db } from '#db/drizzle.ts'
import { paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { mapNullable } from '#db/schema/columns.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { discussions } from '#db/schema/discussions.ts'
import { users } from '#db/schema/users.ts'
import {
  discussionColumns,
  filtersWith,
  isCourseMember,
  isOwnCourse,
  matchColumn,
  matchesSearch,
  type Filter,
} from '#modules/discussions/queries.ts'
import { isUnread, joinedAt, newsSince, readUntil } from '#modules/discussions/reads.ts'

const { placeholder } = sql

/** The parts of a list that change the statement, not its values. */
interface Shape {
  role: MembershipRole
  filter: Filter
  isLatest: boolean
  isSearch: boolean
  isOfCourse: boolean
}

/** As a clause `own`; `offset 0` keeps PostgreSQL from looking up its columns once for each discussion. */
const ownCourses = (db: Db, role: MembershipRole, isOfCourse = false) =>
  db.$with('own').as(
    db
      .select({ id: courses.id, title: courses.title, joinedAt: joinedAt(courses.id).as('joined_at') })
      .from(courses)
      .where(sql`${and(isOwnCourse(role), isOfCourse ? eq(courses.id, placeholder('courseId')) : undefined)} offset 0`),
  )
type Own = ReturnType<typeof ownCourses>
const newsOfOwn = newsSince(sql`own.joined_at`)
const filters = filtersWith(newsOfOwn.isUnreadRow)

/** Since when a question waits for its reader's answer. Students do not answer for staff. */
const waitingSince = (role: MembershipRole) =>
  role === 'TRAINER' ? sql`case when ${filters.UNANSWERED} then ${discussions.createdAt} end` : sql`null`
const groupOf = (since: SQLWrapper, isNew: SQLWrapper) =>
  sql<DiscussionGroup>`case when ${since} is not null then 'UNANSWERED' when ${isNew} then 'UNREAD' else 'READ' end`

const isFound = ({ filter, isSearch }: Shape) =>
  and(isNull(discussions.deletedAt), isSearch ? matchesSearch(sql`near.course_id in (select id from own)`) : undefined, filters[filter])

const { content: _, lockedBy: _by, isReplied: _is, readUntil: _until, editedAt: _at, ...shown } = discussionColumns
const latest = [desc(discussions.lastActivityAt), desc(discussions.id)]

/** What waits first, or the latest activity; of a page and of the ids found for it. */
const orderOf = ({ isLatest }: Shape) => (isLatest ? latest : [sql`waiting_since nulls last, is_unread desc`, ...latest])

const idsOfPage = (db: Db, own: Own, shape: Shape, window: PageShape) =>
  db
    .select({
      id: discussions.id,
      joinedAt: own.joinedAt,
      courseTitle: own.title,
      waitingSince: waitingSince(shape.role).as('waiting_since'),
      isUnread: newsOfOwn.isUnreadRow.as('is_unread'),
    })
    .from(own)
    .innerJoin(discussions, eq(discussions.courseId, own.id))
    .where(isFound(shape))
    .orderBy(...orderOf(shape))
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped)
    .as('page')

const listPage = prepared((db, shape: Shape, window: PageShape) => {
  const own = ownCourses(db, shape.role, shape.isOfCourse)
  const page = idsOfPage(db, own, shape, window)
  return db
    .with(own)
    .select({
      ...shown,
      courseTitle: page.courseTitle,
      group: groupOf(page.waitingSince, page.isUnread),
      match: matchColumn(shape.isSearch),
    })
    .from(page)
    .innerJoin(discussions, eq(discussions.id, page.id))
    .innerJoin(users, eq(users.id, discussions.authorId))
    .crossJoinLateral(newsSince(sql`page.joined_at`).reader)
    .leftJoin(memberships, isCourseMember)
    .orderBy(...orderOf(shape))
})
const listTotal = prepared((db, shape: Shape) => {
  const own = ownCourses(db, shape.role, shape.isOfCourse)
  return db.with(own).select(total).from(own).innerJoin(discussions, eq(discussions.courseId, own.id)).where(isFound(shape))
})

interface List {
  actorId: string
  role: MembershipRole
  filter: Filter
  sort: 'WAITING' | 'LATEST'
  courseId: string | undefined
  search: string | undefined
}

/** What waits for staff, then what is unread; or the latest activity. */
export function listOwnDiscussions(db: Db, { actorId, role, filter, sort, courseId, search }: List, page: Page) {
  const shape: Shape = { role, filter, isLatest: sort === 'LATEST', isSearch: Boolean(search), isOfCourse: courseId !== undefined }
  const values = { actorId, courseId, search }
  return paged(
    (limit, offset) => listPage(db, { ...values, offset }, shape, pageShape(limit, offset)),
    () => listTotal(db, values, shape),
    page,
  )
}

/** How many discussions of a student's courses have something new. */
export async function countUnreadDiscussions(db: Db, actorId: string): Promise<number> {
  const [counted] = await listTotal(
    db,
    { actorId },
    { role: 'STUDENT', filter: 'UNREAD', isLatest: false, isSearch: false, isOfCourse: false },
  )
  return counted!.total
}

const countIf = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})::int`
const counts = prepared((db, role: MembershipRole) => {
  const own = ownCourses(db, role)
  const group = groupOf(waitingSince(role), isUnread)
  return db
    .with(own)
    .select({
      id: own.id,
      title: own.title,
      all: sql<number>`count(${discussions.id})::int`,
      unanswered: countIf(filters.UNANSWERED),
      unread: countIf(isUnread),
      mine: countIf(filters.MINE),
      waitingGroup: countIf(sql`${group} = 'UNANSWERED'`),
      unreadGroup: countIf(sql`${group} = 'UNREAD'`),
      oldestUnansweredAt: mapNullable(sql`min(${discussions.createdAt}) filter (where ${filters.UNANSWERED})`, discussions.createdAt),
      newSince: mapNullable(sql`min(greatest(${readUntil}, ${discussions.createdAt})) filter (where ${isUnread})`, discussions.createdAt),
    })
    .from(own)
    .leftJoin(discussions, and(eq(discussions.courseId, own.id), isNull(discussions.deletedAt)))
    .leftJoinLateral(newsOfOwn.finder, sql`true`)
    .groupBy(own.id, own.title)
    .orderBy(asc(own.title), asc(own.id))
})
/** The numbers of each course. */
export const countOwnDiscussions = (db: Db, actorId: string, role: MembershipRole) => counts(db, { actorId }, role)
