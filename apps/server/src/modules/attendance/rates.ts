/** The sessions of courses in SQL, and a student's attendance rate over them. */

import { sql } from 'drizzle-orm'
import type { AttendanceSettings } from '@lms/contract/attendance'
import type { ClosedRegister } from '@lms/contract/attendance-record'
import { type AttendanceRate, getAttendanceRate } from '@lms/contract/rules/attendance-rate'
import { defaultMinutes } from '@lms/contract/rules/session-window'
import { unlockedWeek } from '#access/conditions.ts'
import { countedStatus } from '#access/make-up.ts'
import { isOwed, joinEnrolment } from '#access/owed-work.ts'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { stamp } from '#db/schema/columns.ts'
import { personJson } from '#db/schema/users.ts'
import { settingsOf } from '#modules/attendance/settings.ts'

const { placeholder } = sql
export const now = sql`${placeholder('now')}::timestamptz`
export const courseIds = arrayPlaceholder('courseIds')
export const userId = sql`(select ${placeholder('userId')}::uuid)`

export interface Session extends Record<string, unknown> {
  courseId: string
  weekId: string
  week: number
  id: string
  title: string
  type: 'RECORDED' | 'LIVE' | 'WEEK'
  startsAt: string | null
  durationMinutes: number | null
  /** The first day of its week. */
  startsOn: string | null
  /** When it is over. Null for recordings, and for registers of weeks without a date. */
  endsAt: string | null
  isMarked: boolean
  /** It counts for those who were enrolled. */
  held: boolean
  settings: AttendanceSettings
  closed: ClosedRegister | null
}

/** Sessions `session` of the weeks `week`: media, deleted media with marks, and the week's own register. */
export const sessionsOfWeeks = sql`
  weeks week join courses course on course.id = week.course_id
  cross join lateral (
    select media_item.id, media_item.title, media_item.type, media_item.starts_at, media_item.duration_minutes, media_item.position, media_item.deleted_at, media_item.register_closed_at, media_item.register_closed_by,
      case media_item.type when 'LIVE' then media_item.starts_at + coalesce(media_item.duration_minutes, ${defaultMinutes}) * interval '1 minute' end as ends_at
    from media media_item where media_item.week_id = week.id
    union all select week.id, week.title, 'WEEK', null, null, null, null, null, null, (week.starts_on + 7)::timestamp at time zone course.time_zone) session`
/**
 * Whether anybody who is still in the course is marked. Looked up for each session, and for each mark (OFFSET 0): PostgreSQL would rather
 * list the marked sessions of all courses.
 */
export const isMarked = sql`exists (select from attendance record where record.session_id = session.id and record.status is not null
  and exists (select from course_students student where student.course_id = record.course_id and student.user_id = record.user_id offset 0) offset 0)`

/** In an open week, and started: recordings start with their week, if it has a date. Registers are optional, and never due. */
export const isDue = sql`(session.type <> 'WEEK' and ${unlockedWeek(now, sql`week`)}
  and coalesce(coalesce(session.starts_at, week.starts_on::timestamp at time zone course.time_zone) <= ${now}, true))`

const sessions = prepared((db, ofWeek: boolean) =>
  db.execute<Session>(sql`
    select week.course_id as "courseId", week.id as "weekId", week.number as week, session.id, session.title, session.type, ${stamp(sql`session.starts_at`)} as "startsAt",
      session.duration_minutes as "durationMinutes", week.starts_on as "startsOn", ${stamp(sql`session.ends_at`)} as "endsAt", register.is_marked as "isMarked", (register.is_marked or ${isDue}) as held, ${settingsOf(sql`course`)} as settings,
      case when session.register_closed_at is not null then json_build_object('at', ${stamp(sql`session.register_closed_at`)}, 'by', ${personJson(sql`closer`)}) end as closed
    from ${sessionsOfWeeks} cross join lateral (select ${isMarked} as is_marked) register left join users closer on closer.id = session.register_closed_by
    where week.course_id = ${courseIds} ${ofWeek ? sql`and week.id = ${placeholder('weekId')}` : sql``}
      and week.deleted_at is null and (session.deleted_at is null or register.is_marked)
    order by week.number, session.type = 'WEEK', session.starts_at nulls first, session.position, session.id`),
)

/** Sessions in order, or those of one week: recordings, live sessions by time, and last the week's own register; deleted media if they have marks. */
export async function listSessions(db: Db, courseIds: string[], now: Date, weekId?: string): Promise<Session[]> {
  const values = { courseIds, now: now.toISOString(), ...(weekId && { weekId }) }
  return (await sessions(db, values, weekId !== undefined)).rows
}

/** It counts for those who were enrolled. Whether anybody is marked is looked up last: it takes longest. */
export const isHeld = sql`(case when ${isDue} and session.deleted_at is null then true else ${isMarked} end)`

type OwnStatus = Parameters<typeof getAttendanceRate>[0][number]

/** How many sessions of a course have each status of a student. */
const ownStatuses = prepared((db) =>
  db.execute<OwnStatus & { courseId: string; sessions: number }>(sql`
    select week.course_id as "courseId", ${countedStatus(sql`record`, sql`course.made_up_as`)} as status, ${isHeld} as held,
      not ${isOwed(sql`enrolment`, sql`session.ends_at`)} as "beforeJoining", count(*)::int as sessions
    from ${sessionsOfWeeks} ${joinEnrolment(sql`week.course_id`, userId)} left join attendance record on record.session_id = session.id and record.user_id = ${userId}
    where week.course_id = ${courseIds} and week.deleted_at is null
    group by 1, 2, 3, 4`),
)

/** A student's rate in each of these courses. */
export async function listRates(db: Db, courseIds: string[], userId: string, now: Date): Promise<Map<string, AttendanceRate>> {
  const { rows } = await ownStatuses(db, { courseIds, userId, now: now.toISOString() })
  const byCourse = Map.groupBy(rows, ({ courseId }) => courseId)
  const each = (courseId: string) => (byCourse.get(courseId) ?? []).flatMap((row) => Array<OwnStatus>(row.sessions).fill(row))
  return new Map(courseIds.map((id) => [id, getAttendanceRate(each(id))]))
}
