/** Who changed a record, when, and what it was before, in SQL. A trigger of the database writes it. */

import { and, desc, eq, sql } from 'drizzle-orm'
import { prepared, valueFor, type Db } from '#db/drizzle.ts'
import { paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { attendance, attendanceChanges } from '#db/schema/attendance.ts'
import { userColumns, users } from '#db/schema/users.ts'

/** Names the person who changes records until the end of the transaction, where the records themselves do not. */
export const actAs = (db: Db, userId: string) => db.execute(sql`select set_config('lms.actor', ${userId}, true)`)

const ofRecord = and(
  eq(attendanceChanges.sessionId, valueFor(attendanceChanges.sessionId, 'sessionId')),
  eq(attendanceChanges.userId, valueFor(attendanceChanges.userId, 'userId')),
  sql`exists (select from ${attendance} where ${attendance.sessionId} = ${attendanceChanges.sessionId}
    and ${attendance.userId} = ${attendanceChanges.userId} and ${attendance.courseId} = ${sql.placeholder('courseId')})`,
)

const changes = prepared((db, { size, isFirst }: PageShape) => {
  const rows = db
    .select({
      id: attendanceChanges.id,
      changedBy: userColumns(users),
      changedAt: attendanceChanges.changedAt,
      source: attendanceChanges.source,
      oldStatus: attendanceChanges.oldStatus,
      newStatus: attendanceChanges.newStatus,
      oldRemark: attendanceChanges.oldRemark,
      newRemark: attendanceChanges.newRemark,
    })
    .from(attendanceChanges)
    .leftJoin(users, eq(users.id, attendanceChanges.changedBy))
    .where(ofRecord)
    .orderBy(desc(attendanceChanges.id))
    .limit(size)
  return isFirst ? rows : rows.offset(skipped)
})
const changesTotal = prepared((db) => db.select(total).from(attendanceChanges).where(ofRecord))

/** The newest first. */
export const listChanges = (db: Db, of: { courseId: string; sessionId: string; userId: string }, page: Page) =>
  paged(
    (limit, offset) => changes(db, { ...of, offset }, pageShape(limit, offset)),
    () => changesTotal(db, of),
    page,
  )

const sessionOfCourse = prepared((db) =>
  db.execute(sql`
    select 1 from media where id = ${sql.placeholder('sessionId')}::uuid and course_id = ${sql.placeholder('courseId')}::uuid
    union all select 1 from weeks where id = ${sql.placeholder('sessionId')}::uuid and course_id = ${sql.placeholder('courseId')}::uuid`),
)
/** Whether a course has this session, deleted or not: a media item, or a week with its own register. */
export const hasSession = async (db: Db, courseId: string, sessionId: string) =>
  (await sessionOfCourse(db, { courseId, sessionId })).rows.length > 0
