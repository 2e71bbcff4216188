/** Dates of a user's courses, and calendar links, in SQL. */

import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  sql,
  type Placeholder,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import { isStudentRole, membershipRole, type Role } from '@lms/contract/policy'
import { isSeen, unlockedWeek } from '#access/conditions.ts'
import { exceptionToJoin, ownDueAt, ownTerms } from '#access/exceptions.ts'
import { enrolmentToJoin, fallsDueAt, isOwed } from '#access/owed-work.ts'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { pageShape, paged, skipped, total, totalOfAll, type Page, type PageShape } from '#db/page.ts'
import { assignmentExceptions, assignments } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { courses, courseStudents, enrolments, memberships, weeks } from '#db/schema/courses.ts'
import { media } from '#db/schema/media.ts'
import { calendarFeeds, users } from '#db/schema/users.ts'

export async function findFeed(db: Db, userId: string) {
  const [found] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, userId))
  return found
}

/** Replaces the previous token. */
export async function replaceFeed(db: Db, userId: string, token: string, now: Date) {
  const fresh = { token, createdAt: now.toISOString(), lastReadAt: null }
  const [made] = await db
    .insert(calendarFeeds)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: calendarFeeds.userId, set: fresh })
    .returning()
  return made!
}

export const deleteFeed = (db: Db, userId: string) => db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))

/** Undefined unless the account is active. */
export async function findReader(db: Db, token: string) {
  const [found] = await db
    .select({ id: users.id, role: users.role })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(and(eq(calendarFeeds.token, token), eq(users.status, 'ACTIVE'), isNull(users.deletedAt)))
  return found
}

/** Saved once in ten minutes at most, so that reads rarely write. */
export const updateFeedReadAt = (db: Db, userId: string, now: Date) =>
  db
    .update(calendarFeeds)
    .set({ lastReadAt: now.toISOString() })
    .where(
      and(
        eq(calendarFeeds.userId, userId),
        or(isNull(calendarFeeds.lastReadAt), lt(calendarFeeds.lastReadAt, new Date(now.getTime() - 600_000).toISOString())),
      ),
    )

type Reader = { id: string; role: Role }

const { placeholder } = sql

/** Courses that the reader belongs to; students see published ones and open weeks. */
const isVisibleTo = (reader: { id: string | Placeholder; role: Role }, now: Date | Placeholder) =>
  and(
    eq(memberships.userId, reader.id),
    eq(memberships.role, membershipRole(reader.role)),
    eq(memberships.status, 'ACTIVE'),
    isNull(courses.deletedAt),
    isNull(weeks.deletedAt),
    isStudentRole(reader.role) ? and(isSeen, unlockedWeek(now)) : undefined,
  )

/** How far back calendars go, and the maximum number of events of a kind. */
const getOldestTime = (now: Date) => new Date(now.getTime() - 180 * 86_400_000).toISOString()
export const maxCalendarEntries = 1000

/** What comes next first, then the past from its end, so that the limit cuts off what is farthest away. */
const nearest = (at: SQLWrapper, now: Date): SQL[] => {
  const instant = sql`${now.toISOString()}::timestamptz`
  return [sql`${at} < ${instant}`, sql`abs(extract(epoch from ${at} - ${instant}))`]
}

export const listSessionsOf = (db: Db, reader: Reader, now: Date) =>
  db
    .select({
      id: media.id,
      title: media.title,
      startsAt: media.startsAt,
      durationMinutes: media.durationMinutes,
      revision: media.revision,
      courseId: courses.id,
      courseTitle: courses.title,
      weekId: weeks.id,
    })
    .from(memberships)
    .innerJoin(courses, eq(courses.id, memberships.courseId))
    .innerJoin(media, eq(media.courseId, courses.id))
    .innerJoin(weeks, eq(weeks.id, media.weekId))
    .where(and(isVisibleTo(reader, now), eq(media.type, 'LIVE'), isNull(media.deletedAt), gt(media.startsAt, getOldestTime(now))))
    .orderBy(...nearest(media.startsAt, now), asc(media.id))
    .limit(maxCalendarEntries)

interface SessionShape {
  role: Role
  hasTo: boolean
}
const wantedSessions = ({ role, hasTo }: SessionShape) =>
  and(
    isVisibleTo({ id: placeholder('userId'), role }, placeholder('now')),
    eq(media.type, 'LIVE'),
    isNull(media.deletedAt),
    isNotNull(media.startsAt),
    gte(media.startsAt, placeholder('from')),
    hasTo ? lte(media.startsAt, placeholder('to')) : undefined,
  )
const sessionPage = prepared((db, shape: SessionShape, window: PageShape) =>
  db
    .select({
      id: media.id,
      title: media.title,
      startsAt: sql<string>`${media.startsAt}`.mapWith(media.startsAt),
      durationMinutes: media.durationMinutes,
      hasRecording: sql<boolean>`${media.source} is not null`,
      hasLink: sql<boolean>`${media.joinUrl} is not null`,
      // Students get the link when they join.
      joinUrl: isStudentRole(shape.role) ? sql<null>`null` : sql<string | null>`${media.joinUrl}`,
      canStart: isStudentRole(shape.role) ? sql<boolean>`false` : sql<boolean>`${media.startUrl} is not null`,
      courseId: courses.id,
      courseTitle: courses.title,
      weekId: weeks.id,
      total: totalOfAll,
    })
    .from(memberships)
    .innerJoin(courses, eq(courses.id, memberships.courseId))
    .innerJoin(media, eq(media.courseId, courses.id))
    .innerJoin(weeks, eq(weeks.id, media.weekId))
    .where(wantedSessions(shape))
    .orderBy(asc(media.startsAt), asc(media.id))
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped),
)
const sessionTotal = prepared((db, shape: SessionShape) =>
  db
    .select(total)
    .from(memberships)
    .innerJoin(courses, eq(courses.id, memberships.courseId))
    .innerJoin(media, eq(media.courseId, courses.id))
    .innerJoin(weeks, eq(weeks.id, media.weekId))
    .where(wantedSessions(shape)),
)

const markedCounts = prepared((db) => {
  const inCourse = and(eq(courseStudents.courseId, media.courseId), sql`${courseStudents.courseId} = ${arrayPlaceholder('courseIds')}`)
  const marks = and(eq(attendance.sessionId, media.id), eq(attendance.userId, courseStudents.userId), isNotNull(attendance.status))
  return db
    .select({ id: media.id, marked: count(attendance.userId), students: count(courseStudents.userId) })
    .from(media)
    .leftJoin(courseStudents, inCourse)
    .leftJoin(attendance, marks)
    .where(sql`${media.id} = ${arrayPlaceholder('ids')}`)
    .groupBy(media.id)
})
/** For each of these sessions, the number of students of its course who are marked. */
async function countMarked(db: Db, sessions: readonly { id: string; courseId: string }[]) {
  const courseIds = [...new Set(sessions.map(({ courseId }) => courseId))]
  return sessions.length > 0 ? markedCounts(db, { ids: sessions.map(({ id }) => id), courseIds }) : []
}

/** Of all courses of the reader; for staff with how many students are marked, and the links that hosts use. */
export async function listOwnSessions(
  db: Db,
  reader: Reader,
  { from, to, ...page }: Page & { from: string; to?: string | undefined },
  now: Date,
) {
  const values = { userId: reader.id, now: now.toISOString(), from, to }
  const shape = { role: reader.role, hasTo: to !== undefined }
  const found = await paged(
    (limit, offset) => sessionPage(db, { ...values, offset }, shape, pageShape(limit, offset)),
    () => sessionTotal(db, values, shape),
    page,
  )
  const started = isStudentRole(reader.role) ? [] : found.items.filter(({ startsAt }) => new Date(startsAt) <= now)
  const counts = new Map((await countMarked(db, started)).map(({ id, ...count }) => [id, count]))
  return { ...found, items: found.items.map((item) => ({ ...item, attendance: counts.get(item.id) ?? null })) }
}

export const listDueDatesOf = (db: Db, reader: Reader, now: Date) =>
  db
    .select({
      id: assignments.id,
      title: assignments.title,
      dueAt: sql<string>`${ownDueAt}`.mapWith(assignments.dueAt),
      courseId: courses.id,
      courseTitle: courses.title,
      weekId: weeks.id,
    })
    .from(memberships)
    .innerJoin(courses, eq(courses.id, memberships.courseId))
    .innerJoin(assignments, eq(assignments.courseId, courses.id))
    .innerJoin(weeks, eq(weeks.id, assignments.weekId))
    .leftJoin(assignmentExceptions, exceptionToJoin(reader.id))
    .leftJoin(enrolments, and(eq(memberships.role, 'STUDENT'), enrolmentToJoin(courses.id, reader.id)))
    .where(
      and(
        isVisibleTo(reader, now),
        ne(assignments.status, 'DRAFT'),
        isNull(assignments.deletedAt),
        not(ownTerms.isExcused),
        isOwed(enrolments, fallsDueAt(assignments, assignmentExceptions)),
        sql`${ownDueAt} > ${getOldestTime(now)}`,
      ),
    )
    .orderBy(...nearest(ownDueAt, now), asc(assignments.id))
    .limit(maxCalendarEntries)

const sessionColumns = {
  id: media.id,
  title: media.title,
  startsAt: media.startsAt,
  durationMinutes: media.durationMinutes,
  timeZone: media.timeZone,
  revision: media.revision,
  courseId: courses.id,
  courseTitle: courses.title,
  weekId: weeks.id,
}

/** One session with its week; null if it no longer has one. */
export async function findSession(db: Db, courseId: string, mediaId: string) {
  const [found] = await db
    .select({ ...sessionColumns, week: { published: weeks.published, unlockAt: weeks.unlockAt } })
    .from(media)
    .innerJoin(courses, eq(courses.id, media.courseId))
    .leftJoin(weeks, and(eq(weeks.id, media.weekId), isNull(weeks.deletedAt)))
    .where(and(eq(media.id, mediaId), eq(media.courseId, courseId), eq(media.type, 'LIVE'), isNull(media.deletedAt)))
  return found
}

/** The next sessions of a course or week that students see, and their `total` number. */
export const listSessionsAhead = (
  db: Db,
  { courseId, weekId }: { courseId: string; weekId?: string | undefined },
  { limit, now }: { limit: number; now: Date },
) =>
  db
    .select({
      ...sessionColumns,
      startsAt: sql<string>`${media.startsAt}`.mapWith(media.startsAt),
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(media)
    .innerJoin(courses, eq(courses.id, media.courseId))
    .innerJoin(weeks, eq(weeks.id, media.weekId))
    .where(
      and(
        eq(media.courseId, courseId),
        weekId ? eq(media.weekId, weekId) : undefined,
        eq(media.type, 'LIVE'),
        isNull(media.deletedAt),
        gt(media.startsAt, now.toISOString()),
        unlockedWeek(now),
      ),
    )
    .orderBy(asc(media.startsAt), asc(media.id))
    .limit(limit)
