/**
 * Who is at risk in all courses, kept for the first pages of trainers: deciding it there would look through the work of all their classes.
 * Counted every ten minutes; visits count at once.
 */

import { sql, type SQL } from 'drizzle-orm'
import type { TeacherHome } from '@lms/contract/home'
import { type AtRiskLimits, getAtRiskReasons, type StudentState } from '@lms/contract/rules/at-risk'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { stamp } from '#db/schema/columns.ts'
import { personJson } from '#db/schema/users.ts'
import { userId } from '#modules/courses/progress/queries.ts'
import { isRunning, limitsJson, stateJson, stateOfStudents } from '#modules/courses/progress/student-state.ts'

const ofCourses = (column: SQL): SQL => sql`${column} = ${arrayPlaceholder('courseIds')}`

const count = prepared((db) =>
  db.execute(sql`
    with ${stateOfStudents(ofCourses(sql`course.id`))},
    others as (
      delete from students_at_risk known where ${ofCourses(sql`known.course_id`)}
        and not exists (select from state where state.course_id = known.course_id and state.user_id = known.user_id and state.reasons > 0))
    insert into students_at_risk as known (course_id, user_id, reasons, state)
    select course_id, user_id, reasons, ${stateJson} from state where reasons > 0 order by course_id, user_id
    on conflict (course_id, user_id) do update set reasons = excluded.reasons, state = excluded.state
    where (known.reasons, known.state) is distinct from (excluded.reasons, excluded.state)`),
)
/** Of these courses. */
export const countAtRisk = (db: Db, courseIds: readonly string[], at: Date) => count(db, { courseIds, now: at.toISOString() })

/** Courses that are read in one statement. */
const coursesAtOnce = 5

/** Of all courses that run, or did when they were counted last. */
export async function countAllAtRisk(db: Db, at: Date): Promise<void> {
  const { rows } = await listCounted(db, { now: at.toISOString() })
  for (let first = 0; first < rows.length; first += coursesAtOnce)
    await countAtRisk(
      db,
      rows.slice(first, first + coursesAtOnce).map(({ id }) => id),
      at,
    )
}
const listCounted = prepared((db) =>
  db.execute<{ id: string }>(sql`
    select course.id from courses course where (${isRunning} and course.deleted_at is null) or exists (select from students_at_risk known where known.course_id = course.id) order by course.id`),
)

type AtRiskStudent = TeacherHome['atRisk']['items'][number]
type Found = Omit<AtRiskStudent, 'reasons'> & {
  state: StudentState
  limits: AtRiskLimits
  lastSeenAt: string | null
  total: number
  most: number
}

/** As many more are read as may have left, or been seen, since they were counted. */
const spare = 5

const taught = prepared((db, limit: number) =>
  db.execute<Found & Record<string, unknown>>(sql`
    with known as materialized (
      select known.*, users.name from students_at_risk known join users on users.id = known.user_id
        join courses course on course.id = known.course_id and course.deleted_at is null and ${isRunning}
      where known.course_id in (select staff.course_id from course_staff staff where staff.user_id = ${userId})),
    first as materialized (select * from known order by reasons desc, name, user_id, course_id limit ${limit + spare})
    select ${personJson(sql`users`)} as student, course.id as "courseId", course.title as "courseTitle", first.state, ${limitsJson} as limits,
      ${stamp(sql`users.last_seen_at`)} as "lastSeenAt", (select count(*)::int from known) as total, (select count(*)::int from first) as most
    from first join course_students student on student.course_id = first.course_id and student.user_id = first.user_id
      join users on users.id = first.user_id
      join (select *, at_risk_days_away as days_away, at_risk_missing as most_missing, at_risk_attendance as least_rate from courses) course
        on course.id = first.course_id
    order by first.reasons desc, users.name, users.id, course.id`),
)

/** Seen since they were counted: away from then on. */
const seenLast = (state: StudentState, lastSeenAt: string | null): StudentState =>
  lastSeenAt !== null && lastSeenAt > state.awaySince ? { ...state, awaySince: lastSeenAt } : state

/** The students at risk in the running courses of a trainer, those with most reasons first. */
export async function listAtRisk(db: Db, userId: string, limit: number, at: Date): Promise<TeacherHome['atRisk']> {
  const { rows } = await taught(db, { userId, now: at.toISOString() }, limit)
  const items = rows
    .map(({ student, courseId, courseTitle, state, limits, lastSeenAt }) => ({
      student,
      courseId,
      courseTitle,
      reasons: getAtRiskReasons(seenLast(state, lastSeenAt), limits, at.getTime()),
    }))
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((one, other) => other.reasons.length - one.reasons.length)
  const { total = 0, most = 0 } = rows[0] ?? {}
  return { items: items.slice(0, limit), total: total - (most - items.length) }
}
