/** A student in the registers of weeks, in SQL. */

import { sql } from 'drizzle-orm'
import { isOwed, joinEnrolment } from '#access/owed-work.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { courseIds, isMarked, sessionsOfWeeks, userId } from '#modules/attendance/rates.ts'
const registers = prepared((db) =>
  db.execute<RegisterRecord & Record<string, unknown>>(sql`
    select week.id as "weekId", week.number as "weekNumber", record.status
    from ${sessionsOfWeeks} ${joinEnrolment(sql`week.course_id`, userId)} left join attendance record on record.session_id = session.id and record.user_id = ${userId}
    where week.course_id = ${courseIds} and week.deleted_at is null and session.type = 'WEEK' and ${isMarked} and (record.status is not null or ${isOwed(sql`enrolment`, sql`session.ends_at`)})
    order by week.number`),
)
type RegisterRecord = { weekId: string; weekNumber: number; status: 'PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED' | null }

/** A student in the registers of weeks that are used, and count for them. */
export const listRegisterRecords = async (db: Db, courseId: string, userId: string): Promise<RegisterRecord[]> =>
  (await registers(db, { courseIds: [courseId], userId })).rows
