/** Deleted courses in SQL: listing, restoring, and purging deleted courses and weeks after 30 days. */

import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { DeletedCourse } from '@lms/contract/courses'
import { purgeBefore, restorableUntil } from '@lms/contract/rules/deletion'
import type { Db } from '#db/client.ts'
import { countRows, paged, type Page } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'
import { courses } from '#db/schema/courses.ts'
import { weekCount } from '#modules/courses/course-page/queries.ts'

export async function listDeletedCourses(db: Db, page: Page, now: Date) {
  const isRestorable = sql`course.deleted_at >= ${purgeBefore(now).toISOString()}::timestamptz`
  const fetch = async (limit: number, offset: number) => {
    const { rows } = await db.execute<Omit<DeletedCourse, 'restorableUntil'>>(sql`
      select course.id, course.title, course.mode, ${weekCount} as "weekCount", course.student_count as "studentCount",
        ${stamp(sql`course.deleted_at`)} as "deletedAt"
      from courses course where ${isRestorable}
      order by course.deleted_at desc, course.id limit ${limit} offset ${offset}`)
    return rows
  }
  const { items, ...rest } = await paged(fetch, () => countRows(db, sql`courses course where ${isRestorable}`), page)
  return { ...rest, items: items.map((row) => ({ ...row, restorableUntil: restorableUntil(row.deletedAt) })) }
}

/** False if there is no such course to restore. */
export async function restoreCourseRow(db: Db, id: string, now: Date): Promise<boolean> {
  const restored = await db
    .update(courses)
    .set({ deletedAt: null })
    .where(and(eq(courses.id, id), gte(courses.deletedAt, purgeBefore(now).toISOString())))
    .returning({ id: courses.id })
  return restored.length > 0
}

export async function listCoursesToPurge(db: Db, now: Date): Promise<string[]> {
  const gone = await db
    .select({ id: courses.id })
    .from(courses)
    .where(lt(courses.deletedAt, purgeBefore(now).toISOString()))
  return gone.map(({ id }) => id)
}

/**
 * Tables with a course, and what a purge does with its rows. Submitted work stays readable to its author, so its assignment, week and
 * course stay, without their texts. A test finds tables that are missing here.
 */
export const purgedWithCourse = {
  deleted: [
    'announced_items',
    'students_at_risk',
    'join_links',
    'signup_forms',
    'course_emails',
    'email_opt_outs',
    'notices',
    'mark_imports',
    'discussions',
    'media',
    'attendance',
  ],
  /** Of those who submitted something. */
  keptForWork: ['courses', 'weeks', 'assignments', 'submissions', 'memberships', 'enrolments'],
  /** Of a user, not of the course: deleted with the account, or after a week. */
  ofUsers: ['user_changes', 'import_results'],
}

/** The same for tables with an assignment. */
export const purgedWithAssignment = {
  deleted: ['student_numbers', 'hidden_names', 'grading_presence'],
  /** Of those who submitted something, without the reason why somebody was excused. */
  keptForWork: ['submissions', 'assignment_question_versions', 'assignment_exceptions'],
}

/** Purges a course. */
export async function purgeCourse(db: Db, id: string): Promise<void> {
  const inCourse = sql`course_id = ${id}`
  const item = sql`(${inCourse} or week_id = any (array(select id from weeks where ${inCourse})))`
  await purgeItems(db, { item, assignment: item, week: inCourse })
  await db.execute(sql`delete from emails where batch_id = any (array(select id from course_emails where ${inCourse}))`)
  for (const table of purgedWithCourse.deleted) await db.execute(sql`delete from ${sql.raw(table)} where ${inCourse}`)
  for (const table of ['memberships', 'enrolments'])
    await db.execute(sql`
      delete from ${sql.raw(table)} member where ${inCourse}
        and not exists (select from submissions where submissions.course_id = member.course_id and submissions.student_id = member.user_id)`)
  await db.execute(
    sql`update courses set description = '', cover_image = null where id = ${id} and (description <> '' or cover_image is not null)`,
  )
  // Last: the statements above find their rows by the course's media and weeks, which are deleted with it.
  await db
    .delete(courses)
    .where(and(eq(courses.id, id), sql`not exists (select from submissions where submissions.course_id = courses.id)`))
}

/** Purges weeks and assignments that were deleted on their own, as `purgeCourse` does. */
export async function purgeWeeksAndAssignments(db: Db, now: Date): Promise<void> {
  const week = sql`deleted_at < ${purgeBefore(now).toISOString()}::timestamptz`
  const item = sql`week_id = any (array(select id from weeks where ${week}))`
  await purgeItems(db, { item, assignment: sql`(${week} or ${item})`, week })
}

/** Conditions for media and attendance, for assignments, and for weeks. An array, not a subquery, so that the indexes are used. */
async function purgeItems(db: Db, { item, assignment, week }: { item: SQL; assignment: SQL; week: SQL }): Promise<void> {
  await db.execute(sql`delete from attendance_events where session_id in (select id from media where ${item})`)
  await db.execute(sql`delete from media where ${item}`)
  await db.execute(sql`delete from attendance where ${item}`)
  const ofAssignment = sql`assignment_id = any (array(select id from assignments where ${assignment}))`
  // Drafts were seen by nobody but their writers.
  await db.execute(sql`delete from submissions where attempt = 0 and ${ofAssignment}`)
  for (const table of purgedWithAssignment.deleted) await db.execute(sql`delete from ${sql.raw(table)} where ${ofAssignment}`)
  await db.execute(sql`
    delete from assignment_exceptions exception where ${ofAssignment}
      and not exists (select from submissions
        where submissions.assignment_id = exception.assignment_id and submissions.student_id = exception.student_id)`)
  await db.execute(sql`update assignment_exceptions set excuse_reason = null where excuse_reason is not null and ${ofAssignment}`)
  await db.execute(
    sql`delete from assignments where ${assignment} and not exists (select from submissions where submissions.assignment_id = assignments.id)`,
  )
  await db.execute(sql`delete from weeks where ${week} and not exists (select from assignments where assignments.week_id = weeks.id)`)
  await db.execute(sql`update weeks set description = '' where description <> '' and ${week}`)
}

/** Who is a student of a course by their membership and account: what the triggers keep in `student_count` and `enrolments`. */
const students = sql`
  students as (
    select membership.course_id, membership.user_id
    from memberships membership join users account on account.id = membership.user_id and account.role = 'USER' and account.deleted_at is null
    where membership.role = 'STUDENT' and membership.status = 'ACTIVE')`
const isListed = (table: SQL, row: SQL) =>
  sql`exists (select from ${table} student where student.course_id = ${row}.course_id and student.user_id = ${row}.user_id)`

/** If a membership and its account changed at the same moment, the triggers may have counted a student twice, or ended an enrolment. */
export async function correctStudentCounts(db: Db): Promise<void> {
  const now = sql`now()::timestamptz(3)`
  await db.execute(sql`
    with ${students},
    counted as (
      select courses.id, count(students.user_id)::int as students
      from courses left join students on students.course_id = courses.id group by courses.id)
    update courses set student_count = counted.students
    from counted where counted.id = courses.id and counted.students <> courses.student_count`)
  await db.execute(sql`
    with ${students}
    update enrolments enrolment set periods = enrolment.periods * tstzmultirange(tstzrange(null, ${now}))
    where enrolment.since is not null and not ${isListed(sql`students`, sql`enrolment`)}`)
  await db.execute(sql`
    with ${students}
    insert into enrolments as enrolment (user_id, course_id, periods)
    select students.user_id, students.course_id, tstzmultirange(tstzrange(${now}, null))
    from students where not ${isListed(sql`course_students`, sql`students`)}
    on conflict (user_id, course_id) do update set periods = enrolment.periods + excluded.periods`)
}
