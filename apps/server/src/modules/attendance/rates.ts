/** The sessions of courses in SQL, and a student's attendance rate over them. */
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { type AttendanceRate, getAttendanceRate, isBeforeJoining, isHeld } from '@lms/contract/rules/attendance-rate'
import { defaultMinutes } from '@lms/contract/rules/session-window'
import { isOpen } from '#access/conditions.ts'
import { isOwed, joinEnrolment } from '#access/owed-work.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { attendance } from '#db/schema/attendance.ts'
import { stamp } from '#db/schema/columns.ts'
import { enrolments } from '#db/schema/courses.ts'

const { placeholder } = sql

interface SessionRow extends Record<string, unknown> {
  courseId: string
  weekId: string
  week: number
  id: string
  title: string
  type: 'RECORDED' | 'LIVE' | 'WEEK'
  startsAt: string | null
  durationMinutes: number | null
  /** Recordings begin with their week, if it has a date. */
  beginsAt: string | null
  /** When it is over. Null for recordings, and for registers of weeks without a date. */
  endsAt: string | null
  published: boolean
  unlockAt: string | null
  isMarked: boolean
}
export type Session = Pick<SessionRow, 'courseId' | 'weekId' | 'week' | 'id' | 'title' | 'type' | 'startsAt' | 'durationMinutes' | 'endsAt' | 'isMarked'> & {
  held: boolean
}

const sessions = prepared((db, ofWeek: boolean) =>
  db.execute<SessionRow>(sql`
    select w.course_id as "courseId", w.id as "weekId", w.number as week, w.published, ${stamp(sql`w.unlock_at`)} as "unlockAt",
      s.id, s.title, s.type, ${stamp(sql`s.starts_at`)} as "startsAt", s.duration_minutes as "durationMinutes", ${stamp(sql`coalesce(s.starts_at, w.starts_on::timestamp at time zone c.time_zone)`)} as "beginsAt", ${stamp(sql`s.ends_at`)} as "endsAt", t.is_marked as "isMarked"
    from weeks w join courses c on c.id = w.course_id
    cross join lateral (
      select m.id, m.title, m.type, m.starts_at, m.duration_minutes, m.position, m.deleted_at,
        case m.type when 'LIVE' then m.starts_at + coalesce(m.duration_minutes, ${defaultMinutes}) * interval '1 minute' end as ends_at
      from media m where m.week_id = w.id
      union all select w.id, w.title, 'WEEK', null, null, null, null, (w.starts_on + 7)::timestamp at time zone c.time_zone) s
    cross join lateral (select exists (select from attendance a where a.session_id = s.id and a.status is not null) as is_marked) t
    where w.course_id = any(${placeholder('courseIds')}::uuid[]) ${ofWeek ? sql`and w.id = ${placeholder('weekId')}` : sql``}
      and w.deleted_at is null and (s.deleted_at is null or t.is_marked)
    order by w.number, s.type = 'WEEK', s.starts_at nulls first, s.position, s.id`),
)

/** Sessions in order, or those of one week: recordings, live sessions by time, and last the week's own register; deleted media if they have marks. */
export async function listSessions(db: Db, courseIds: string[], now: Date, weekId?: string): Promise<Session[]> {
  const { rows } = await sessions(db, { courseIds, ...(weekId && { weekId }) }, weekId !== undefined)
  return rows.map(({ published, unlockAt, beginsAt, ...session }) => ({
    ...session,
    // The register is optional: it counts once somebody is marked in it.
    held: isHeld(
      { ...session, startsAt: beginsAt, isOpen: session.type !== 'WEEK' && isOpen({ published, unlockAt }, now) },
      now.getTime(),
    ),
  }))
}

const registers = prepared((db) => {
  const endsAt = sql`((w.starts_on + 7)::timestamp at time zone c.time_zone)`
  return db.execute<RegisterMark & Record<string, unknown>>(sql`
    select w.id as "weekId", w.number as "weekNumber", t.status
    from weeks w join courses c on c.id = w.course_id left join attendance t on t.session_id = w.id and t.user_id = ${placeholder('userId')}
    ${joinEnrolment(sql`w.course_id`, sql`${placeholder('userId')}::uuid`)}
    where w.course_id = ${placeholder('courseId')} and w.deleted_at is null
      and exists (select from attendance a where a.session_id = w.id and a.status is not null)
      and (t.status is not null or ${isOwed(sql`e`, endsAt)})
    order by w.number`)
})
type RegisterMark = { weekId: string; weekNumber: number; status: 'PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED' | null }

/** A student in the registers of weeks that are used, and count for them. */
export const listRegisterMarks = async (db: Db, courseId: string, userId: string): Promise<RegisterMark[]> =>
  (await registers(db, { courseId, userId })).rows

/** A student's rate in each of these courses. */
export async function listRates(db: Db, courseIds: string[], userId: string, now: Date): Promise<Map<string, AttendanceRate>> {
  const [all, marks, periods] = [
    await listSessions(db, courseIds, now),
    await db
      .select({ sessionId: attendance.sessionId, status: attendance.status })
      .from(attendance)
      .where(and(inArray(attendance.courseId, courseIds), eq(attendance.userId, userId), isNotNull(attendance.status))),
    await db
      .select({ courseId: enrolments.courseId, periods: enrolments.periods })
      .from(enrolments)
      .where(and(inArray(enrolments.courseId, courseIds), eq(enrolments.userId, userId))),
  ]
  const statuses = new Map(marks.map(({ sessionId, status }) => [sessionId, status]))
  const enrolled = new Map(periods.map((one) => [one.courseId, one.periods]))
  const own = all.map((session) => ({
    ...session,
    beforeJoining: isBeforeJoining(session, enrolled.get(session.courseId) ?? null),
    status: statuses.get(session.id) ?? null,
  }))
  const byCourse = Map.groupBy(own, ({ courseId }) => courseId)
  return new Map(courseIds.map((id) => [id, getAttendanceRate(byCourse.get(id) ?? [])]))
}
