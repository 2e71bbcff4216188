/** The progress of a class in SQL: a page of its students with what they have done week by week, and whether they are at risk. */

import { and, sql, type SQL } from 'drizzle-orm'
import type { listCourseProgress, StudentProgress } from '@lms/contract/courses'
import type { Input } from '@lms/contract/route'
import { type AtRiskLimits, getAtRiskReasons, type StudentState } from '@lms/contract/rules/at-risk'
import type { EnrolmentPeriod } from '@lms/contract/rules/owed-work'
import { getTotal } from '@lms/contract/rules/totals'
import { isOwedSession } from '#access/owed-media.ts'
import { isOwed } from '#access/owed-work.ts'
import { arrayPlaceholder, prepared, together, type Db } from '#db/drizzle.ts'
import { isFound, limitTo, pageShape, type Page, type PageShape } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'
import { courseStudents } from '#db/schema/courses.ts'
import { isHeld, sessionsOfWeeks } from '#modules/attendance/rates.ts'
import { courseId, isOwedAssignment, now, openItems, percentOf, studentsOf, workOf } from '#modules/courses/progress/queries.ts'
import { isThisCourse, limitsJson, stateJson, stateOfStudents } from '#modules/courses/progress/student-state.ts'
import { totalsOfClass, toValues } from '#modules/marks/class/queries.ts'
import { type Column, findGradebookColumns } from '#modules/marks/queries.ts'
import { toCell, toParts } from '#modules/marks/rules.ts'
import { readCells } from '#modules/marks/work/queries.ts'

export type ClassSort = Input<typeof listCourseProgress>['query']['sort']

export interface ClassFilter {
  search?: string | undefined
  atRisk?: boolean | undefined
  missing?: boolean | undefined
  unseenDays?: string | undefined
  /** Only these students. */
  students?: readonly string[] | undefined
}

/** What of a filter changes the statement, not only its values. */
type Shape = { isOne: boolean; has: { search: boolean; unseen: boolean; students: boolean }; atRisk?: boolean; missing?: boolean }

const lastSeen = sql`users.last_seen_at`
function toCondition({ has, atRisk, missing }: Shape): SQL {
  const conditions = [
    has.search ? isFound(sql`users.search_text`, sql.placeholder('search')) : undefined,
    has.unseen
      ? sql`coalesce(${lastSeen}, '-infinity') <= ${now} - ${sql.placeholder('unseenDays')}::int * interval '24 hours'`
      : undefined,
    has.students ? sql`users.id = ${arrayPlaceholder('students')}` : undefined,
    atRisk === undefined ? undefined : sql`(state.reasons > 0) = ${sql.raw(String(atRisk))}`,
    missing === undefined ? undefined : sql`(state.missing > 0) = ${sql.raw(String(missing))}`,
  ]
  return and(sql`true`, ...conditions)!
}

const keys: Record<Exclude<ClassSort, `-${string}`>, SQL> = {
  risk: sql`-state.reasons`,
  name: sql`users.name`,
  done: percentOf(sql`counted.completed`, sql`counted.items`),
  marks: sql`totals.total`,
  attendance: sql`state.rate`,
  missing: sql`state.missing`,
  lastSeen: sql`coalesce(${lastSeen}, '-infinity')`,
}
const orderOf = (sort: ClassSort): SQL => {
  const key = keys[sort.replace('-', '') as keyof typeof keys]
  return sql`${key} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last, users.name, users.id`
}

/** What these students have done, week by week. */
const workByWeek = (students: SQL): SQL => sql`
  ${workOf(studentsOf(students), {
    media: sql`, enrolment.user_id as student_id, not ${isOwedSession} as before_joining`,
    assignment: sql`, enrolment.user_id, not ${isOwedAssignment}`,
  })},
  by_week as (
    select student_id, week, (count(*) filter (where is_required))::int as items, (count(*) filter (where is_done))::int as completed,
      bool_and(before_joining) as before_joining
    from work group by student_id, week),
  counted as (
    select student_id, sum(items)::int as items, sum(completed)::int as completed,
      json_agg(json_build_object('number', week, 'done', completed, 'total', items, 'beforeJoining', before_joining and items = 0) order by week) as weeks
    from by_week group by student_id)`

/** How many sessions count for the students of `page`, as in rules/attendance-rate.ts. Whether anybody is marked is looked up last: it takes longest. */
const sessionsOfPage = sql`
  held as materialized (
    select session.id, session.ends_at, ${isHeld} as is_held from ${sessionsOfWeeks} where week.course_id = ${courseId} and week.deleted_at is null),
  due as (
    select student.user_id, count(*)::int as sessions
    from held session cross join page student
      left join (with found as materialized (select session_id, user_id from attendance where session_id = any(array(select id from held))
        and user_id = any(array(select user_id from page)) and status is not null) select * from found) record
        on record.session_id = session.id and record.user_id = student.user_id
    where record.session_id is not null or (session.is_held and ${isOwed(sql`student`, sql`session.ends_at`)})
    group by student.user_id)`

/** The periods as PostgreSQL writes them. */
type Row = Omit<StudentProgress, 'atRisk' | 'reasons' | 'missing' | 'attendance' | 'marks'> & {
  state: StudentState
  sessions: number
  periods: string
}
type Found = { rows: Row[]; total: number; atRisk: number; limits: AtRiskLimits }

const rowJson = sql`json_build_object(
  'student', json_build_object('id', users.id, 'name', users.name, 'profileImageUrl', '/images/' || users.profile_image, 'email', users.email),
  'percentage', ${percentOf(sql`counted.completed`, sql`counted.items`)}, 'completed', coalesce(counted.completed, 0), 'total', coalesce(counted.items, 0),
  'weeks', coalesce(counted.weeks, '[]'), 'lastSeenAt', ${stamp(lastSeen)}, 'enrolledAt', ${stamp(sql`state.since`)}, 'periods', state.periods, 'sessions', coalesce(due.sessions, 0), 'state', ${stateJson})`

/** One row with a page of students. The work is only read of that page, unless its order needs that of the class. */
const classPage = prepared((db, shape: Shape, sort: ClassSort, window: PageShape) => {
  const isByWork = sort.endsWith('done')
  const matching = sql`from state join users on users.id = state.user_id`
  const page = sql`page as materialized (
    select state.user_id, state.since, state.periods, row_number() over (order by ${orderOf(sort)}) as place
    ${matching} ${isByWork ? sql`left join counted on counted.student_id = state.user_id` : sql``}
      ${sort.endsWith('marks') ? sql`left join ${totalsOfClass} totals on totals.student_id = state.user_id` : sql``}
    where ${toCondition(shape)} order by place ${limitTo(window)})`
  const work = workByWeek(isByWork ? sql`state` : sql`page`)
  return db.execute<Found & Record<string, unknown>>(sql`
    with ${openItems(courseId)}, ${stateOfStudents(isThisCourse, shape.isOne)}, ${isByWork ? sql`${work}, ${page}` : sql`${page}, ${work}`}, ${sessionsOfPage}
    select matching.total, matching.at_risk as "atRisk", ${limitsJson} as limits,
      coalesce((select json_agg(${rowJson} order by page.place) from page join state on state.user_id = page.user_id join users on users.id = page.user_id
        left join counted on counted.student_id = page.user_id left join due on due.user_id = page.user_id), '[]') as rows
    from course cross join (select count(*)::int as total, (count(*) filter (where state.reasons > 0))::int as at_risk
      ${matching} where ${toCondition(shape)}) matching`)
})

const toRow = ({ state, sessions, periods: _, ...row }: Row, limits: AtRiskLimits, at: Date): Omit<StudentProgress, 'marks'> => {
  const reasons = getAtRiskReasons(state, limits, at.getTime())
  return { ...row, missing: state.missing, attendance: { ...state.attendance, sessions }, atRisk: reasons.length > 0, reasons }
}

interface Asked extends Page, ClassFilter {
  courseId: string
  sort: ClassSort
}

/** Marks so far of each of these students, as in the gradebook. */
async function readTotals(db: Db, columns: readonly Column[], rows: readonly Row[], at: Date) {
  const ids = rows.map(({ student }) => student.id)
  const ownOf = await readCells(db, columns, ids)
  return ({ student, periods }: Row): number | null => {
    const enrolled = courseStudents.periods.mapFromDriverValue(periods) as EnrolmentPeriod[]
    const cells = columns.map((column) => toCell(column, { ...ownOf(student.id, column.id), enrolled }, at))
    return getTotal(toParts(columns, cells))
  }
}

/** A page of the students of a course; `only` selects one of them, who reads it. */
export async function listClassProgress(db: Db, { page, limit, ...asked }: Asked, only: string | undefined, at: Date) {
  const { courseId: id, search, atRisk, missing, unseenDays, students } = asked
  const has = { search: Boolean(search), unseen: unseenDays !== undefined, students: students !== undefined }
  const shape: Shape = {
    isOne: only !== undefined,
    has,
    ...(atRisk !== undefined && { atRisk }),
    ...(missing !== undefined && { missing }),
  }
  const offset = (page - 1) * limit
  const values = { courseId: id, now: at.toISOString(), userId: only, search, unseenDays, students, offset }
  const [{ columns }, { rows }] = await together(db, async (one) => {
    const reading = findGradebookColumns(one, id, at)
    const marks = asked.sort.endsWith('marks') ? toValues({ courseId: id, columns: (await reading).columns, now: at }) : {}
    return Promise.all([reading, classPage(one, { ...values, ...marks }, shape, asked.sort, pageShape(limit, offset))])
  })
  const { rows: all, limits, ...counts } = rows[0]!
  const found = all.slice(0, limit)
  const totalOf = only === undefined ? await readTotals(db, columns, found, at) : () => null
  return { items: found.map((row) => ({ ...toRow(row, limits, at), marks: totalOf(row) })), page, limit, ...counts, limits }
}
