/** Attendance in SQL. */

import { and, asc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { accountOfStudent, classSize, countStudentsOfCourse, isWeekOf } from '#access/conditions.ts'
import { fromUnwatched, hasStarted } from '#access/owed-media.ts'
import { arrayPlaceholder, prepared, valueFor, type Db } from '#db/drizzle.ts'
import { paged, pageShape, skipped, type Page, type PageShape } from '#db/page.ts'
import { attendance, objectionJson } from '#db/schema/attendance.ts'
import { courses, courseStudents, memberships, weeks } from '#db/schema/courses.ts'
import { media } from '#db/schema/media.ts'
import { userColumns, users } from '#db/schema/users.ts'
import type { WatchState } from '#modules/attendance/rules.ts'

export interface SessionOf {
  courseId: string
  weekId: string
  mediaId: string
}

const { placeholder } = sql

const session = prepared((db) =>
  db
    .select({
      type: media.type,
      startsAt: media.startsAt,
      durationMinutes: media.durationMinutes,
      joinUrl: media.joinUrl,
      hasVideo: sql<boolean>`${media.source} is not null`,
      duration: media.durationSeconds,
      requireVideo: courses.requireVideo,
      weekId: weeks.id,
      week: { published: weeks.published, unlockAt: weeks.unlockAt },
    })
    .from(media)
    .innerJoin(weeks, and(eq(weeks.id, media.weekId), isNull(weeks.deletedAt)))
    .innerJoin(courses, eq(courses.id, media.courseId))
    .where(
      and(
        eq(media.id, placeholder('mediaId')),
        eq(media.courseId, placeholder('courseId')),
        isNull(media.deletedAt),
        isWeekOf(media.courseId),
      ),
    ),
)
/** A media item of a course, with the facts that its attendance depends on. It may have moved since the page was opened that names its week. */
export const findSession = async (db: Db, { courseId, weekId, mediaId }: SessionOf) => (await session(db, { courseId, weekId, mediaId }))[0]

const ofPerson = and(eq(attendance.sessionId, placeholder('sessionId')), eq(attendance.userId, placeholder('userId')))
const recordInsert = prepared((db) =>
  db
    .insert(attendance)
    .values({
      sessionId: valueFor(attendance.sessionId, 'sessionId'),
      userId: valueFor(attendance.userId, 'userId'),
      courseId: valueFor(attendance.courseId, 'courseId'),
      weekId: valueFor(attendance.weekId, 'weekId'),
      source: 'VIDEO',
      updatedAt: valueFor(attendance.updatedAt, 'updatedAt'),
    })
    .onConflictDoNothing(),
)
const lockedRecord = prepared((db) => db.select().from(attendance).where(ofPerson).for('update'))

/** A user's own record of a session, created if missing, and locked: concurrent reports of one user wait for each other. */
export async function lockOwnRecord(db: Db, { courseId, weekId, mediaId }: SessionOf, userId: string, now: Date): Promise<WatchState> {
  await recordInsert(db, { sessionId: mediaId, userId, courseId, weekId, updatedAt: now.toISOString() })
  return (await lockedRecord(db, { sessionId: mediaId, userId }))[0]!
}

const watchStateUpdate = prepared((db) =>
  db
    .update(attendance)
    .set({
      status: valueFor(attendance.status, 'status'),
      source: valueFor(attendance.source, 'source'),
      markedBy: valueFor(attendance.markedBy, 'markedBy'),
      markedAt: valueFor(attendance.markedAt, 'markedAt'),
      position: valueFor(attendance.position, 'position'),
      watchedRanges: valueFor(attendance.watchedRanges, 'watchedRanges'),
      coverage: valueFor(attendance.coverage, 'coverage'),
      watchedAt: valueFor(attendance.watchedAt, 'watchedAt'),
      updatedAt: valueFor(attendance.updatedAt, 'updatedAt'),
    })
    .where(ofPerson),
)
export const updateWatchState = (db: Db, sessionId: string, userId: string, state: WatchState) =>
  watchStateUpdate(db, { ...state, sessionId, userId })

const isInTheMiddle = and(isNull(attendance.watchedAt), hasStarted(attendance))!

/** Resets everyone who has not watched the whole video, including the clock, which starts with the first playback. Marks stay, no matter who set them. */
export const updateToUnwatched = (db: Db, sessionId: string) =>
  db
    .update(attendance)
    .set({ position: 0, watchedRanges: [], coverage: null })
    .where(and(eq(attendance.sessionId, sessionId), or(isInTheMiddle, and(isNull(attendance.watchedAt), isNotNull(attendance.coverage)))))

/** Recalculates coverage after the duration changed; users who have watched the video keep their figures. */
export function updateCoverage(db: Db, sessionId: string, duration: number | null) {
  const within = (at: 0 | 1) => sql`least((range ->> ${sql.raw(String(at))})::double precision, ${duration}::double precision)`
  const share = sql`(select least(1, sum(${within(1)} - ${within(0)}) / ${duration}::double precision) from jsonb_array_elements(${attendance.watchedRanges}) range)`
  return db
    .update(attendance)
    .set({ coverage: duration ? sql`coalesce(${share}, 0)` : null })
    .where(and(eq(attendance.sessionId, sessionId), isInTheMiddle))
}

const mediaId = placeholder('mediaId')
const viewers = prepared((db) =>
  db
    .select({
      started: sql<number>`(count(*) filter (where ${isInTheMiddle}))::int`,
      watched: sql<number>`count(${attendance.watchedAt})::int`,
      unwatched: sql<number>`(select count(*)::int from ${fromUnwatched({ mediaId, courseId: placeholder('courseId'), now: placeholder('now') })})`,
    })
    .from(attendance)
    .innerJoin(courseStudents, and(eq(courseStudents.courseId, attendance.courseId), eq(courseStudents.userId, attendance.userId)))
    .where(eq(attendance.sessionId, mediaId)),
)
/** Of the students who are in the course now. */
export const countViewers = async (db: Db, { courseId, mediaId }: Omit<SessionOf, 'weekId'>, now: Date) =>
  (await viewers(db, { courseId, mediaId, now: now.toISOString() }))[0]!

const watchState = prepared((db) => db.select().from(attendance).where(ofPerson))
export const findWatchState = async (db: Db, sessionId: string, userId: string): Promise<WatchState | undefined> =>
  (await watchState(db, { sessionId, userId }))[0]

/** Records that a student joined. Keeps marks set by staff, an earlier join, and the presence reported by Zoom. */
export const insertJoin = (db: Db, { courseId, weekId, mediaId }: SessionOf, userId: string, status: 'PRESENT' | 'LATE', now: Date) => {
  const at = now.toISOString()
  const mark = { status, source: 'JOIN' as const, markedBy: null, markedAt: at }
  const isMarked = sql`(${attendance.minutes} is not null or ${attendance.status} is not null and ${attendance.source} not in ('VIDEO', 'SELF'))`
  const unlessMarked = (column: PgColumn, joined: SQL) => sql`case when ${isMarked} then ${column} else ${joined} end`
  return db
    .insert(attendance)
    .values({ sessionId: mediaId, userId, courseId, weekId, updatedAt: at, ...mark, joinedAt: at })
    .onConflictDoUpdate({
      target: [attendance.sessionId, attendance.userId],
      set: {
        status: unlessMarked(attendance.status, sql`excluded.status`),
        source: unlessMarked(attendance.source, sql`excluded.source`),
        markedBy: unlessMarked(attendance.markedBy, sql`excluded.marked_by`),
        markedAt: unlessMarked(attendance.markedAt, sql`excluded.marked_at`),
        joinedAt: sql`coalesce(${attendance.joinedAt}, excluded.joined_at)`,
      },
      setWhere: sql`not ${isMarked} or ${attendance.joinedAt} is null`,
    })
}

/** Names of people who are or were connected with the course; others stay unnamed to staff. */
export async function listKnownNames(db: Db, courseId: string, userIds: string[]): Promise<Map<string, string>> {
  const isKnown = sql`(exists (select from ${memberships} membership where membership.user_id = ${users.id} and membership.course_id = ${courseId})
    or exists (select from ${attendance} record where record.user_id = ${users.id} and record.course_id = ${courseId}))`
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(sql`${users.id} = any(${sql.param(userIds)}::uuid[])`, isKnown))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The enrolled ones among these users. */
export async function listEnrolled(db: Db, courseId: string, userIds: string[]): Promise<string[]> {
  const rows = await db
    .select({ userId: courseStudents.userId })
    .from(courseStudents)
    .where(and(eq(courseStudents.courseId, courseId), sql`${courseStudents.userId} = any(${sql.param(userIds)}::uuid[])`))
  return rows.map(({ userId }) => userId)
}

const students = prepared((db, isOne: boolean, { size, isFirst }: PageShape) => {
  const rows = db
    .select({ user: userColumns(users), enrolled: courseStudents.periods, total: isOne ? sql<number>`1` : classSize })
    .from(courseStudents)
    .innerJoin(users, accountOfStudent())
    .where(and(eq(courseStudents.courseId, placeholder('courseId')), isOne ? eq(users.id, placeholder('only')) : undefined))
    .orderBy(asc(users.name), asc(users.id))
    .limit(size)
  return isFirst ? rows : rows.offset(skipped)
})

/** One page of the students by name; `only` selects one of them. */
export const listStudents = (db: Db, courseId: string, only: string | undefined, page: Page) =>
  paged(
    (limit, offset) => students(db, { courseId, only, offset }, only !== undefined, pageShape(limit, offset)),
    async () => (only ? [{ total: 1 }] : countStudentsOfCourse(db, courseId)),
    page,
  )

/** The next students by name, for writing a list from start to end. */
export const listStudentsAfter = (db: Db, courseId: string, after: { name: string; id: string } | undefined, limit: number) =>
  db
    .select({ id: users.id, name: users.name, email: users.email, enrolled: courseStudents.periods })
    .from(courseStudents)
    .innerJoin(users, accountOfStudent())
    .where(and(eq(courseStudents.courseId, courseId), after && sql`(${users.name}, ${users.id}) > (${after.name}, ${after.id})`))
    .orderBy(asc(users.name), asc(users.id))
    .limit(limit)

/** Something is known of the student, or said by them. */
const hasRecord = or(
  sql`${attendance.status} is not null`,
  sql`${attendance.coverage} > 0`,
  sql`${attendance.minutes} is not null`,
  sql`${attendance.objectedAt} is not null`,
)
const records = prepared((db) =>
  db
    .select({
      sessionId: attendance.sessionId,
      userId: attendance.userId,
      status: attendance.status,
      source: attendance.source,
      remark: attendance.remark,
      markedAt: attendance.markedAt,
      coverage: attendance.coverage,
      watchedAt: attendance.watchedAt,
      joinedAt: attendance.joinedAt,
      minutes: attendance.minutes,
      matchedByName: attendance.matchedByName,
      objection: objectionJson(sql`${attendance}`),
      markedBy: userColumns(users),
    })
    .from(attendance)
    .leftJoin(users, eq(users.id, attendance.markedBy))
    .where(
      and(
        sql`${attendance.sessionId} = ${arrayPlaceholder('sessionIds')}`,
        sql`${attendance.userId} = ${arrayPlaceholder('userIds')}`,
        hasRecord,
      ),
    ),
)
/** Records of these users in these sessions; users without any attendance have none. */
export const listRecords = (db: Db, sessionIds: string[], userIds: string[]) => records(db, { sessionIds, userIds })

const statuses = prepared((db) =>
  db
    .select({ sessionId: attendance.sessionId, userId: attendance.userId, status: attendance.status, watchedAt: attendance.watchedAt })
    .from(attendance)
    .where(
      and(
        sql`${attendance.sessionId} = ${arrayPlaceholder('sessionIds')}`,
        sql`${attendance.userId} = ${arrayPlaceholder('userIds')}`,
        isNotNull(attendance.status),
      ),
    ),
)
/** The marks of these users in these sessions, without their evidence. */
export const listStatuses = (db: Db, sessionIds: string[], userIds: string[]) => statuses(db, { sessionIds, userIds })
