/** Progress in SQL: what a course requires, and what was done; one statement per question. */
import { sql, type SQL } from 'drizzle-orm'
import type { MyCourse } from '@lms/contract/courses'
import { type AttendanceRate, statusMeanings } from '@lms/contract/rules/attendance-rate'
import { defaultMinutes } from '@lms/contract/rules/session-window'
import type { Person } from '@lms/contract/values'
import { isAdmin, membershipRole } from '#access/course.ts'
import { countStudentsOfCourse, isSeenCourse } from '#access/conditions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { limitTo, paged, pageShape, type Page, type PageShape } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'
import { shownMarks, shownStatus } from '#access/held-marks.ts'
import { listRates } from '#modules/attendance/rates.ts'
import type { Viewer } from '#modules/courses/course-page/queries.ts'
import { closesAtOf, joinException } from '#access/exceptions.ts'
import { fallsDueAt, fallsDueForClass, isDone, isMissing, isOwed, isOver, joinEnrolment } from '#access/owed-work.ts'
import type { CourseItem, OwnItem } from '#modules/courses/progress/rules.ts'

/** The time of the call, and the courses that it is about. */
const now = sql`${sql.placeholder('now')}::timestamptz`
const courseId = sql`${sql.placeholder('courseId')}::uuid`
const userId = sql`${sql.placeholder('userId')}::uuid`

/** Media and published assignments of published, unlocked weeks `w`. */
const withItems = (courses: SQL): SQL => sql`open_weeks as materialized (select w.id, w.course_id, w.number from weeks w
    where w.course_id = ${courses} and w.deleted_at is null and w.published and (w.unlock_at is null or w.unlock_at <= ${now})),
  items as (
    select m.id, m.type, m.title, w.course_id, w.id as week_id, w.number as week, m.position as place, null::timestamptz as due_at, null::float8 as max_marks,
      m.starts_at, m.starts_at + coalesce(m.duration_minutes, ${defaultMinutes}) * interval '1 minute' as ends_at, m.source is not null as has_recording, m.duration_seconds, false as is_unavailable, null as status,
      null::timestamptz as closes_at, null::timestamptz as closed_at
    from open_weeks w join media m on m.week_id = w.id and m.deleted_at is null
    union all
    select a.id, 'ASSIGNMENT', a.title, w.course_id, w.id, w.number, 1000000, a.due_at, a.max_marks::float8,
      null, null, false, null, a.status = 'CLOSED' or coalesce(a.available_from > ${now}, false), a.status, a.closes_at, a.closed_at
    from open_weeks w join assignments a on a.week_id = w.id and a.deleted_at is null and a.status <> 'DRAFT')`

/** What a user did for each item `i`: `t` is the attendance, `s` the submission, `x` the exception for the user. */
const joinWork = (person: SQL): SQL => sql`
  left join attendance t on i.type <> 'ASSIGNMENT' and t.session_id = i.id and t.user_id = ${person}
  left join submissions s on i.type = 'ASSIGNMENT' and s.assignment_id = i.id and s.student_id = ${person}
  ${joinException(sql`i.id`, person)}`

/** The same for several students `st`, looked up one by one (OFFSET 0): PostgreSQL would scan both tables for a page of them. */
const workOfEach = sql`
  left join lateral (select * from attendance where i.type <> 'ASSIGNMENT' and session_id = i.id and user_id = st.id offset 0) t on true
  left join lateral (select * from submissions where i.type = 'ASSIGNMENT' and assignment_id = i.id and student_id = st.id offset 0) s on true
  left join lateral (select * from assignment_exceptions where i.type = 'ASSIGNMENT' and assignment_id = i.id and student_id = st.id offset 0) x on true`

/** Whether the attendance `t` has a status of this meaning. */
function means(meaning: 'DONE' | 'NOT_REQUIRED'): SQL {
  const statuses = Object.entries(statusMeanings).filter(([, one]) => one === meaning)
  return sql.raw(`coalesce(t.status in (${statuses.map(([status]) => `'${status}'`).join(', ')}), false)`)
}
/** Who watched the recording of a session has made up for an absence. */
const attended = sql`(t.watched_at is not null or ${means('DONE')})`
const isExempt = means('NOT_REQUIRED')
const submitted = isDone(sql`s`)
const done = sql`case i.type when 'ASSIGNMENT' then ${submitted} else ${attended} end`

const [i, x, e] = [sql`i`, sql`x`, sql`e`]

/** A session ended, and there is no recording to watch. */
const isGone = sql`coalesce(i.type = 'LIVE' and not i.has_recording and i.ends_at <= ${now}, false)`
/** Sessions fall due when they end; recordings never do. */
const isOwedItem = isOwed(e, sql`(case i.type when 'LIVE' then i.ends_at else ${fallsDueAt(i, x)} end)`)

/** Excludes assignments and sessions that the student is excused from, what fell due before they enrolled, and sessions that ended without a recording; completed items always count. */
const required = sql`(${done} or (x.excused_at is null and not ${isExempt} and not ${isGone} and ${isOwedItem}))`
/** Of an assignment: its time is over, and the student owed it. */
const isDue = sql`(i.type = 'ASSIGNMENT' and ${isOver(i, x, now)} and ${isOwedItem})`

const isUnavailable = sql`(i.is_unavailable or coalesce(${closesAtOf(sql`i`, sql`x`)} < date_trunc('minute', ${now}), false))`

/** Decides what comes next, lowest first, then in the order of the weeks: live now, overdue, other open items. Null: never next, such as items that are closed or open later. */
const nextRank = sql`case
  when i.type = 'LIVE' and i.starts_at <= ${now} and i.ends_at > ${now} then 0
  when ${done} or ${isUnavailable} or not ${required} then null
  when ${isDue} then 1
  else 2 end`

/** By the due time of the assignment: weeks show their items in one order to everyone. */
const inOrder = sql`i.week, i.place, i.due_at nulls last, i.id`

/** Active students `u` of the course, and their enrolment `e`. */
const students = sql`
  memberships sm join users u on u.id = sm.user_id and u.role = 'USER' and u.deleted_at is null ${joinEnrolment(sql`sm.course_id`, sql`sm.user_id`)}
  where sm.course_id = ${courseId} and sm.role = 'STUDENT' and sm.status = 'ACTIVE'`

const work = sql`s`
const marksFor = {
  staff: sql`s.status as submission, s.marks::float8 as marks`,
  student: sql`${shownStatus(work)} as submission, ${shownMarks(work)} as marks`,
}

const ownItems = prepared((db, view: keyof typeof marksFor) =>
  db.execute<OwnItem & Record<string, unknown>>(sql`
    with ${withItems(courseId)}
    select i.id, i.type, i.week_id as "weekId", i.title, ${done} as done, ${required} as required, ${nextRank} as "nextRank", t.status as attendance, t.watched_at is not null as watched,
      t.coverage, ${stamp(sql`t.joined_at`)} as "joinedAt", coalesce(t.position, 0) as position, ${marksFor[view]}, coalesce(s.attempt, 0) as attempt, coalesce(s.late, false) as late,
      i.type = 'ASSIGNMENT' and ${isMissing({ a: i, x, s: work, e, isOpen: sql`true` }, now)} as "isMissing", not ${isOwedItem} as "beforeJoining", x.excused_at is not null as "isExcused", i.max_marks as "maxMarks"
    from items i ${joinWork(userId)} ${joinEnrolment(sql`i.course_id`, userId)}
    order by ${inOrder}`),
)

/** For a student; staff also see held marks. */
export const listOwnItems = async (db: Db, courseId: string, userId: string, now: Date, view: keyof typeof marksFor): Promise<OwnItem[]> =>
  (await ownItems(db, { courseId, userId, now: now.toISOString() }, view)).rows

const enrolment = sql`e.user_id, e.since, e.periods`
const isOwedByClass = isOwed(sql`st`, sql`i.falls_due_at`)

/** Counted per item, because PostgreSQL expects few rows and would sort those of the whole class by item; it hashes the students once for all items. */
const classItems = prepared((db) =>
  db.execute<CourseItem & Record<string, unknown>>(sql`
    with ${withItems(courseId)}, students as materialized (select u.id, ${enrolment} from ${students})
    select i.id, i.type, i.week_id as "weekId", i.title, size.students, (case i.type when 'ASSIGNMENT' then submitted.done else attended.done end)::int as done,
      (case when ${isGone} then attended.done
        else attended.done + submitted.done - attended.owed - submitted.owed - attended.exempt - excepted.others
          + case when i.falls_due_at <= ${now} then (select count(*) from students st where ${isOwedByClass}) else size.students end end)::int as required,
      attended.coverage, submitted.marks, i.max_marks as "maxMarks"
    from (select *, case i.type when 'LIVE' then i.ends_at else ${fallsDueForClass(i)} end as falls_due_at from items i) i cross join (select count(*)::int as students from students) size
    cross join lateral (
      select count(*) filter (where ${attended}) as done, count(*) filter (where ${attended} and ${isOwedByClass}) as owed,
        count(*) filter (where ${isExempt} and not ${attended} and ${isOwedByClass}) as exempt, avg(t.coverage) as coverage
      from attendance t join students st on st.id = t.user_id where i.type <> 'ASSIGNMENT' and t.session_id = i.id) attended
    cross join lateral (
      select count(*) filter (where ${submitted}) as done, count(*) filter (where ${submitted} and ${isOwedByClass}) as owed,
        (avg(s.marks) filter (where s.status in ('GRADED', 'RETURNED') and x.excused_at is null))::float8 as marks
      from submissions s join students st on st.id = s.student_id ${joinException(sql`s.assignment_id`, sql`s.student_id`)} where i.type = 'ASSIGNMENT' and s.assignment_id = i.id) submitted
    cross join lateral (
      select count(*) filter (where ${isOwedByClass}) - count(*) filter (where x.excused_at is null and ${isOwed(sql`st`, fallsDueAt(i, x))}) as others
      from assignment_exceptions x join students st on st.id = x.student_id
      left join submissions s on s.assignment_id = x.assignment_id and s.student_id = x.student_id
      where i.type = 'ASSIGNMENT' and x.assignment_id = i.id and not ${submitted}) excepted
    order by ${inOrder}`),
)

/** Each item with the number of students that it is required of and that have completed it; `students` is the class. */
export const listCourseItems = async (db: Db, courseId: string, now: Date): Promise<CourseItem[]> =>
  (await classItems(db, { courseId, now: now.toISOString() })).rows

type StudentProgress = { student: Person; percentage: number; completed: number; total: number }

const courseProgress = prepared((db, isOne: boolean, window: PageShape) =>
  db.execute<{ progress: StudentProgress }>(sql`
    with ${withItems(courseId)}, page as (
      select u.id, u.name, u.profile_image, ${enrolment} from ${students} ${isOne ? sql`and u.id = ${userId}` : sql``}
      order by u.name, u.id ${limitTo(window)}),
    counted as (
      select st.id, st.name, st.profile_image, (count(i.id) filter (where ${required}))::int as items, (count(i.id) filter (where ${done}))::int as completed
      from page st cross join lateral (select st.user_id, st.since, st.periods) e left join items i on true ${workOfEach}
      group by st.id, st.name, st.profile_image)
    select json_build_object('student', json_build_object('id', id, 'name', name, 'profileImageUrl', '/images/' || profile_image),
      'percentage', case when items = 0 then 0 else 100 * completed / items end, 'completed', completed, 'total', items) as progress
    from counted order by name, id`),
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

// The subselects hide the values: otherwise PostgreSQL would plan again for each user, which takes longer than the statement.
const courseIds = sql`any((select ${sql.placeholder('courseIds')})::uuid[])`
const viewerId = sql`(select ${userId})`

/** Of every week of the courses, from the `ranked` items of the open ones. */
const weekProgress = sql`
  left join (
    select w.course_id, json_agg(json_build_object('number', w.number, 'startsOn', w.starts_on, 'locked', o.id is null,
      'done', coalesce(d.done, 0), 'total', coalesce(d.total, 0)) order by w.number) as weeks
    from weeks w left join open_weeks o on o.id = w.id
    left join (select week_id, count(*) filter (where is_done) as done, count(*) as total from ranked where is_required group by week_id) d on d.week_id = w.id
    where w.course_id = ${courseIds} and w.deleted_at is null group by w.course_id) p on p.course_id = c.id`

/** A course whose weeks have no items has a row as well. */
const myProgress = prepared((db, withWeeks: boolean) =>
  db.execute<{ courseId: string } & MyProgress>(sql`
    with ${withItems(courseIds)}, ranked as (
      select i.*, ${done} as is_done, ${required} as is_required, ${nextRank} as rank, t.status as attendance, t.position, t.coverage
      from items i ${joinWork(viewerId)} ${joinEnrolment(sql`i.course_id`, viewerId)})
    select c.id as "courseId", coalesce(100 * s.done / nullif(s.required, 0), 0)::int as percentage,
      case when n.id is not null then json_build_object('id', n.id, 'type', n.type, 'title', n.title, 'weekId', n.week_id, 'weekNumber', n.week,
        'startsAt', ${stamp(sql`n.starts_at`)},
        'leftAt', case when n.type = 'RECORDED' and n.attendance is null and (n.position > 0 or n.coverage > 0) then json_build_object(
          'position', n.position, 'coverage', coalesce(n.coverage, 0), 'durationSeconds', nullif(n.duration_seconds, 0)) end) end as next
      ${withWeeks ? sql`, coalesce(p.weeks, '[]') as "weekProgress"` : sql``}
    from unnest(${sql.placeholder('courseIds')}::uuid[]) c(id)
    left join (select i.course_id, count(*) filter (where i.is_done) as done, count(*) filter (where i.is_required) as required
      from ranked i group by i.course_id) s on s.course_id = c.id
    left join (select distinct on (i.course_id) i.* from ranked i where i.rank is not null order by i.course_id, i.rank, ${inOrder}) n on n.course_id = c.id
    ${withWeeks ? weekProgress : sql``}`),
)

/** A user's percentage in each of these courses, what comes next, and optionally how much of each week is done. */
export async function listMyProgress(db: Db, userId: string, courseIds: string[], now: Date, withWeeks = false) {
  if (courseIds.length === 0) return new Map<string, MyProgress>()
  const { rows } = await myProgress(db, { userId, courseIds, now: now.toISOString() }, withWeeks)
  return new Map(rows.map(({ courseId, ...progress }) => [courseId, progress]))
}

/** Which courses `c` of a user the viewer may see: trainers those they teach, everyone their own. */
export const visibleCourses = (person: Viewer, viewer: Viewer): SQL => {
  const memberAs = (role: SQL) =>
    sql`exists (select 1 from memberships v where v.course_id = c.id and v.user_id = ${viewer.id} and v.role = ${role} and v.status = 'ACTIVE')`
  if (isAdmin(viewer)) return sql`true`
  return person.id === viewer.id
    ? sql`(${isSeenCourse} or ${membershipRole(viewer)} = 'TRAINER') and ${memberAs(sql`${membershipRole(viewer)}`)}`
    : memberAs(sql`'TRAINER'`)
}

type PersonCourse = {
  id: string
  title: string
  role: 'TRAINER' | 'STUDENT'
  percentage: number | null
  attendance: AttendanceRate | null
}

export async function listCoursesOfPerson(db: Db, person: Viewer, viewer: Viewer, now: Date): Promise<PersonCourse[]> {
  const isStudent = membershipRole(person) === 'STUDENT'
  const { rows } = await db.execute<Pick<PersonCourse, 'id' | 'title' | 'role'>>(sql`
    select c.id, c.title, m.role
    from memberships m join courses c on c.id = m.course_id and c.deleted_at is null
    where m.user_id = ${person.id} and m.role = ${membershipRole(person)} and m.status = 'ACTIVE' and ${visibleCourses(person, viewer)}
    order by c.title, c.id`)
  const ids = rows.map(({ id }) => id)
  if (!isStudent) return rows.map((course) => ({ ...course, percentage: null, attendance: null }))
  const [progress, rates] = [await listMyProgress(db, person.id, ids, now), await listRates(db, ids, person.id, now)]
  return rows.map((course) => ({
    ...course,
    percentage: progress.get(course.id)?.percentage ?? 0,
    attendance: rates.get(course.id) ?? null,
  }))
}
