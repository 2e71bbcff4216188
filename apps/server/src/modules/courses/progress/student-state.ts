/** The state of students in courses, in SQL: last visit, missing work, attendance, and how many reasons there are to call them at risk. The rule is rules/at-risk.ts of the contract; SQL repeats it to sort and count. */

import { sql, type SQL } from 'drizzle-orm'
import type { TeacherHome } from '@lms/contract/home'
import { type AtRiskLimits, type AtRiskReason, getAtRiskReasons, leastMarkedSessions, type StudentState } from '@lms/contract/rules/at-risk'
import { accountOfStudent, isSeenCourse } from '#access/conditions.ts'
import { means } from '#access/owed-media.ts'
import { isMissing, isOverForClass, isOwed } from '#access/owed-work.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { stamp } from '#db/schema/columns.ts'
import { personJson } from '#db/schema/users.ts'
import { isDue, isMarked, sessionsOfWeeks } from '#modules/attendance/rates.ts'
import { courseId, now, userId } from '#modules/courses/progress/queries.ts'

const today = sql`(${now} at time zone c.time_zone)::date`
const isRunning = sql`(${isSeenCourse} and c.status <> 'ARCHIVED' and not coalesce(c.ends_on < ${today}, false))`

/** Courses with their limits. `which`: a condition for courses `c`. */
const courseLimits = (which: SQL): SQL => sql`
  course as materialized (
    select c.id, c.title, ${isRunning} as is_running, c.starts_on::timestamp at time zone c.time_zone as starts_at,
      c.at_risk_days_away as days_away, c.at_risk_missing as most_missing, c.at_risk_attendance as least_rate
    from courses c where ${which})`

const classOf = (isOne: boolean): SQL => sql`
  class as materialized (
    select student.course_id, student.user_id, student.since, student.periods, greatest(users.last_seen_at, student.since, course.starts_at) as away_since
    from course join course_students student on student.course_id = course.id join users on ${accountOfStudent(sql`student.user_id`)}
    ${isOne ? sql`where student.user_id = ${userId}` : sql``})`

/** Rows of these students, found by item and read once (OFFSET 0): PostgreSQL would look up every pair. */
const rowsOf = (table: string, itemColumn: string, items: SQL, { studentColumn, isOne }: { studentColumn: string; isOne: boolean }): SQL =>
  sql`(select * from ${sql.raw(table)} where ${sql.raw(itemColumn)} = any(array(select id from ${items}))
    ${isOne ? sql`and ${sql.raw(studentColumn)} = ${userId}` : sql``} offset 0)`

const [item, exception, submission, student] = [sql`item`, sql`exception`, sql`submission`, sql`student`]

/** Nobody's time is over before that of the class. */
const missingOf = (isOne: boolean): SQL => sql`
  over_items as materialized (
    select item.* from course_items item where item.course_id = any(array(select id from course)) and item.type = 'ASSIGNMENT'
      and item.opens_at <= ${now} and ${isOverForClass(item, now)}),
  missing as (
    select student.course_id, student.user_id, count(*)::int as missing
    from over_items item join class student on student.course_id = item.course_id
      left join ${rowsOf('submissions', 'assignment_id', sql`over_items`, { studentColumn: 'student_id', isOne })} submission
        on submission.assignment_id = item.id and submission.student_id = student.user_id
      left join ${rowsOf('assignment_exceptions', 'assignment_id', sql`over_items`, { studentColumn: 'student_id', isOne })} exception
        on exception.assignment_id = item.id and exception.student_id = student.user_id
    where ${isMissing({ a: item, x: exception, s: submission, e: student, isOpen: sql`true` }, now)}
    group by 1, 2)`

/** As in rules/attendance-rate.ts. Whether anybody is marked is looked up last: it takes longest. */
const ratesOf = (isOne: boolean): SQL => sql`
  sessions as materialized (
    select w.course_id, s.id, s.ends_at, c.made_up_as, case when ${isDue} and s.deleted_at is null then true else ${isMarked} end as is_held
    from ${sessionsOfWeeks} where w.course_id = any(array(select id from course)) and w.deleted_at is null),
  rates as (
    select student.course_id, student.user_id, (count(record.status))::int as marked,
      (count(*) filter (where record.status is not null or (session.is_held and ${isOwed(student, sql`session.ends_at`)})))::int as sessions,
      (100 * count(*) filter (where ${means('DONE', sql`session.made_up_as`)})
        / nullif(count(*) filter (where record.status is not null and not ${means('NOT_REQUIRED', sql`session.made_up_as`)}), 0))::int as percentage
    from sessions session join class student on student.course_id = session.course_id
      left join ${rowsOf('attendance', 'session_id', sql`sessions`, { studentColumn: 'user_id', isOne })} record
        on record.session_id = session.id and record.user_id = student.user_id
    group by 1, 2)`

/** As in rules/at-risk.ts, in the same order. */
const isAway = sql`class.away_since + course.days_away * interval '24 hours' <= ${now}`
const hasMissing = sql`coalesce(missing.missing, 0) >= course.most_missing`
const isRarelyThere = sql`(rates.marked >= ${sql.raw(String(leastMarkedSessions))} and coalesce(rates.percentage < course.least_rate, false))`
const reasonsOf = sql.join(
  [isAway, hasMissing, isRarelyThere].map((reason) => sql`coalesce(${reason}, false)::int`),
  sql` + `,
)

/** The CTE `state`, one row for each student of the courses, and `course`. `isOne`: only of the student `userId`. */
export const stateOfStudents = (
  which: SQL,
  isOne = false,
): SQL => sql`${courseLimits(which)}, ${classOf(isOne)}, ${missingOf(isOne)}, ${ratesOf(isOne)},
  state as materialized (
    select class.*, course.is_running, coalesce(missing.missing, 0) as missing, coalesce(rates.marked, 0) as marked,
      coalesce(rates.sessions, 0) as sessions, rates.percentage as rate,
      case when course.is_running then ${reasonsOf} else 0 end as reasons
    from class join course on course.id = class.course_id
      left join missing on missing.course_id = class.course_id and missing.user_id = class.user_id
      left join rates on rates.course_id = class.course_id and rates.user_id = class.user_id)`

/** A row of `state` as the rule reads it. */
export const stateJson = sql`json_build_object('awaySince', ${stamp(sql`state.away_since`)}, 'missing', state.missing,
  'attendance', json_build_object('percentage', state.rate, 'marked', state.marked, 'sessions', state.sessions), 'isRunning', state.is_running)`
export const limitsJson = sql`json_build_object('daysAway', course.days_away, 'missing', course.most_missing, 'attendance', course.least_rate)`

type Found = { state: StudentState; limits: AtRiskLimits }

export const isThisCourse = sql`c.id = ${courseId}`

const ownState = prepared((db) =>
  db.execute<Found>(sql`
    with ${stateOfStudents(isThisCourse, true)}
    select ${stateJson} as state, ${limitsJson} as limits from state join course on course.id = state.course_id`),
)

/** Why a student of the course is at risk. */
export async function findReasons(db: Db, courseId: string, userId: string, at: Date): Promise<AtRiskReason[]> {
  const [found] = (await ownState(db, { courseId, userId, now: at.toISOString() })).rows
  return found ? getAtRiskReasons(found.state, found.limits, at.getTime()) : []
}

type AtRiskStudent = TeacherHome['atRisk']['items'][number]

const taughtState = prepared((db, limit: number) =>
  db.execute<Omit<AtRiskStudent, 'reasons'> & Found & { total: number }>(sql`
    with ${stateOfStudents(sql`${isRunning} and c.deleted_at is null
      and c.id in (select staff.course_id from course_staff staff where staff.user_id = ${userId})`)}
    select ${personJson(sql`users`)} as student, course.id as "courseId", course.title as "courseTitle", ${stateJson} as state, ${limitsJson} as limits,
      (count(*) over ())::int as total
    from state join course on course.id = state.course_id join users on users.id = state.user_id
    where state.reasons > 0 order by state.reasons desc, users.name, users.id, course.id limit ${limit}`),
)

/** The students at risk in the running courses of a trainer, those with most reasons first. */
export async function listAtRisk(db: Db, userId: string, limit: number, at: Date): Promise<TeacherHome['atRisk']> {
  const { rows } = await taughtState(db, { userId, now: at.toISOString() }, limit)
  const items = rows.map(({ student: one, courseId: course, courseTitle, state, limits }) => ({
    student: one,
    courseId: course,
    courseTitle,
    reasons: getAtRiskReasons(state, limits, at.getTime()),
  }))
  return { items, total: rows[0]?.total ?? 0 }
}
