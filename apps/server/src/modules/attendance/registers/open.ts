/** Registers of live sessions that are still open, in SQL. */

import { sql } from 'drizzle-orm'
import type { OpenRegister } from '@lms/contract/attendance-record'
import { defaultMinutes } from '@lms/contract/rules/session-window'
import { isOwed } from '#access/owed-work.ts'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { limitTo, paged, pageShape, type Page, type PageShape } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'

/** Older ones will hardly be marked any more. */
const daysBack = 30

const now = sql`${sql.placeholder('now')}::timestamptz`
/** Of a live `session`. */
export const endsAt = sql`(session.starts_at + coalesce(session.duration_minutes, ${defaultMinutes}) * interval '1 minute')`

/** The courses looked at: all that the user teaches, these, or one. */
type Scope = 'taught' | 'listed' | 'course'
const scopes = {
  taught: {
    from: sql`course_staff staff join courses course on course.id = staff.course_id`,
    where: sql`staff.user_id = ${sql.placeholder('userId')}::uuid`,
  },
  listed: { from: sql`courses course`, where: sql`course.id = ${arrayPlaceholder('courseIds')}` },
  course: { from: sql`courses course`, where: sql`course.id = ${sql.placeholder('courseId')}::uuid` },
}

/** Sessions that ended in these courses, with students who are owed a mark and have none. */
export const openRegisters = (scope: Scope) => sql`
  ${scopes[scope].from}
  join media session on session.course_id = course.id and session.type = 'LIVE' and session.deleted_at is null
    and session.register_closed_at is null
    and session.starts_at > ${now} - make_interval(days => ${daysBack}) and ${endsAt} <= ${now}
  join weeks week on week.id = session.week_id and week.deleted_at is null
  cross join lateral (
    select count(*)::int as students, count(record.status)::int as marked
    from course_students student left join attendance record on record.session_id = session.id and record.user_id = student.user_id
    where student.course_id = course.id and ${isOwed(sql`student`, endsAt)}) class
  where ${scopes[scope].where} and course.deleted_at is null and course.status = 'PUBLISHED' and class.marked < class.students`

const registerPage = prepared((db, window: PageShape) =>
  db.execute<OpenRegister & { total: number }>(sql`
    select session.id, session.title, ${stamp(sql`session.starts_at`)} as "startsAt", course.id as "courseId",
      course.title as "courseTitle", week.id as "weekId", class.marked, class.students, (count(*) over ())::int as total
    from ${openRegisters('taught')} order by session.starts_at, session.id ${limitTo(window)}`),
)
const registerTotal = prepared((db) => db.execute<{ total: number }>(sql`select count(*)::int as total from ${openRegisters('taught')}`))
const registerIds = prepared((db) => db.execute<{ id: string }>(sql`select session.id from ${openRegisters('course')}`))

/** The oldest first. */
export const listOpenRegistersOf = (db: Db, userId: string, page: Page, at: Date) => {
  const values = { userId, now: at.toISOString() }
  return paged(
    async (limit, offset) => (await registerPage(db, { ...values, offset }, pageShape(limit, offset))).rows,
    async () => (await registerTotal(db, values)).rows,
    page,
  )
}

export const listOpenRegisterIds = async (db: Db, courseId: string, at: Date): Promise<string[]> =>
  (await registerIds(db, { courseId, now: at.toISOString() })).rows.map(({ id }) => id)
