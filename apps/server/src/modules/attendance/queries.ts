/** Attendance in SQL. */

import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { AttendanceRecord } from '@lms/contract/attendance'
import { watchedThreshold } from '@lms/contract/attendance-rules'
import { accountOfStudent, classSize, countStudentsOfCourse } from '#access/conditions.ts'
import { arrayPlaceholder, prepared, valueFor, type Db } from '#db/drizzle.ts'
import { paged, pageShape, skipped, type Page, type PageShape } from '#db/page.ts'
import { attendance, type ReplacedRecord } from '#db/schema/attendance.ts'
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
      week: { published: weeks.published, unlockAt: weeks.unlockAt },
    })
    .from(media)
    .innerJoin(weeks, and(eq(weeks.id, media.weekId), isNull(weeks.deletedAt)))
    .innerJoin(courses, eq(courses.id, media.courseId))
    .where(
      and(
        eq(media.id, placeholder('mediaId')),
        eq(media.weekId, placeholder('weekId')),
        eq(media.courseId, placeholder('courseId')),
        isNull(media.deletedAt),
      ),
    ),
)
/** A media item by course and week, with the facts that its attendance depends on. */
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

const isInTheMiddle = and(isNull(attendance.watchedAt), or(gt(attendance.position, 0), sql`${attendance.watchedRanges} <> '[]'`))!

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

const viewers = prepared((db) =>
  db
    .select({
      started: sql<number>`(count(*) filter (where ${isInTheMiddle}))::int`,
      watched: sql<number>`count(${attendance.watchedAt})::int`,
    })
    .from(attendance)
    .innerJoin(courseStudents, and(eq(courseStudents.courseId, attendance.courseId), eq(courseStudents.userId, attendance.userId)))
    .where(eq(attendance.sessionId, placeholder('sessionId'))),
)
/** Of the students who are in the course now. */
export const countViewers = async (db: Db, sessionId: string) => (await viewers(db, { sessionId }))[0]!

const watchState = prepared((db) => db.select().from(attendance).where(ofPerson))
export const findWatchState = async (db: Db, sessionId: string, userId: string): Promise<WatchState | undefined> =>
  (await watchState(db, { sessionId, userId }))[0]

/** Records that a student joined. Keeps marks set by staff, an earlier join, and the presence reported by Zoom. */
export const insertJoin = (db: Db, { courseId, weekId, mediaId }: SessionOf, userId: string, status: 'PRESENT' | 'LATE', now: Date) => {
  const at = now.toISOString()
  const mark = { status, source: 'JOIN' as const, markedBy: null, markedAt: at, joinedAt: at }
  return db
    .insert(attendance)
    .values({ sessionId: mediaId, userId, courseId, weekId, updatedAt: at, ...mark })
    .onConflictDoUpdate({
      target: [attendance.sessionId, attendance.userId],
      set: { ...mark, joinedAt: sql`coalesce(${attendance.joinedAt}, excluded.joined_at)` },
      setWhere: and(isNull(attendance.minutes), or(isNull(attendance.status), inArray(attendance.source, ['VIDEO', 'SELF'])))!,
    })
}

export interface RecordInput {
  sessionId: string
  userId: string
  status: AttendanceRecord['status']
  remark: string | null
}

/** Marks of a record that can be undone, one after the other. */
const mostReplaced = 20
export const nothing: ReplacedRecord = { status: null, source: 'VIDEO', remark: null, marked_by: null, marked_at: null, watched_at: null }
export const present = sql`jsonb_build_object('status', ${attendance.status}, 'source', ${attendance.source}, 'remark', ${attendance.remark},
  'marked_by', ${attendance.markedBy}, 'marked_at', ${attendance.markedAt}, 'watched_at', ${attendance.watchedAt})`
/** Room for one more. */
export const replacedWithoutFirst = sql`(case when jsonb_array_length(${attendance.replaced}) < ${mostReplaced} then ${attendance.replaced}
  else ${attendance.replaced} - 0 end)`
/** Playback that was measured, not the student's own word. */
const isMeasured = sql`coalesce(${attendance.coverage} >= ${watchedThreshold}, false)`

/**
 * Marks by staff replace earlier ones, which are kept for undoing. What was measured stays: clearing a mark clears "watched" only where
 * that is the student's own word. Always in one order, so that concurrent marking cannot deadlock.
 */
export async function updateRecords(
  db: Db,
  at: { courseId: string; weekId: string },
  marks: readonly RecordInput[],
  by: { markedBy: string; now: Date },
) {
  const markedAt = by.now.toISOString()
  const mark = { ...at, source: 'STAFF' as const, markedBy: by.markedBy, markedAt, updatedAt: markedAt, replaced: [nothing] }
  const rows = marks.map((one) => ({ ...one, ...mark }))
  const inOrder = rows.toSorted((a, b) => (`${a.sessionId}${a.userId}` < `${b.sessionId}${b.userId}` ? -1 : 1))
  await db
    .insert(attendance)
    .values(inOrder)
    .onConflictDoUpdate({
      target: [attendance.sessionId, attendance.userId],
      set: {
        status: sql`excluded.status`,
        source: sql`excluded.source`,
        remark: sql`excluded.remark`,
        markedBy: sql`excluded.marked_by`,
        markedAt: sql`excluded.marked_at`,
        watchedAt: sql`case when excluded.status is not null or ${isMeasured} then ${attendance.watchedAt} end`,
        replaced: sql`${replacedWithoutFirst} || ${present}`,
      },
    })
}

/** Restores the record before a mark that nobody has replaced. False if there is no such mark. */
export async function restoreRecord(db: Db, of: { sessionId: string; userId: string; weekId: string; markedBy: string; markedAt: string }) {
  const before = sql`(${attendance.replaced} -> -1)`
  const text = (key: keyof ReplacedRecord) => sql`(${before} ->> ${sql.raw(`'${key}'`)})`
  const { rowCount } = await db
    .update(attendance)
    .set({
      status: sql`${text('status')}`,
      source: sql`${text('source')}`,
      remark: sql`${text('remark')}`,
      markedBy: sql`${text('marked_by')}::uuid`,
      markedAt: sql`${text('marked_at')}::timestamptz`,
      // It may have been watched since.
      watchedAt: sql`coalesce(${attendance.watchedAt}, ${text('watched_at')}::timestamptz)`,
      replaced: sql`${attendance.replaced} - -1`,
    })
    .where(
      and(
        eq(attendance.sessionId, of.sessionId),
        eq(attendance.userId, of.userId),
        eq(attendance.weekId, of.weekId),
        eq(attendance.source, 'STAFF'),
        eq(attendance.markedBy, of.markedBy),
        eq(attendance.markedAt, of.markedAt),
        sql`jsonb_array_length(${attendance.replaced}) > 0`,
      ),
    )
  return rowCount === 1
}

/** Names of people who are or were connected with the course; others stay unnamed to staff. */
export async function listKnownNames(db: Db, courseId: string, userIds: string[]): Promise<Map<string, string>> {
  const isKnown = sql`(exists (select from ${memberships} m where m.user_id = ${users.id} and m.course_id = ${courseId})
    or exists (select from ${attendance} t where t.user_id = ${users.id} and t.course_id = ${courseId}))`
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
      markedBy: userColumns(users),
    })
    .from(attendance)
    .leftJoin(users, eq(users.id, attendance.markedBy))
    .where(
      and(
        sql`${attendance.sessionId} = ${arrayPlaceholder('sessionIds')}`,
        sql`${attendance.userId} = ${arrayPlaceholder('userIds')}`,
        or(sql`${attendance.status} is not null`, sql`${attendance.coverage} > 0`, sql`${attendance.minutes} is not null`),
      ),
    ),
)
/** Records of these users in these sessions; users without any attendance have none. */
export const listRecords = (db: Db, sessionIds: string[], userIds: string[]) => records(db, { sessionIds, userIds })
