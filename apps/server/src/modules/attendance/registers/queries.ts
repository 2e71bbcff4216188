/** A student in the registers of weeks, in SQL. */

import { sql } from 'drizzle-orm'
import { isOwed, joinEnrolment } from '#access/owed-work.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { courseIds, isMarked, sessionsOfWeeks, userId } from '#modules/attendance/rates.ts'
const registers = prepared((db) =>
  db.execute<RegisterRecord & Record<string, unknown>>(sql`
    select w.id as "weekId", w.number as "weekNumber", a.status
    from ${sessionsOfWeeks} ${joinEnrolment(sql`w.course_id`, userId)} left join attendance a on a.session_id = s.id and a.user_id = ${userId}
    where w.course_id = ${courseIds} and w.deleted_at is null and s.type = 'WEEK' and ${isMarked} and (a.status is not null or ${isOwed(sql`enrolment`, sql`s.ends_at`)})
    order by w.number`),
)
type RegisterRecord = { weekId: string; weekNumber: number; status: 'PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED' | null }

/** A student in the registers of weeks that are used, and count for them. */
export const listRegisterRecords = async (db: Db, courseId: string, userId: string): Promise<RegisterRecord[]> =>
  (await registers(db, { courseIds: [courseId], userId })).rows
