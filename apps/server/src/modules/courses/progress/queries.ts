/** Progress in SQL: what a course asks for, and what of it was done; each question is one statement. */
import { sql, type SQL } from 'drizzle-orm'
import { type AttendanceRate, getAttendanceRate } from '@lms/contract/rules/attendance-rate'
import type { Person } from '@lms/contract/values'
import { isAdmin, membershipRole } from '#access/course.ts'
import type { Db } from '#db/client.ts'
import { paged, type Page } from '#db/page.ts'
import { stamp, type Viewer } from '#modules/courses/course-page/queries.ts'
import type { ClassItem, NextItem, OwnItem } from '#modules/courses/progress/rules.ts'

const at = (now: Date) => sql`${now.toISOString()}::timestamptz`

/** Media and published assignments of published, unlocked weeks `w`. */
const itemsOf = (courseIds: string[], now: Date): SQL => {
  const open = sql`w.course_id = any(${sql.param(courseIds)}::uuid[]) and w.deleted_at is null and w.published
    and (w.unlock_at is null or w.unlock_at <= ${at(now)})`
  return sql`items as (
    select m.id, m.type, m.title, w.course_id, w.id as week_id, w.number as week, m.position as place, null::timestamptz as due_at, null::float8 as max_marks,
      m.starts_at, m.starts_at + coalesce(m.duration_minutes, 60) * interval '1 minute' as ends_at, m.url is not null as has_recording, false as is_unavailable
    from weeks w join media m on m.week_id = w.id and m.deleted_at is null where ${open}
    union all
    select a.id, 'ASSIGNMENT', a.title, w.course_id, w.id, w.number, 1000000, a.due_at, a.max_marks::float8,
      null, null, false, a.status = 'CLOSED' or coalesce(a.closes_at <= ${at(now)} or a.available_from > ${at(now)}, false)
    from weeks w join assignments a on a.week_id = w.id and a.deleted_at is null and a.status <> 'DRAFT' where ${open})`
}

/** What a person did about each item `i`: `t` is the attendance, `s` the submission. */
const workOf = (userId: SQL): SQL => sql`
  left join attendance t on i.type <> 'ASSIGNMENT' and t.session_id = i.id and t.user_id = ${userId}
  left join submissions s on i.type = 'ASSIGNMENT' and s.assignment_id = i.id and s.student_id = ${userId}`

/** When that person enrolled: `e`. */
const enrolmentOf = (userId: SQL): SQL => sql`
  left join memberships e on e.course_id = i.course_id and e.user_id = ${userId} and e.role = 'STUDENT'`

const done = sql`coalesce(case i.type
  when 'ASSIGNMENT' then s.attempt > 0
  when 'LIVE' then coalesce(t.status in ('PRESENT', 'LATE', 'EXCUSED'), false) or t.watched_at is not null
  else coalesce(t.status = 'PRESENT', false) or t.watched_at is not null end, false)`

/** Not a session that ended without a recording, or before the student enrolled; what was done counts anyway. */
const required = (now: Date): SQL => sql`(${done} or i.type <> 'LIVE' or i.ends_at is null or i.ends_at > ${at(now)}
  or (i.has_recording and i.ends_at > coalesce(e.created_at, '-infinity')))`

/** THE rule for what comes next, lowest first, then in the order of the weeks: live now, overdue, other open items. Null: never next, as what is closed or opens later. */
const nextRank = (now: Date): SQL => sql`case
  when i.type = 'LIVE' and i.starts_at <= ${at(now)} and i.ends_at > ${at(now)} then 0
  when ${done} or i.is_unavailable or not ${required(now)} then null
  when i.due_at < date_trunc('minute', ${at(now)}) then 1
  else 2 end`

const inOrder = sql`i.week, i.place, i.due_at nulls last, i.id`

/** Active students `u` of a course. */
const studentsOf = (courseId: string): SQL => sql`
  memberships sm join users u on u.id = sm.user_id and u.role = 'USER' and u.deleted_at is null
  where sm.course_id = ${courseId} and sm.role = 'STUDENT' and sm.status = 'ACTIVE'`

export async function listOwnItems(db: Db, courseId: string, userId: string, now: Date): Promise<OwnItem[]> {
  const { rows } = await db.execute<OwnItem & Record<string, unknown>>(sql`
    with ${itemsOf([courseId], now)}
    select i.id, i.type, i.week_id as "weekId", i.title, ${done} as done, ${required(now)} as required, ${nextRank(now)} as "nextRank", t.status as attendance, t.watched_at is not null as watched,
      t.coverage, ${stamp(sql`t.joined_at`)} as "joinedAt", coalesce(t.position, 0) as position, s.status as submission, coalesce(s.attempt, 0) as attempt, coalesce(s.late, false) as late,
      coalesce(i.due_at < date_trunc('minute', ${at(now)}), false) as "isDue", s.marks::float8 as marks, i.max_marks as "maxMarks"
    from items i ${workOf(sql`${userId}::uuid`)} ${enrolmentOf(sql`${userId}::uuid`)}
    order by ${inOrder}`)
  return rows
}

/** Each item with how many of the class it is required of, and how many have done it; `students` is the class. */
export async function listClassItems(db: Db, courseId: string, now: Date): Promise<ClassItem[]> {
  const { rows } = await db.execute<ClassItem & Record<string, unknown>>(sql`
    with ${itemsOf([courseId], now)}, students as (select u.id from ${studentsOf(courseId)})
    select i.id, i.type, i.week_id as "weekId", i.title, count(st.id)::int as students, (count(st.id) filter (where ${required(now)}))::int as required,
      (count(*) filter (where ${done}))::int as done,
      avg(t.coverage) as coverage, (avg(s.marks) filter (where s.status in ('GRADED', 'RETURNED')))::float8 as marks, i.max_marks as "maxMarks"
    from items i left join students st on true ${workOf(sql`st.id`)} ${enrolmentOf(sql`st.id`)}
    group by i.id, i.type, i.week_id, i.title, i.max_marks, i.week, i.place, i.due_at
    order by ${inOrder}`)
  return rows
}

type Standing = { student: Person; percentage: number; completed: number; total: number }

/** One page of the students by name; `only` asks for one of them. */
export async function listCourseStandings(db: Db, courseId: string, only: string | undefined, page: Page, now: Date) {
  const fetch = async (limit: number, offset: number) => {
    const { rows } = await db.execute<{ standing: Standing; total: number }>(sql`
      with ${itemsOf([courseId], now)}, students as (
        select u.id, u.name, u.profile_image, (count(*) over ())::int as total from ${studentsOf(courseId)} ${only ? sql`and u.id = ${only}` : sql``}
        order by u.name, u.id limit ${limit} offset ${offset}),
      counted as (
        select st.id, st.name, st.profile_image, st.total, (count(i.id) filter (where ${required(now)}))::int as items, (count(*) filter (where ${done}))::int as completed
        from students st left join items i on true ${workOf(sql`st.id`)} ${enrolmentOf(sql`st.id`)}
        group by st.id, st.name, st.profile_image, st.total)
      select total, json_build_object('student', json_build_object('id', id, 'name', name, 'profileImageUrl', '/images/' || profile_image),
        'percentage', case when items = 0 then 0 else 100 * completed / items end, 'completed', completed, 'total', items) as standing
      from counted order by name, id`)
    return rows
  }
  const { items, ...rest } = await paged(fetch, page)
  return { ...rest, items: items.map(({ standing }) => standing) }
}

/** A person's percentage in each of these courses, and what comes next. */
export async function listOwnStandings(db: Db, userId: string, courseIds: string[], now: Date) {
  if (courseIds.length === 0) return new Map<string, { percentage: number; next: NextItem | null }>()
  const { rows } = await db.execute<{ courseId: string; percentage: number; next: NextItem | null }>(sql`
    with ${itemsOf(courseIds, now)}, ranked as (
      select i.*, ${done} as is_done, ${required(now)} as is_required, ${nextRank(now)} as rank
      from items i ${workOf(sql`${userId}::uuid`)} ${enrolmentOf(sql`${userId}::uuid`)})
    select i.course_id as "courseId",
      coalesce(100 * count(*) filter (where i.is_done) / nullif(count(*) filter (where i.is_required), 0), 0)::int as percentage,
      (array_agg(json_build_object('id', i.id, 'type', i.type, 'title', i.title, 'weekId', i.week_id) order by i.rank, ${inOrder}) filter (where i.rank is not null))[1] as next
    from ranked i group by i.course_id`)
  return new Map(rows.map(({ courseId, ...standing }) => [courseId, standing]))
}

/** Courses shown of one person; nobody has more in practice. */
const most = 200

/** Which courses `c` of a person the viewer may see: trainers those they teach, everybody their own. */
export const coursesSeenOf = (person: Viewer, viewer: Viewer): SQL => {
  const memberAs = (role: SQL) =>
    sql`exists (select 1 from memberships v where v.course_id = c.id and v.user_id = ${viewer.id} and v.role = ${role} and v.status = 'ACTIVE')`
  if (isAdmin(viewer)) return sql`true`
  return person.id === viewer.id
    ? sql`(c.status <> 'DRAFT' or ${membershipRole(viewer)} = 'TRAINER') and ${memberAs(sql`${membershipRole(viewer)}`)}`
    : memberAs(sql`'TRAINER'`)
}

/** A session that anybody was marked in. */
const isTaken = (sessionId: SQL): SQL => sql`exists (select 1 from attendance a where a.session_id = ${sessionId} and a.status is not null)`

/**
 * The marks of a person in a course, and the number of sessions held so far: rules/attendance-rate.ts makes a rate of them. Sessions are
 * the media of open weeks that have started, and whatever else somebody was marked in, the weeks' own registers among it.
 */
const attendanceOf = (person: Viewer, now: Date): SQL => sql`(
  select json_build_object(
    'statuses', coalesce((select json_agg(t.status) from attendance t join weeks w on w.id = t.week_id and w.deleted_at is null
      where t.course_id = c.id and t.user_id = ${person.id} and t.status is not null), '[]'),
    'sessions', (select count(*) from media s join weeks w on w.id = s.week_id and w.deleted_at is null
      where s.course_id = c.id and ((s.deleted_at is null and w.published and (w.unlock_at is null or w.unlock_at <= ${now.toISOString()})
        and (s.starts_at is null or s.starts_at <= ${now.toISOString()})) or ${isTaken(sql`s.id`)}))
      + (select count(*) from weeks w where w.course_id = c.id and w.deleted_at is null and ${isTaken(sql`w.id`)})))`

type Marks = { statuses: ('PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED')[]; sessions: number }
type PersonCourse = {
  id: string
  title: string
  role: 'TRAINER' | 'STUDENT'
  percentage: number | null
  attendance: AttendanceRate | null
}

export async function listCoursesOfPerson(db: Db, person: Viewer, viewer: Viewer, now: Date): Promise<PersonCourse[]> {
  const isStudent = membershipRole(person) === 'STUDENT'
  const { rows } = await db.execute<Pick<PersonCourse, 'id' | 'title' | 'role'> & { marks: Marks | null }>(sql`
    select c.id, c.title, m.role, ${isStudent ? attendanceOf(person, now) : sql`null`} as marks
    from memberships m join courses c on c.id = m.course_id and c.deleted_at is null
    where m.user_id = ${person.id} and m.role = ${membershipRole(person)} and m.status = 'ACTIVE' and ${coursesSeenOf(person, viewer)}
    order by c.title, c.id limit ${most}`)
  const standings = isStudent
    ? await listOwnStandings(
        db,
        person.id,
        rows.map(({ id }) => id),
        now,
      )
    : undefined
  return rows.map(({ marks, ...course }) => ({
    ...course,
    percentage: standings ? (standings.get(course.id)?.percentage ?? 0) : null,
    attendance: marks && { ...getAttendanceRate(marks.statuses), sessions: marks.sessions },
  }))
}
