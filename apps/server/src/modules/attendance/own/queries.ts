/** A student's own attendance, in SQL. */

import { sql } from 'drizzle-orm'
import type { AttendanceSettings } from '@lms/contract/attendance'
import type { MySession } from '@lms/contract/my-attendance'
import { defaultMinutes } from '@lms/contract/rules/session-window'
import { isSeenCourse, unlockedWeek } from '#access/conditions.ts'
import { isOwed, joinEnrolment } from '#access/owed-work.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { stamp } from '#db/schema/columns.ts'
import { personJson } from '#db/schema/users.ts'
import { courseIds, isHeld, now, sessionsOfWeeks, userId } from '#modules/attendance/rates.ts'
import { settingsOf } from '#modules/attendance/settings.ts'

/** More courses than anybody takes at once. */
const mostCourses = 100

type Course = { id: string; title: string; settings: AttendanceSettings; isLive: boolean }

const ownCourses = prepared((db) =>
  db.execute<Course>(sql`
    select c.id, c.title, ${settingsOf(sql`c`)} as settings, exists (
      select from media session join weeks week on week.id = session.week_id and ${unlockedWeek(now, sql`week`)}
      where session.course_id = c.id and session.type = 'LIVE' and session.deleted_at is null and session.starts_at <= ${now}
        and session.starts_at + coalesce(session.duration_minutes, ${defaultMinutes}) * interval '1 minute' > ${now}) as "isLive"
    from course_students student join courses c on c.id = student.course_id and c.deleted_at is null and ${isSeenCourse}
    where student.user_id = ${userId} order by c.title, c.id limit ${mostCourses}`),
)
/** The courses of a student, by title. */
export const listOwnCourses = async (db: Db, userId: string, at: Date): Promise<Course[]> =>
  (await ownCourses(db, { userId, now: at.toISOString() })).rows

/** The record `a`, as staff see it. */
const record = sql`
  case when a.status is not null or a.coverage > 0 or a.minutes is not null then json_build_object('status', a.status, 'source', a.source,
    'remark', a.remark, 'markedBy', ${personJson(sql`marker`)}, 'markedAt', ${stamp(sql`a.marked_at`)}, 'coverage', a.coverage,
    'watchedAt', ${stamp(sql`a.watched_at`)}, 'joinedAt', ${stamp(sql`a.joined_at`)}, 'minutes', a.minutes, 'matchedByName', a.matched_by_name) end`
const recording = sql`
  case when m.source is not null and m.deleted_at is null
    then json_build_object('durationSeconds', nullif(m.duration_seconds, 0), 'position', coalesce(a.position, 0)) end`

type SessionRow = MySession & { isOpen: boolean; isToCome: boolean }

/** Of all weeks that are published, also of those that open later: how many sessions are still to come decides what can be reached. */
const ownSessions = prepared((db) =>
  db.execute<SessionRow & Record<string, unknown>>(sql`
    select s.id, s.title, s.type, ${stamp(sql`s.starts_at`)} as "startsAt", s.duration_minutes as "durationMinutes", w.id as "weekId",
      w.number as "weekNumber", ${isHeld} as held, not ${isOwed(sql`enrolment`, sql`s.ends_at`)} as "beforeJoining", ${record} as record,
      ${recording} as recording, ${unlockedWeek(now, sql`w`)} as "isOpen",
      (a.status is null and s.type <> 'WEEK' and s.deleted_at is null and coalesce(s.ends_at > ${now}, s.type = 'RECORDED')) as "isToCome"
    from ${sessionsOfWeeks} ${joinEnrolment(sql`w.course_id`, userId)} left join attendance a on a.session_id = s.id and a.user_id = ${userId}
      left join users marker on marker.id = a.marked_by left join media m on m.id = s.id
    where w.course_id = ${courseIds} and w.deleted_at is null and w.published and (s.deleted_at is null or a.status is not null)
    order by w.number, s.type = 'WEEK', s.starts_at nulls first, s.position, s.id`),
)

/** The sessions of open weeks, the latest last; `toCome` counts those of later weeks as well. */
export async function listOwnSessions(
  db: Db,
  courseId: string,
  userId: string,
  at: Date,
): Promise<{ sessions: MySession[]; toCome: number }> {
  const { rows } = await ownSessions(db, { courseIds: [courseId], userId, now: at.toISOString() })
  const open = rows.filter(({ isOpen, type, held }) => isOpen && (type !== 'WEEK' || held))
  return {
    sessions: open.map(({ isOpen: _isOpen, isToCome: _isToCome, ...session }) => session),
    toCome: rows.filter(({ isToCome }) => isToCome).length,
  }
}
