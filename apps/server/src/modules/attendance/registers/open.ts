/** Registers of live sessions that are still open, in SQL. */

import { sql } from 'drizzle-orm'
import type { OpenRegister } from '@lms/contract/home'
import { defaultMinutes } from '@lms/contract/rules/session-window'
import { isEnrolled, isOwed } from '#access/owed-work.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { limitTo, paged, pageShape, type Page, type PageShape } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'

/** Older ones will hardly be marked any more. */
const daysBack = 30

const now = sql`${sql.placeholder('now')}::timestamptz`
const endsAt = sql`(m.starts_at + coalesce(m.duration_minutes, ${defaultMinutes}) * interval '1 minute')`

/** Sessions that ended in the courses that the user teaches, with students who are owed a mark and have none. */
const openRegisters = sql`
  memberships own
  join courses c on c.id = own.course_id and c.deleted_at is null and c.status = 'PUBLISHED'
  join media m on m.course_id = c.id and m.type = 'LIVE' and m.deleted_at is null and m.register_closed_at is null
    and m.starts_at > ${now} - make_interval(days => ${daysBack}) and ${endsAt} <= ${now}
  join weeks w on w.id = m.week_id and w.deleted_at is null
  cross join lateral (
    select count(*)::int as students, count(a.status)::int as marked
    from enrolments e left join attendance a on a.session_id = m.id and a.user_id = e.user_id
    where e.course_id = c.id and ${isEnrolled(sql`e`)} and ${isOwed(sql`e`, endsAt)}) class
  where own.user_id = ${sql.placeholder('userId')}::uuid and own.role = 'TRAINER' and own.status = 'ACTIVE' and class.marked < class.students`

const registerPage = prepared((db, window: PageShape) =>
  db.execute<OpenRegister & { total: number }>(sql`
    select m.id, m.title, ${stamp(sql`m.starts_at`)} as "startsAt", c.id as "courseId", c.title as "courseTitle", w.id as "weekId",
      class.marked, class.students, (count(*) over ())::int as total
    from ${openRegisters} order by m.starts_at, m.id ${limitTo(window)}`),
)
const registerTotal = prepared((db) => db.execute<{ total: number }>(sql`select count(*)::int as total from ${openRegisters}`))

/** The oldest first. */
export const listOpenRegisters = (db: Db, userId: string, page: Page, at: Date) => {
  const values = { userId, now: at.toISOString() }
  return paged(
    async (limit, offset) => (await registerPage(db, { ...values, offset }, pageShape(limit, offset))).rows,
    async () => (await registerTotal(db, values)).rows,
    page,
  )
}
