/** A student's own attendance, in SQL. */

import { sql } from 'drizzle-orm'
import type { AttendanceSettings } from '@lms/contract/attendance'
import type { MySession } from '@lms/contract/my-attendance'
import { defaultMinutes } from '@lms/contract/rules/session-window'
import { isSeenCourse, unlockedWeek } from '#access/conditions.ts'
import { isOwed, joinEnrolment } from '#access/owed-work.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { attendance, objectionJson } from '#db/schema/attendance.ts'
import { stamp } from '#db/schema/columns.ts'
import { personJson } from '#db/schema/users.ts'
import { courseIds, isHeld, now, sessionsOfWeeks, userId } from '#modules/attendance/rates.ts'
import { settingsOf } from '#modules/attendance/settings.ts'

/** More courses than anybody takes at once. */
const mostCourses = 100

type Course = { id: string; title: string; settings: AttendanceSettings; isLive: boolean }

const ownCourses = prepared((db) =>
  db.execute<Course>(sql`
    select course.id, course.title, ${settingsOf(sql`course`)} as settings, exists (
      select from media session join weeks week on week.id = session.week_id and ${unlockedWeek(now, sql`week`)}
      where session.course_id = course.id and session.type = 'LIVE' and session.deleted_at is null and session.starts_at <= ${now}
        and session.starts_at + coalesce(session.duration_minutes, ${defaultMinutes}) * interval '1 minute' > ${now}) as "isLive"
    from course_students student join courses course on course.id = student.course_id and course.deleted_at is null and ${isSeenCourse}
    where student.user_id = ${userId} order by course.title, course.id limit ${mostCourses}`),
)
/** The courses of a student, by title. */
export const listOwnCourses = async (db: Db, userId: string, at: Date): Promise<Course[]> =>
  (await ownCourses(db, { userId, now: at.toISOString() })).rows

/** The `record`, as staff see it. */
const record = sql`
  case when record.status is not null or record.coverage > 0 or record.minutes is not null or record.objected_at is not null then json_build_object('status', record.status, 'source', record.source,
    'remark', record.remark, 'markedBy', ${personJson(sql`marker`)}, 'markedAt', ${stamp(sql`record.marked_at`)}, 'coverage', record.coverage,
    'watchedAt', ${stamp(sql`record.watched_at`)}, 'joinedAt', ${stamp(sql`record.joined_at`)}, 'minutes', record.minutes, 'matchedByName', record.matched_by_name,
    'objection', ${objectionJson(sql`record`)}) end`
const recording = sql`
  case when media_item.source is not null and media_item.deleted_at is null
    then json_build_object('durationSeconds', nullif(media_item.duration_seconds, 0), 'position', coalesce(record.position, 0)) end`

type SessionRow = MySession & { isOpen: boolean; isToCome: boolean }

/** Of all weeks that are published, also of those that open later: how many sessions are still to come decides what can be reached. */
const ownSessions = prepared((db) =>
  db.execute<SessionRow & Record<string, unknown>>(sql`
    select session.id, session.title, session.type, ${stamp(sql`session.starts_at`)} as "startsAt", session.duration_minutes as "durationMinutes", week.id as "weekId",
      week.number as "weekNumber", ${isHeld} as held, not ${isOwed(sql`enrolment`, sql`session.ends_at`)} as "beforeJoining", ${record} as record,
      ${recording} as recording, ${unlockedWeek(now, sql`week`)} as "isOpen",
      (record.status is null and session.type <> 'WEEK' and session.deleted_at is null and coalesce(session.ends_at > ${now}, session.type = 'RECORDED')) as "isToCome"
    from ${sessionsOfWeeks} ${joinEnrolment(sql`week.course_id`, userId)} left join attendance record on record.session_id = session.id and record.user_id = ${userId}
      left join users marker on marker.id = record.marked_by left join media media_item on media_item.id = session.id
    where week.course_id = ${courseIds} and week.deleted_at is null and week.published and (session.deleted_at is null or record.status is not null)
    order by week.number, session.type = 'WEEK', session.starts_at nulls first, session.position, session.id`),
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

/** What a student says is not right about their record; it replaces what they said before. The clock of a record, which is there already, stays. */
export async function saveObjection(
  db: Db,
  of: { sessionId: string; userId: string; courseId: string; weekId: string },
  text: string,
  now: Date,
): Promise<void> {
  const said = { objection: text, objectedAt: now.toISOString() }
  await db
    .insert(attendance)
    .values({ ...of, ...said, source: 'VIDEO', updatedAt: said.objectedAt })
    .onConflictDoUpdate({ target: [attendance.sessionId, attendance.userId], set: said })
}
