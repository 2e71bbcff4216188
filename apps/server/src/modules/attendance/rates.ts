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

/** Sessions `s` of the weeks `w`: media, deleted media with marks, and the week's own register. */
export const sessionsOfWeeks = sql`
  weeks w join courses c on c.id = w.course_id
  cross join lateral (
    select m.id, m.title, m.type, m.starts_at, m.duration_minutes, m.position, m.deleted_at, m.register_closed_at, m.register_closed_by,
      case m.type when 'LIVE' then m.starts_at + coalesce(m.duration_minutes, ${defaultMinutes}) * interval '1 minute' end as ends_at
    from media m where m.week_id = w.id
    union all select w.id, w.title, 'WEEK', null, null, null, null, null, null, (w.starts_on + 7)::timestamp at time zone c.time_zone) s`
/**
 * Whether anybody who is still in the course is marked. Looked up for each session, and for each mark (OFFSET 0): PostgreSQL would rather
 * list the marked sessions of all courses.
 */
export const isMarked = sql`exists (select from attendance r where r.session_id = s.id and r.status is not null
  and exists (select from course_students student where student.course_id = r.course_id and student.user_id = r.user_id offset 0) offset 0)`

/** In an open week, and started: recordings start with their week, if it has a date. Registers are optional, and never due. */
export const isDue = sql`(s.type <> 'WEEK' and ${unlockedWeek(now, sql`w`)}
  and coalesce(coalesce(s.starts_at, w.starts_on::timestamp at time zone c.time_zone) <= ${now}, true))`

const sessions = prepared((db, ofWeek: boolean) =>
  db.execute<Session>(sql`
    select w.course_id as "courseId", w.id as "weekId", w.number as week, s.id, s.title, s.type, ${stamp(sql`s.starts_at`)} as "startsAt",
      s.duration_minutes as "durationMinutes", w.starts_on as "startsOn", ${stamp(sql`s.ends_at`)} as "endsAt", t.is_marked as "isMarked", (t.is_marked or ${isDue}) as held, ${settingsOf(sql`c`)} as settings,
      case when s.register_closed_at is not null then json_build_object('at', ${stamp(sql`s.register_closed_at`)}, 'by', ${personJson(sql`closer`)}) end as closed
    from ${sessionsOfWeeks} cross join lateral (select ${isMarked} as is_marked) t left join users closer on closer.id = s.register_closed_by
    where w.course_id = ${courseIds} ${ofWeek ? sql`and w.id = ${placeholder('weekId')}` : sql``}
      and w.deleted_at is null and (s.deleted_at is null or t.is_marked)
    order by w.number, s.type = 'WEEK', s.starts_at nulls first, s.position, s.id`),
)

/** Sessions in order, or those of one week: recordings, live sessions by time, and last the week's own register; deleted media if they have marks. */
export async function listSessions(db: Db, courseIds: string[], now: Date, weekId?: string): Promise<Session[]> {
  const values = { courseIds, now: now.toISOString(), ...(weekId && { weekId }) }
  return (await sessions(db, values, weekId !== undefined)).rows
}

/** It counts for those who were enrolled. Whether anybody is marked is looked up last: it takes longest. */
export const isHeld = sql`(case when ${isDue} and s.deleted_at is null then true else ${isMarked} end)`

type OwnStatus = Parameters<typeof getAttendanceRate>[0][number]

/** How many sessions of a course have each status of a student. */
const ownStatuses = prepared((db) =>
  db.execute<OwnStatus & { courseId: string; sessions: number }>(sql`
    select w.course_id as "courseId", ${countedStatus(sql`a`, sql`c.made_up_as`)} as status, ${isHeld} as held,
      not ${isOwed(sql`enrolment`, sql`s.ends_at`)} as "beforeJoining", count(*)::int as sessions
    from ${sessionsOfWeeks} ${joinEnrolment(sql`w.course_id`, userId)} left join attendance a on a.session_id = s.id and a.user_id = ${userId}
    where w.course_id = ${courseIds} and w.deleted_at is null
    group by 1, 2, 3, 4`),
)

/** A student's rate in each of these courses. */
export async function listRates(db: Db, courseIds: string[], userId: string, now: Date): Promise<Map<string, AttendanceRate>> {
  const { rows } = await ownStatuses(db, { courseIds, userId, now: now.toISOString() })
  const byCourse = Map.groupBy(rows, ({ courseId }) => courseId)
  const each = (courseId: string) => (byCourse.get(courseId) ?? []).flatMap((row) => Array<OwnStatus>(row.sessions).fill(row))
  return new Map(courseIds.map((id) => [id, getAttendanceRate(each(id))]))
}
