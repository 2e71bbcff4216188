/** Progress in SQL: what a course requires, and what was done; one statement per question. */

import { sql, type SQL } from 'drizzle-orm'
import type { MyCourse } from '@lms/contract/courses'
import { unlockedWeek } from '#access/conditions.ts'
import { joinException } from '#access/exceptions.ts'
import { shownMarks, shownStatus } from '#access/held-marks.ts'
import { attended, endsAt, isExempt, isOwedSession } from '#access/owed-media.ts'
import { fallsDueAt, fallsDueForClass, isClosed, isDone, isMissing, isOver, isOwed, joinEnrolment } from '#access/owed-work.ts'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { stamp } from '#db/schema/columns.ts'
import type { CourseItem, OwnItem } from '#modules/courses/progress/rules.ts'

/** The time of the call, and the courses that it is about. */
export const now = sql`${sql.placeholder('now')}::timestamptz`
export const courseId = sql`${sql.placeholder('courseId')}::uuid`
export const userId = sql`${sql.placeholder('userId')}::uuid`

/** What students of these courses see now. */
export const openItems = (courses: SQL): SQL => sql`
  open_items as materialized (
    select item.*, course.made_up_as from course_items item join courses course on course.id = item.course_id
    where item.course_id = ${courses} and item.opens_at <= ${now})`
const isMedia = sql`item.type <> 'ASSIGNMENT'`
const isAssignment = sql`item.type = 'ASSIGNMENT'`

/** The rows that an item is joined with: what one student has done for it. */
const [item, enrolment, submission, exception] = [sql`item`, sql`enrolment`, sql`submission`, sql`exception`]

const submitted = isDone(submission)

/** A session ended, and there is no recording to watch. */
const isGone = sql`coalesce(not item.has_recording and ${endsAt} <= ${now}, false)`

export const isOwedAssignment = isOwed(enrolment, fallsDueAt(item, exception))
const isUnavailable = sql`(coalesce(item.available_from > ${now}, false) or ${isClosed(item, exception, now)})`

/**
 * Excludes assignments and sessions that the student is excused from, what fell due before they enrolled, and sessions that ended without a
 * recording; completed items always count.
 */
const isRequired = {
  media: sql`(${attended} or (not ${isExempt} and not ${isGone} and ${isOwedSession}))`,
  assignment: sql`(${submitted} or (exception.excused_at is null and ${isOwedAssignment}))`,
}

/** Decides what comes next, lowest first, then in the order of the weeks: live now, overdue, other open items. Null: never next, such as items that are closed or open later. */
const nextRank = {
  media: sql`case
    when item.type = 'LIVE' and item.starts_at <= ${now} and ${endsAt} > ${now} then 0
    when not ${attended} and ${isRequired.media} then 2 end`,
  assignment: sql`case when not ${submitted} and not ${isUnavailable} and ${isRequired.assignment} then
    case when ${isOver(item, exception, now)} and ${isOwedAssignment} then 1 else 2 end end`,
}

/** Media first, then assignments by due time: weeks show their items in one order to everyone. */
const inOrder = (items: SQL): SQL => sql`${items}.week, ${items}.place nulls last, ${items}.due_at nulls last, ${items}.id`

/** Whose work is looked at: a join of their `enrolment` to the items, their id, and where their work is. */
interface People {
  join: SQL
  id: SQL
  attendance: SQL
  submissions: SQL
  exceptions: SQL
}

/** One person, for all courses. */
const onePerson = (id: SQL): People => ({
  join: joinEnrolment(sql`item.course_id`, id),
  id,
  attendance: sql`attendance`,
  submissions: sql`submissions`,
  exceptions: sql`assignment_exceptions`,
})

/** The students of a CTE such as `page`, looked up by key, once (MATERIALIZED): PostgreSQL would scan the tables for a page of them, or look up all again for each item. */
export const studentsOf = (cte: SQL): People => ({
  join: sql`cross join ${cte} enrolment`,
  id: sql`enrolment.user_id`,
  attendance: ofStudents(cte, 'attendance', 'session_id', 'user_id', isMedia),
  submissions: ofStudents(cte, 'submissions', 'assignment_id', 'student_id', isAssignment),
  exceptions: ofStudents(cte, 'assignment_exceptions', 'assignment_id', 'student_id', isAssignment),
})
function ofStudents(cte: SQL, table: string, itemColumn: string, studentColumn: string, kind: SQL): SQL {
  const [from, itemId, studentId] = [sql.raw(table), sql.raw(itemColumn), sql.raw(studentColumn)]
  return sql`(with found as materialized (select * from ${from}
    where ${itemId} = any(array(select item.id from open_items item where ${kind})) and ${studentId} = any(array(select user_id from ${cte}))) select * from found)`
}

/** Each item with what each of the people did for it. `more`: columns of both kinds of items. */
export const workOf = ({ join, id, ...tables }: People, more: { media: SQL; assignment: SQL }): SQL => sql`work as (
    select item.id, item.course_id, item.week_id, item.week, item.position as place, item.due_at, ${attended} as is_done, ${isRequired.media} as is_required ${more.media}
    from open_items item ${join} left join ${tables.attendance} record on record.session_id = item.id and record.user_id = ${id}
    where ${isMedia}
    union all
    select item.id, item.course_id, item.week_id, item.week, item.position, item.due_at, ${submitted}, ${isRequired.assignment} ${more.assignment}
    from open_items item ${join} left join ${tables.submissions} submission on submission.assignment_id = item.id and submission.student_id = ${id}
      left join ${tables.exceptions} exception on exception.assignment_id = item.id and exception.student_id = ${id}
    where ${isAssignment})`

export const percentOf = (done: SQL, required: SQL): SQL => sql`coalesce(100 * ${done} / nullif(${required}, 0), 0)`

const marksFor = {
  staff: sql`submission.status, submission.marks::float8`,
  student: sql`${shownStatus(submission)}, ${shownMarks(submission)}`,
}

const ownItems = prepared((db, view: keyof typeof marksFor) =>
  db.execute<OwnItem & Record<string, unknown>>(sql`
    with ${openItems(courseId)}, ${workOf(onePerson(userId), {
      media: sql`, item.type, item.title, ${nextRank.media} as rank, record.status as attendance, record.watched_at is not null as watched, record.coverage,
        record.joined_at, coalesce(record.position, 0) as position, null as submission, null::float8 as marks, 0 as attempt, false as late,
        false as is_missing, not ${isOwedSession} as before_joining, false as is_excused, item.max_marks`,
      assignment: sql`, item.type, item.title, ${nextRank.assignment}, null, false, null, null, 0, ${marksFor[view]}, coalesce(submission.attempt, 0),
        coalesce(submission.late, false), ${isMissing({ assignment: item, exception, submission, enrolment, isOpen: sql`true` }, now)},
        not ${isOwedAssignment}, exception.excused_at is not null, item.max_marks`,
    })}
    select id, type, week_id as "weekId", title, is_done as done, is_required as required, rank as "nextRank", attendance, watched, coverage,
      ${stamp(sql`joined_at`)} as "joinedAt", position, submission, marks, attempt, late, is_missing as "isMissing",
      before_joining as "beforeJoining", is_excused as "isExcused", max_marks as "maxMarks"
    from work order by ${inOrder(sql`work`)}`),
)

/** For a student; staff also see held marks. */
export const listOwnItems = async (db: Db, courseId: string, userId: string, now: Date, view: keyof typeof marksFor): Promise<OwnItem[]> =>
  (await ownItems(db, { courseId, userId, now: now.toISOString() }, view)).rows

const isOwedByClass = isOwed(sql`student`, sql`item.falls_due_at`)

/** The open items, with when each falls due for students without an exception; calculated once, and not for each student. */
const classItemsDue = sql`
  items as materialized (
    select item.*, item.position as place, coalesce(${endsAt}, ${fallsDueForClass(item)}) as falls_due_at, ${isGone} as is_gone
    from open_items item)`
const students = sql`students as materialized (select user_id, since, periods from course_students where course_id = ${courseId})`
/** Of a medium: how many students have attended, how many of them though they need not, and how many others need not. */
const attendedByClass = sql`
  select count(*) filter (where ${attended}) as done, count(*) filter (where ${attended} and not ${isOwedByClass}) as others,
    count(*) filter (where ${isExempt} and not ${attended} and ${isOwedByClass}) as exempt, avg(record.coverage) as coverage
  from attendance record join students student on student.user_id = record.user_id
  where ${isMedia} and record.session_id = item.id`
/** Of an assignment: how many have submitted it, and how many of them though they need not. */
const submittedByClass = sql`
  select count(*) filter (where ${submitted}) as done, count(*) filter (where ${submitted} and not ${isOwedByClass}) as others,
    (avg(submission.marks) filter (where submission.status in ('GRADED', 'RETURNED') and exception.excused_at is null))::float8 as marks
  from submissions submission join students student on student.user_id = submission.student_id
    ${joinException(sql`submission.assignment_id`, sql`submission.student_id`)}
  where ${isAssignment} and submission.assignment_id = item.id`
/** Of an assignment: how many fewer need to submit it because of exceptions; not those who have. */
const exceptedFromClass = sql`
  select count(*) filter (where ${isOwedByClass})
    - count(*) filter (where exception.excused_at is null and ${isOwed(sql`student`, fallsDueAt(item, exception))}) as others
  from assignment_exceptions exception join students student on student.user_id = exception.student_id
    left join submissions submission on submission.assignment_id = exception.assignment_id and submission.student_id = exception.student_id
  where ${isAssignment} and exception.assignment_id = item.id and not ${submitted}`

/** Counted per item, because PostgreSQL expects few rows and would sort those of the whole class by item; it hashes the students once for all items. */
const classItems = prepared((db) =>
  db.execute<CourseItem & Record<string, unknown>>(sql`
    with ${openItems(courseId)}, ${classItemsDue}, ${students}
    select item.id, item.type, item.week_id as "weekId", item.title, class.students,
      (case item.type when 'ASSIGNMENT' then submitted.done else attended.done end)::int as done,
      (case when item.is_gone then attended.done
        else attended.others + submitted.others - attended.exempt - excepted.others
          + case when item.falls_due_at <= ${now} then (select count(*) from students student where ${isOwedByClass}) else class.students end end)::int as required,
      attended.coverage, submitted.marks, item.max_marks as "maxMarks"
    from items item cross join (select count(*)::int as students from students) class
    cross join lateral (${attendedByClass}) attended
    cross join lateral (${submittedByClass}) submitted
    cross join lateral (${exceptedFromClass}) excepted
    order by ${inOrder(item)}`),
)

/** Each item with the number of students that it is required of and that have completed it; `students` is the class. */
export const listCourseItems = async (db: Db, courseId: string, now: Date): Promise<CourseItem[]> =>
  (await classItems(db, { courseId, now: now.toISOString() })).rows

type MyNext = NonNullable<MyCourse['next']> & { /** The key of its picture. */ thumbnail: string | null }
type MyProgress = Pick<MyCourse, 'weekProgress'> & { percentage: number; next: MyNext | null }

const courseIds = arrayPlaceholder('courseIds')
/** Hidden as well: see arrayPlaceholder. */
const viewerId = sql`(select ${userId})`

/** Of every week of the courses, from the work of the open ones. */
const weekProgress = sql`
  left join (
    select week.course_id, json_agg(json_build_object('number', week.number, 'startsOn', week.starts_on, 'unlockAt', ${stamp(sql`week.unlock_at`)},
      'locked', not ${unlockedWeek(now, sql`week`)}, 'done', coalesce(done.done, 0), 'total', coalesce(done.total, 0)) order by week.number) as weeks
    from weeks week
    left join (select week_id, count(*) filter (where is_done) as done, count(*) as total from work where is_required group by week_id) done on done.week_id = week.id
    where week.course_id = ${courseIds} and week.deleted_at is null group by week.course_id) plan on plan.course_id = course.id`

/** How much of a recording was watched, until it counts as watched. */
const whileUnmarked = (column: SQL): SQL => sql`case when item.type = 'RECORDED' and record.status is null then ${column} end`

/** How much of each course is done, and the id of what comes next. */
const countedByCourse = sql`
  counted as (
    select course_id, count(*) filter (where is_done) as done, count(*) filter (where is_required) as required,
      (array_agg(id order by rank, ${inOrder(sql`work`)}) filter (where rank is not null))[1] as next
    from work group by course_id)`

/** A course whose weeks have no items has a row as well. */
const myProgress = prepared((db, withWeeks: boolean) =>
  db.execute<{ courseId: string } & MyProgress>(sql`
    with ${openItems(courseIds)}, ${workOf(onePerson(viewerId), {
      media: sql`, ${nextRank.media} as rank, ${whileUnmarked(sql`record.position`)} as position, ${whileUnmarked(sql`record.coverage`)} as coverage`,
      assignment: sql`, ${nextRank.assignment}, null, null`,
    })}, ${countedByCourse}
    select course.id as "courseId", ${percentOf(sql`counted.done`, sql`counted.required`)}::int as percentage,
      case when next.id is not null then json_build_object('id', next.id, 'type', item.type, 'title', item.title,
        'weekId', next.week_id, 'weekNumber', next.week, 'startsAt', ${stamp(sql`item.starts_at`)},
        'durationMinutes', item.duration_minutes, 'durationSeconds', nullif(item.duration_seconds, 0), 'thumbnail', media_item.thumbnail,
        'leftAt', case when next.position > 0 or next.coverage > 0 then json_build_object(
          'position', next.position, 'coverage', coalesce(next.coverage, 0), 'durationSeconds', nullif(item.duration_seconds, 0)) end) end as next
      ${withWeeks ? sql`, coalesce(plan.weeks, '[]') as "weekProgress"` : sql``}
    from unnest(${sql.placeholder('courseIds')}::uuid[]) course (id)
    left join counted on counted.course_id = course.id left join work next on next.id = counted.next left join open_items item on item.id = next.id left join media media_item on media_item.id = next.id
    ${withWeeks ? weekProgress : sql``}`),
)

/** Courses in which the student `viewerId` has done everything required, and there is something. */
export const completedCourses = sql`with ${openItems(
  sql`any(array(select course_id from course_students where user_id = ${sql.placeholder('viewerId')}::uuid))`,
)}, ${workOf(onePerson(sql`${sql.placeholder('viewerId')}::uuid`), { media: sql``, assignment: sql`` })}
  select course_id from work where is_required group by course_id having bool_and(is_done)`

/** Without what comes next: half of the work. */
const percentages = prepared((db) =>
  db.execute<{ courseId: string; percentage: number }>(sql`
    with ${openItems(courseIds)}, ${workOf(onePerson(viewerId), { media: sql``, assignment: sql`` })}
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
