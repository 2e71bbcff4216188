/** 10,000 generated states of students in the database: the trainer’s list and the student’s own page have the same reasons. */

import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type AtRiskLimits, type AtRiskReason, getAtRiskReasons, type StudentState } from '@lms/contract/rules/at-risk'
import { allowWaiting } from '#db/client.ts'
import { prepared } from '#db/drizzle.ts'
import { listClassProgress } from '#modules/courses/progress/class-progress.ts'
import { findReasons, limitsJson, stateJson, stateOfStudents } from '#modules/courses/progress/student-state.ts'
import { testApp } from '#test/app.ts'

const { database } = await testApp()
const { db } = database
const now = new Date('2026-11-20T12:00:00Z')
const [courseCount, classSize, sessionCount, workCount] = [100, 100, 4, 4]

const daysAgo = (days: SQL): SQL => sql`(${now.toISOString()}::timestamptz - (${days}) * interval '1 day')`
/** Always the same id for the same values, so that `chance` repeats itself. */
const idOf = (...values: string[]): SQL => sql.raw(`md5(concat_ws(' ', ${values.join(', ')}))::uuid`)
/** A number below `limit`, always the same for these values: the seed. */
const chance = (limit: number, ...values: string[]): SQL =>
  sql.raw(`(abs(hashtextextended(concat_ws(' ', ${values.join(', ')}), 7)) % ${limit})::int`)
const inWeek = sql`from courses c join weeks w on w.course_id = c.id`
/** Each student with each item of their course, and how it went: 0 to 99. */
const withItems = (items: string): SQL =>
  sql`from ${sql.raw(items)} item join course_students s on s.course_id = item.course_id
    cross join lateral (select ${chance(100, 'item.id', 's.user_id')} as luck) one`

/** Courses differ in their limits and their state, students in their visits, periods, marks of attendance and work. */
const statements: SQL[] = [
  sql`insert into courses (id, title, status, time_zone, at_risk_days_away, at_risk_missing, at_risk_attendance, made_up_as, starts_on, ends_on)
    select ${idOf(`'course'`, 'n')}, 'States ' || n, case n % 10 when 0 then 'ARCHIVED' when 1 then 'DRAFT' else 'PUBLISHED' end, 'Asia/Kathmandu',
      3 + n % 25, 1 + n % 3, 40 + n % 60, case n % 2 when 0 then 'EXCUSED' else 'PRESENT' end,
      case n % 5 when 2 then date '2026-11-12' end, case n % 10 when 3 then date '2026-11-19' end
    from generate_series(1, ${courseCount}) n`,
  sql`insert into users (id, name, email, role, last_seen_at)
    select ${idOf(`'student'`, 'n')}, 'Student ' || n, 'states-' || n || '@example.org', 'USER', case when n % 10 > 0 then ${daysAgo(sql`n % 31 + n / 1000.0`)} end
    from generate_series(1, ${classSize}) n`,
  sql`insert into memberships (course_id, user_id, role)
    select c.id, u.id, 'STUDENT' from courses c cross join users u where u.role = 'USER'`,
  // One in four left and returned.
  sql`update enrolments e set periods = case when one.luck < 25
      then tstzmultirange(tstzrange(${daysAgo(sql`80`)}, ${daysAgo(sql`60 - one.luck`)}), tstzrange(${daysAgo(sql`one.luck`)}, null))
      else tstzmultirange(tstzrange(${daysAgo(sql`one.luck`)}, null)) end
    from (select course_id, user_id, ${chance(100, 'user_id', 'course_id')} as luck from enrolments) one
    where one.course_id = e.course_id and one.user_id = e.user_id`,
  sql`insert into weeks (id, course_id, number, title) select ${idOf(`'week'`, 'id')}, id, 1, 'Week' from courses`,
  sql`insert into media (id, course_id, week_id, title, type, starts_at, duration_minutes, time_zone)
    select ${idOf(`'session'`, 'c.id', 'n')}, c.id, w.id, 'Session ' || n, 'LIVE', ${daysAgo(sql`5 * n - 1`)}, 60, 'UTC' ${inWeek} cross join generate_series(0, ${sessionCount - 1}) n`,
  sql`insert into assignments (id, course_id, week_id, title, max_marks, late_policy, due_at)
    select ${idOf(`'work'`, 'c.id', 'n')}, c.id, w.id, 'Work ' || n, 10, '{"kind":"FLAG","percent":0,"floor":0}', ${daysAgo(sql`8 * n - 1`)}
    ${inWeek} cross join generate_series(0, ${workCount - 1}) n`,
  sql`insert into attendance (session_id, user_id, course_id, week_id, source, status, watched_at)
    select item.id, s.user_id, item.course_id, item.week_id, 'STAFF',
      case when luck < 40 then 'PRESENT' when luck < 45 then 'LATE' when luck < 80 then 'ABSENT' else 'EXCUSED' end,
      case when luck % 4 = 0 then ${daysAgo(sql`0.5`)} end
    ${withItems('media')} where luck < 85`,
  sql`insert into submissions (id, assignment_id, course_id, student_id, status, attempt, submitted_at, effective_submitted_at)
    select ${idOf('item.id', 's.user_id')}, item.id, item.course_id, s.user_id, 'SUBMITTED', 1, ${daysAgo(sql`2`)}, ${daysAgo(sql`2`)} ${withItems('assignments')} where luck < 45`,
  sql`insert into assignment_exceptions (assignment_id, student_id, excused_at, due_at)
    select item.id, s.user_id, case when luck < 85 then ${daysAgo(sql`3`)} end, case when luck >= 85 then ${daysAgo(sql`-3`)} end
    ${withItems('assignments')} where luck between 80 and 90`,
]

let courses: { id: string }[] = []
beforeAll(async () => {
  await database.transaction(async (tx) => {
    await allowWaiting(tx)
    for (const statement of statements) await tx.execute(statement)
  })
  await db.execute(sql`analyze`)
  courses = (await db.execute<{ id: string }>(sql`select id from courses order by title`)).rows
})

/** What the statement of the student’s own page finds, here for all courses of a student at once. */
const ownStates = prepared((one) =>
  one.execute<{ courseId: string; state: StudentState; limits: AtRiskLimits }>(sql`
    with ${stateOfStudents(sql`true`, true)}
    select course.id as "courseId", ${stateJson} as state, ${limitsJson} as limits from state join course on course.id = state.course_id`),
)

test('both sides have the same reasons for 10,000 states', async () => {
  // By course and student.
  const ofTrainers: Record<string, AtRiskReason[]> = {}
  const ofStudents: typeof ofTrainers = {}
  const students = new Set<string>()
  for (const { id } of courses) {
    const asked = { courseId: id, page: 1, limit: classSize, sort: 'risk' } as const
    const { items, atRisk } = await listClassProgress(db, asked, undefined, now)
    expect(items.filter((row) => row.atRisk)).toHaveLength(atRisk)
    for (const { student, reasons } of items) {
      students.add(student.id)
      ofTrainers[`${id} ${student.id}`] = reasons
    }
  }
  for (const userId of students) {
    const { rows } = await ownStates(db, { userId, now: now.toISOString() })
    for (const { courseId, state, limits } of rows) ofStudents[`${courseId} ${userId}`] = getAtRiskReasons(state, limits, now.getTime())
  }
  expect(Object.keys(ofTrainers)).toHaveLength(10_000)
  expect(ofStudents).toEqual(ofTrainers)
  // Every combination occurs, so that the comparison says something.
  const combinations = Map.groupBy(Object.values(ofStudents), (reasons) => reasons.map(({ kind }) => kind).join(' '))
  expect([...combinations.values()].map(({ length }) => length > 400)).toEqual(Array(8).fill(true))
  // One in fifty by the function itself, which has one course.
  const some = Object.entries(ofTrainers).filter((_, index) => index % 50 === 0)
  for (const [key, reasons] of some) {
    const [courseId, userId] = key.split(' ')
    expect(await findReasons(db, courseId!, userId!, now)).toEqual(reasons)
  }
})
