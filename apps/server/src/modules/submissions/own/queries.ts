/** A student's own submissions in SQL, including those whose course, week or assignment was deleted. */
import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { unlockedWeek } from '#access/conditions.ts'
import type { Db } from '#db/client.ts'
import { paged, total, type Page } from '#db/page.ts'
import { assignments, submissions } from '#db/schema/assignments.ts'
import { courses, memberships, weeks } from '#db/schema/courses.ts'

/** In courses that the student is enrolled in, or was when the course was deleted. */
const isEnrolled = and(
  eq(memberships.courseId, submissions.courseId),
  eq(memberships.userId, submissions.studentId),
  eq(memberships.role, 'STUDENT'),
  eq(memberships.status, 'ACTIVE'),
)
const columns = {
  id: submissions.id,
  assignmentId: assignments.id,
  assignmentTitle: assignments.title,
  courseId: courses.id,
  courseTitle: courses.title,
  weekId: assignments.weekId,
  status: submissions.status,
  late: submissions.late,
  attempt: submissions.attempt,
  submittedAt: submissions.submittedAt,
  marks: submissions.marks,
  maxMarks: assignments.maxMarks,
  feedback: submissions.feedback,
  gradedAt: submissions.gradedAt,
  isHeld: submissions.isHeld,
  deleted: sql<'COURSE' | 'WEEK' | 'ASSIGNMENT'>`case when ${courses.deletedAt} is not null then 'COURSE'
    when ${weeks.deletedAt} is not null then 'WEEK' else 'ASSIGNMENT' end`,
}
const selectOwn = (db: Db, condition: SQL | undefined) =>
  db
    .select(columns)
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .innerJoin(weeks, eq(weeks.id, assignments.weekId))
    .innerJoin(courses, eq(courses.id, submissions.courseId))
    .innerJoin(memberships, isEnrolled)
    .where(condition)
const countOwn = (db: Db, condition: SQL | undefined) =>
  db
    .select(total)
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .innerJoin(weeks, eq(weeks.id, assignments.weekId))
    .innerJoin(courses, eq(courses.id, submissions.courseId))
    .innerJoin(memberships, isEnrolled)
    .where(condition)

/** Newest first, after drafts. */
const pageOf = (db: Db, condition: SQL | undefined, page: Page) =>
  paged(
    (limit, offset) =>
      selectOwn(db, condition)
        .orderBy(sql`${submissions.submittedAt} desc nulls first`, desc(submissions.id))
        .limit(limit)
        .offset(offset),
    () => countOwn(db, condition),
    page,
  )

export const listOwnSubmissions = (db: Db, studentId: string, page: Page, now: Date) =>
  pageOf(
    db,
    and(
      eq(submissions.studentId, studentId),
      isNull(assignments.deletedAt),
      sql`${assignments.status} <> 'DRAFT'`,
      unlockedWeek(now),
      isNull(courses.deletedAt),
      sql`${courses.status} <> 'DRAFT'`,
    ),
    page,
  )

const isDeletedOf = (studentId: string) =>
  and(
    eq(submissions.studentId, studentId),
    sql`(${courses.deletedAt} is not null or ${weeks.deletedAt} is not null or ${assignments.deletedAt} is not null)`,
  )
export const listDeletedOf = (db: Db, studentId: string, page: Page) => pageOf(db, isDeletedOf(studentId), page)
export const findDeletedOf = async (db: Db, id: string, studentId: string) =>
  (await selectOwn(db, and(eq(submissions.id, id), isDeletedOf(studentId))))[0]
