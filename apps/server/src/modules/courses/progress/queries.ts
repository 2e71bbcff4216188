/** Progress in SQL: what a course requires, and what was done; one statement per question. */

import { sql, type SQL } from 'drizzle-orm'
import type { MyCourse } from '@lms/contract/courses'
import { statusMeanings } from '@lms/contract/rules/attendance-rate'
import { defaultMinutes } from '@lms/contract/rules/session-window'
import type { Person } from '@lms/contract/values'
import { classSize, countStudentsOfCourse } from '#access/conditions.ts'
import { joinException } from '#access/exceptions.ts'
import { shownMarks, shownStatus } from '#access/held-marks.ts'
import { fallsDueAt, fallsDueForClass, isClosed, isDone, isEnrolled, isMissing, isOver, isOwed, joinEnrolment } from '#access/owed-work.ts'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { limitTo, paged, pageShape, type Page, type PageShape } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'
import type { CourseItem, OwnItem } from '#modules/courses/progress/rules.ts'

/** The time of the call, and the courses that it is about. */
const now = sql`${sql.placeholder('now')}::timestamptz`
const courseId = sql`${sql.placeholder('courseId')}::uuid`
const userId = sql`${sql.placeholder('userId')}::uuid`

/** Published, unlocked weeks. */
const openWeeks = (courses: SQL): SQL => sql`open_weeks as materialized (select w.id, w.course_id, w.number from weeks w
    where w.course_id = ${courses} and w.deleted_at is null and w.published and (w.unlock_at is null or w.unlock_at <= ${now}))`
/** Their media `m` and published assignments `a`. */
const withMedia = sql`open_weeks w join media m on m.week_id = w.id and m.deleted_at is null`
const withAssignments = sql`open_weeks w join assignments a on a.week_id = w.id and a.deleted_at is null and a.status <> 'DRAFT'`

const [a, s, x, e] = [sql`a`, sql`s`, sql`x`, sql`e`]

/** Whether the attendance `t` has a status of this meaning. */
function means(meaning: 'DONE' | 'NOT_REQUIRED'): SQL {
  const statuses = Object.entries(statusMeanings).filter(([, one]) => one === meaning)
  return sql.raw(`coalesce(t.status in (${statuses.map(([status]) => `'${status}'`).join(', ')}), false)`)
}
/** Who watched the recording of a session has made up for an absence. */
const attended = sql`(t.watched_at is not null or ${means('DONE')})`
const isExempt = means('NOT_REQUIRED')
const submitted = isDone(s)

/** Sessions fall due when they end; recordings never do. */
const endsAt = sql`(case m.type when 'LIVE' then m.starts_at + coalesce(m.duration_minutes, ${defaultMinutes}) * interval '1 minute' end)`
/** A session ended, and there is no recording to watch. */
const isGone = sql`coalesce(m.source is null and ${endsAt} <= ${now}, false)`

const isOwedSession = isOwed(e, endsAt)
const isOwedAssignment = isOwed(e, fallsDueAt(a, x))
const isUnavailable = sql`(coalesce(a.available_from > ${now}, false) or ${isClosed(a, x, now)})`

/**
 * Excludes assignments and sessions that the student is excused from, what fell due before they enrolled, and sessions that ended without a
 * recording; completed items always count.
 */
const isRequired = {
  media: sql`(${attended} or (not ${isExempt} and not ${isGone} and ${isOwedSession}))`,
  assignment: sql`(${submitted} or (x.excused_at is null and ${isOwedAssignment}))`,
}

/** Decides what comes next, lowest first, then in the order of the weeks: live now, overdue, other open items. Null: never next, such as items that are closed or open later. */
const nextRank = {
  media: sql`case
    when m.type = 'LIVE' and m.starts_at <= ${now} and ${endsAt} > ${now} then 0
    when not ${attended} and ${isRequired.media} then 2 end`,
  assignment: sql`case when not ${submitted} and not ${isUnavailable} and ${isRequired.assignment} then
    case when ${isOver(a, x, now)} and ${isOwedAssignment} then 1 else 2 end end`,
}

/** By the due time of the assignment: weeks show their items in one order to everyone. */
const inOrder = sql`i.week, i.place, i.due_at nulls last, i.id`

/** Whose work is looked at: a join of their enrolments `e` to the weeks `w`, their id, and where their work is. */
interface People {
  join: SQL
  id: SQL
  attendance: SQL
  submissions: SQL
  exceptions: SQL
}

/** One person, for all courses. */
const onePerson = (id: SQL): People => ({
  join: joinEnrolment(sql`w.course_id`, id),
  id,
  attendance: sql`attendance`,
  submissions: sql`submissions`,
  exceptions: sql`assignment_exceptions`,
})

/** The students of a CTE `page`, looked up by key (OFFSET 0): PostgreSQL would scan the tables for a page of them. */
const pageOfStudents: People = {
  join: sql`cross join page e`,
  id: sql`e.id`,
  attendance: ofPage('attendance', 'session_id', 'user_id', withMedia, sql`m.id`),
  submissions: ofPage('submissions', 'assignment_id', 'student_id', withAssignments, sql`a.id`),
  exceptions: ofPage('assignment_exceptions', 'assignment_id', 'student_id', withAssignments, sql`a.id`),
}
function ofPage(table: string, item: string, student: string, items: SQL, id: SQL): SQL {
  const [from, itemId, studentId] = [sql.raw(table), sql.raw(item), sql.raw(student)]
  return sql`(select * from ${from} where ${itemId} = any(array(select ${id} from ${items})) and ${studentId} = any(array(select id from page)) offset 0)`
}

/** Each item with what each of the people did for it. `more`: columns of both kinds of items. */
const workOf = ({ join, id, ...tables }: People, more: { media: SQL; assignment: SQL }): SQL => sql`work as (
    select m.id, w.course_id, w.id as week_id, w.number as week, m.position as place, null::timestamptz as due_at,
      ${attended} as is_done, ${isRequired.media} as is_required ${more.media}
    from ${withMedia} ${join} left join ${tables.attendance} t on t.session_id = m.id and t.user_id = ${id}
    union all
    select a.id, w.course_id, w.id, w.number, 1000000, a.due_at, ${submitted}, ${isRequired.assignment} ${more.assignment}
    from ${withAssignments} ${join} left join ${tables.submissions} s on s.assignment_id = a.id and s.student_id = ${id}
      left join ${tables.exceptions} x on x.assignment_id = a.id and x.student_id = ${id})`

const percentOf = (done: SQL, required: SQL): SQL => sql`coalesce(100 * ${done} / nullif(${required}, 0), 0)`

/** The enrolments `e` of the students of the course. */
const ofClass = sql`e.course_id = ${courseId} and ${isEnrolled(e)}`

const marksFor = {
  staff: sql`s.status, s.marks::float8`,
  student: sql`${shownStatus(s)}, ${shownMarks(s)}`,
}

const ownItems = prepared((db, view: keyof typeof marksFor) =>
  db.execute<OwnItem & Record<string, unknown>>(sql`
    with ${openWeeks(courseId)}, ${workOf(onePerson(userId), {
      media: sql`, m.type, m.title, ${nextRank.media} as rank, t.status as attendance, t.watched_at is not null as watched, t.coverage, t.joined_at,
        coalesce(t.position, 0) as position, null as submission, null::float8 as marks, 0 as attempt, false as late, false as is_missing,
        not ${isOwedSession} as before_joining, false as is_excused, null::float8 as max_marks`,
      assignment: sql`, 'ASSIGNMENT', a.title, ${nextRank.assignment}, null, false, null, null, 0, ${marksFor[view]}, coalesce(s.attempt, 0),
        coalesce(s.late, false), ${isMissing({ a, x, s, e, isOpen: sql`true` }, now)}, not ${isOwedAssignment}, x.excused_at is not null, a.max_marks::float8`,
    })}
    select i.id, i.type, i.week_id as "weekId", i.title, i.is_done as done, i.is_required as required, i.rank as "nextRank", i.attendance, i.watched, i.coverage,
      ${stamp(sql`i.joined_at`)} as "joinedAt", i.position, i.submission, i.marks, i.attempt, i.late, i.is_missing as "isMissing",
      i.before_joining as "beforeJoining", i.is_excused as "isExcused", i.max_marks as "maxMarks"
    from work i order by ${inOrder}`),
)

/** For a student; staff also see held marks. */
export const listOwnItems = async (db: Db, courseId: string, userId: string, now: Date, view: keyof typeof marksFor): Promise<OwnItem[]> =>
  (await ownItems(db, { courseId, userId, now: now.toISOString() }, view)).rows

const isOwedByClass = isOwed(sql`st`, sql`i.falls_due_at`)

/** Counted per item, because PostgreSQL expects few rows and would sort those of the whole class by item; it hashes the students once for all items. */
const classItems = prepared((db) =>
  db.execute<CourseItem & Record<string, unknown>>(sql`
    with ${openWeeks(courseId)}, items as (
      select m.id, m.type, m.title, w.id as week_id, w.number as week, m.position as place, null::timestamptz as due_at, null::float8 as max_marks,
        ${endsAt} as falls_due_at, ${isGone} as is_gone
      from ${withMedia}
      union all
      select a.id, 'ASSIGNMENT', a.title, w.id, w.number, 1000000, a.due_at, a.max_marks::float8, ${fallsDueForClass(a)}, false
      from ${withAssignments}),
    students as materialized (select user_id, since, periods from enrolments e where ${ofClass})
    select i.id, i.type, i.week_id as "weekId", i.title, size.students, (case i.type when 'ASSIGNMENT' then submitted.done else attended.done end)::int as done,
      (case when i.is_gone then attended.done
        else attended.others + submitted.others - attended.exempt - excepted.others
          + case when i.falls_due_at <= ${now} then (select count(*) from students st where ${isOwedByClass}) else size.students end end)::int as required,
      attended.coverage, submitted.marks, i.max_marks as "maxMarks"
    from items i cross join (select count(*)::int as students from students) size
    cross join lateral (
      select count(*) filter (where ${attended}) as done, count(*) filter (where ${attended} and not ${isOwedByClass}) as others,
        count(*) filter (where ${isExempt} and not ${attended} and ${isOwedByClass}) as exempt, avg(t.coverage) as coverage
      from attendance t join students st on st.user_id = t.user_id where i.type <> 'ASSIGNMENT' and t.session_id = i.id) attended
    cross join lateral (
      select count(*) filter (where ${submitted}) as done, count(*) filter (where ${submitted} and not ${isOwedByClass}) as others,
        (avg(s.marks) filter (where s.status in ('GRADED', 'RETURNED') and x.excused_at is null))::float8 as marks
      from submissions s join students st on st.user_id = s.student_id ${joinException(sql`s.assignment_id`, sql`s.student_id`)} where i.type = 'ASSIGNMENT' and s.assignment_id = i.id) submitted
    cross join lateral (
      select count(*) filter (where ${isOwedByClass}) - count(*) filter (where x.excused_at is null and ${isOwed(sql`st`, fallsDueAt(a, x))}) as others
      from assignment_exceptions x join assignments a on a.id = x.assignment_id join students st on st.user_id = x.student_id
      left join submissions s on s.assignment_id = x.assignment_id and s.student_id = x.student_id
      where i.type = 'ASSIGNMENT' and x.assignment_id = i.id and not ${submitted}) excepted
    order by ${inOrder}`),
)

/** Each item with the number of students that it is required of and that have completed it; `students` is the class. */
export const listCourseItems = async (db: Db, courseId: string, now: Date): Promise<CourseItem[]> =>
  (await classItems(db, { courseId, now: now.toISOString() })).rows

type StudentProgress = { student: Person; percentage: number; completed: number; total: number }

const courseProgress = prepared((db, isOne: boolean, window: PageShape) =>
  db.execute<{ progress: StudentProgress; total: number }>(sql`
    with ${openWeeks(courseId)}, page as materialized (
      select u.id, u.name, u.profile_image, e.user_id, e.since, e.periods
      from enrolments e join users u on u.id = e.user_id and u.role = 'USER' and u.deleted_at is null
      where ${ofClass} ${isOne ? sql`and u.id = ${userId}` : sql``}
      order by u.name, u.id ${limitTo(window)}),
    ${workOf(pageOfStudents, { media: sql`, e.id as student_id`, assignment: sql`, e.id` })},
    counted as (
      select student_id, (count(*) filter (where is_required))::int as items, (count(*) filter (where is_done))::int as completed
      from work group by student_id)
    select json_build_object('student', json_build_object('id', p.id, 'name', p.name, 'profileImageUrl', '/images/' || p.profile_image),
      'percentage', ${percentOf(sql`c.completed`, sql`c.items`)}, 'completed', coalesce(c.completed, 0), 'total', coalesce(c.items, 0)) as progress,
      ${isOne ? sql`1` : classSize} as total
    from page p left join counted c on c.student_id = p.id order by p.name, p.id`),
)

/** One page of the students by name; `only` selects one of them. */
export async function listStudentProgress(db: Db, courseId: string, only: string | undefined, page: Page, at: Date) {
  const values = { courseId, now: at.toISOString(), ...(only && { userId: only }) }
  const fetch = async (limit: number, offset: number) =>
    (await courseProgress(db, { ...values, offset }, only !== undefined, pageShape(limit, offset))).rows
  const { items, ...rest } = await paged(fetch, async () => (only ? [{ total: 1 }] : countStudentsOfCourse(db, courseId)), page)
  return { ...rest, items: items.map(({ progress }) => progress) }
}

type MyProgress = Pick<MyCourse, 'next' | 'weekProgress'> & { percentage: number }

const courseIds = arrayPlaceholder('courseIds')
/** Hidden as well: see arrayPlaceholder. */
const viewerId = sql`(select ${userId})`

/** Of every week of the courses, from the work of the open ones. */
const weekProgress = sql`
  left join (
    select w.course_id, json_agg(json_build_object('number', w.number, 'startsOn', w.starts_on, 'unlockAt', ${stamp(sql`w.unlock_at`)}, 'locked', o.id is null,
      'done', coalesce(d.done, 0), 'total', coalesce(d.total, 0)) order by w.number) as weeks
    from weeks w left join open_weeks o on o.id = w.id
    left join (select week_id, count(*) filter (where is_done) as done, count(*) as total from work where is_required group by week_id) d on d.week_id = w.id
    where w.course_id = ${courseIds} and w.deleted_at is null group by w.course_id) p on p.course_id = c.id`

/** How much of a recording was watched, until it counts as watched. */
const whileUnmarked = (column: SQL): SQL => sql`case when m.type = 'RECORDED' and t.status is null then ${column} end`

/** A course whose weeks have no items has a row as well. */
const myProgress = prepared((db, withWeeks: boolean) =>
  db.execute<{ courseId: string } & MyProgress>(sql`
    with ${openWeeks(courseIds)}, ${workOf(onePerson(viewerId), {
      media: sql`, ${nextRank.media} as rank, ${whileUnmarked(sql`t.position`)} as position, ${whileUnmarked(sql`t.coverage`)} as coverage`,
      assignment: sql`, ${nextRank.assignment}, null, null`,
    })},
    counted as (
      select i.course_id, count(*) filter (where i.is_done) as done, count(*) filter (where i.is_required) as required,
        (array_agg(i.id order by i.rank, ${inOrder}) filter (where i.rank is not null))[1] as next
      from work i group by i.course_id)
    select c.id as "courseId", ${percentOf(sql`s.done`, sql`s.required`)}::int as percentage,
      case when n.id is not null then json_build_object('id', n.id, 'type', coalesce(m.type, 'ASSIGNMENT'), 'title', coalesce(m.title, a.title),
        'weekId', n.week_id, 'weekNumber', n.week, 'startsAt', ${stamp(sql`m.starts_at`)},
        'leftAt', case when n.position > 0 or n.coverage > 0 then json_build_object(
          'position', n.position, 'coverage', coalesce(n.coverage, 0), 'durationSeconds', nullif(m.duration_seconds, 0)) end) end as next
      ${withWeeks ? sql`, coalesce(p.weeks, '[]') as "weekProgress"` : sql``}
    from unnest(${sql.placeholder('courseIds')}::uuid[]) c(id)
    left join counted s on s.course_id = c.id left join work n on n.id = s.next
    left join media m on m.id = n.id left join assignments a on a.id = n.id
    ${withWeeks ? weekProgress : sql``}`),
)

/** Courses in which the student `viewerId` has done everything required, and there is something. */
export const completedCourses = sql`with ${openWeeks(
  sql`any(array(select m.course_id from memberships m where m.user_id = ${sql.placeholder('viewerId')}::uuid and m.role = 'STUDENT' and m.status = 'ACTIVE'))`,
)}, ${workOf(onePerson(sql`${sql.placeholder('viewerId')}::uuid`), { media: sql``, assignment: sql`` })}
  select course_id from work where is_required group by course_id having bool_and(is_done)`

/** Without what comes next: half of the work. */
const percentages = prepared((db) =>
  db.execute<{ courseId: string; percentage: number }>(sql`
    with ${openWeeks(courseIds)}, ${workOf(onePerson(viewerId), { media: sql``, assignment: sql`` })}
    select course_id as "courseId", ${percentOf(sql`count(*) filter (where is_done)`, sql`count(*) filter (where is_required)`)}::int as percentage
    from work group by course_id`),
)
/** Of one student. */
export async function listPercentages(db: Db, userId: string, courseIds: string[], now: Date) {
  const { rows } = await percentages(db, { userId, courseIds, now: now.toISOString() })
  return new Map(rows.map(({ courseId, percentage }) => [courseId, percentage]))
}

/** A user's percentage in each of these courses, what comes next, and optionally how much of each week is done. */
export async function listMyProgress(db: Db, userId: string, courseIds: string[], now: Date, withWeeks = false) {
  if (courseIds.length === 0) return new Map<string, MyProgress>()
  const { rows } = await myProgress(db, { userId, courseIds, now: now.toISOString() }, withWeeks)
  return new Map(rows.map(({ courseId, ...progress }) => [courseId, progress]))
}
