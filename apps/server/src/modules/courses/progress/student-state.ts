/** The state of students in courses, in SQL: last visit, missing work, attendance, and how many reasons there are to call them at risk. The rule is rules/at-risk.ts of the contract; SQL repeats it to sort and count. */

import { sql, type SQL } from 'drizzle-orm'
import { type AtRiskLimits, type AtRiskReason, getAtRiskReasons, leastMarkedSessions, type StudentState } from '@lms/contract/rules/at-risk'
import { accountOfStudent, isSeenCourse } from '#access/conditions.ts'
import { means } from '#access/owed-media.ts'
import { isMissing, isOverForClass } from '#access/owed-work.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { stamp } from '#db/schema/columns.ts'
import { sessionsOfWeeks } from '#modules/attendance/rates.ts'
import { courseId, now, userId } from '#modules/courses/progress/queries.ts'

const today = sql`(${now} at time zone course.time_zone)::date`
/** For courses `course`. */
export const isRunning = sql`(${isSeenCourse} and course.status <> 'ARCHIVED' and not coalesce(course.ends_on < ${today}, false))`

/** Courses with their limits. `which`: a condition for courses `course`. */
const courseLimits = (which: SQL): SQL => sql`
  course as materialized (
    select course.id, course.title, ${isRunning} as is_running, course.starts_on::timestamp at time zone course.time_zone as starts_at,
      course.at_risk_days_away as days_away, course.at_risk_missing as most_missing, course.at_risk_attendance as least_rate
    from courses course where ${which})`

const classOf = (isOne: boolean): SQL => sql`
  class as materialized (
    select student.course_id, student.user_id, student.since, student.periods, greatest(users.last_seen_at, student.since, course.starts_at) as away_since
    from course join course_students student on student.course_id = course.id join users on ${accountOfStudent(sql`student.user_id`)}
    ${isOne ? sql`where student.user_id = ${userId}` : sql``})`

/** Rows of these students, found by item and read once (MATERIALIZED): PostgreSQL would look up every pair. */
const rowsOf = (isOne: boolean, table: string, itemColumn: string, items: SQL, studentColumn: string): SQL =>
  sql`(with found as materialized (select * from ${sql.raw(table)} where ${sql.raw(itemColumn)} = any(array(select id from ${items}))
    ${isOne ? sql`and ${sql.raw(studentColumn)} = ${userId}` : sql``}) select * from found)`

const [item, exception, submission, student] = [sql`item`, sql`exception`, sql`submission`, sql`student`]

/** Nobody's time is over before that of the class. */
const missingOf = (isOne: boolean): SQL => sql`
  over_items as materialized (
    select item.* from course_items item where item.course_id = any(array(select id from course)) and item.type = 'ASSIGNMENT'
      and item.opens_at <= ${now} and ${isOverForClass(item, now)}),
  missing as (
    select student.course_id, student.user_id, count(*)::int as missing
    from over_items item join class student on student.course_id = item.course_id
      left join ${rowsOf(isOne, 'submissions', 'assignment_id', sql`over_items`, 'student_id')} submission
        on submission.assignment_id = item.id and submission.student_id = student.user_id
      left join ${rowsOf(isOne, 'assignment_exceptions', 'assignment_id', sql`over_items`, 'student_id')} exception
        on exception.assignment_id = item.id and exception.student_id = student.user_id
    where ${isMissing({ assignment: item, exception, submission, enrolment: student, isOpen: sql`true` }, now)}
    group by 1, 2)`

/** As in rules/attendance-rate.ts, from the records only: what is not marked says nothing. */
const ratesOf = (isOne: boolean): SQL => sql`
  sessions as materialized (
    select week.course_id, session.id, course.made_up_as from ${sessionsOfWeeks} where week.course_id = any(array(select id from course)) and week.deleted_at is null),
  rates as (
    select student.course_id, student.user_id, count(*)::int as marked,
      (100 * count(*) filter (where ${means('DONE', sql`session.made_up_as`)})
        / nullif(count(*) filter (where not ${means('NOT_REQUIRED', sql`session.made_up_as`)}), 0))::int as percentage
    from sessions session join ${rowsOf(isOne, 'attendance', 'session_id', sql`sessions`, 'user_id')} record on record.session_id = session.id
      join class student on student.course_id = session.course_id and student.user_id = record.user_id
    where record.status is not null
    group by 1, 2)`

/** As in rules/at-risk.ts, in the same order. */
const isAway = sql`student.away_since + course.days_away * interval '24 hours' <= ${now}`
const hasMissing = sql`coalesce(student.missing, 0) >= course.most_missing`
const isRarelyThere = sql`(student.marked >= ${sql.raw(String(leastMarkedSessions))} and coalesce(student.percentage < course.least_rate, false))`
const reasonsOf = sql.join(
  [isAway, hasMissing, isRarelyThere].map((reason) => sql`coalesce(${reason}, false)::int`),
  sql` + `,
)

/**
 * All of them are students of the class. The joins are full, which PostgreSQL never does row by row: it expects one student, and would
 * count everything again for each of 2,000.
 */
const countsOfClass = sql`
  student_counts as materialized (
    select class.*, missing.missing, rates.marked, rates.percentage
    from class full join missing on missing.course_id = class.course_id and missing.user_id = class.user_id
      full join rates on rates.course_id = class.course_id and rates.user_id = class.user_id)`

/** The CTE `state`, one row for each student of the courses, and `course`. `isOne`: only of the student `userId`. */
export const stateOfStudents = (
  which: SQL,
  isOne = false,
): SQL => sql`${courseLimits(which)}, ${classOf(isOne)}, ${missingOf(isOne)}, ${ratesOf(isOne)}, ${countsOfClass},
  state as materialized (
    select student.course_id, student.user_id, student.since, student.periods, student.away_since, course.is_running,
      coalesce(student.missing, 0) as missing, coalesce(student.marked, 0) as marked, student.percentage as rate,
      case when course.is_running then ${reasonsOf} else 0 end as reasons
    from student_counts student join course on course.id = student.course_id)`

/** A row of `state` as the rule reads it. */
export const stateJson = sql`json_build_object('awaySince', ${stamp(sql`state.away_since`)}, 'missing', state.missing,
  'attendance', json_build_object('percentage', state.rate, 'marked', state.marked), 'isRunning', state.is_running)`
export const limitsJson = sql`json_build_object('daysAway', course.days_away, 'missing', course.most_missing, 'attendance', course.least_rate)`

type Found = { state: StudentState; limits: AtRiskLimits }

export const isThisCourse = sql`course.id = ${courseId}`

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
