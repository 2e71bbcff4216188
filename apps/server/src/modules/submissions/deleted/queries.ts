/** Submissions in deleted courses, weeks and assignments in SQL: only their writers can still read them. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { paged, total, type Page } from '#db/page.ts'
import { assignments, submissions } from '#db/schema/assignments.ts'
import { courses, memberships, weeks } from '#db/schema/courses.ts'

const deleted = sql<'COURSE' | 'WEEK' | 'ASSIGNMENT'>`case when ${courses.deletedAt} is not null then 'COURSE'
  when ${weeks.deletedAt} is not null then 'WEEK' else 'ASSIGNMENT' end`

const columns = {
  id: submissions.id,
  assignmentId: assignments.id,
  assignmentTitle: assignments.title,
  courseId: courses.id,
  courseTitle: courses.title,
  status: submissions.status,
  attempt: submissions.attempt,
  submittedAt: submissions.submittedAt,
  marks: submissions.marks,
  maxMarks: assignments.maxMarks,
  gradedAt: submissions.gradedAt,
  isHeld: submissions.isHeld,
  deleted,
}

/** Of a student who was enrolled when it was deleted. */
const isDeletedOf = (studentId: string) =>
  and(
    eq(submissions.studentId, studentId),
    sql`(${courses.deletedAt} is not null or ${weeks.deletedAt} is not null or ${assignments.deletedAt} is not null)`,
  )
const enrolled = and(
  eq(memberships.courseId, submissions.courseId),
  eq(memberships.userId, submissions.studentId),
  eq(memberships.role, 'STUDENT'),
  eq(memberships.status, 'ACTIVE'),
)

export const listDeletedOf = (db: Db, studentId: string, page: Page) =>
  paged(
    (limit, offset) =>
      db
        .select(columns)
        .from(submissions)
        .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
        .innerJoin(weeks, eq(weeks.id, assignments.weekId))
        .innerJoin(courses, eq(courses.id, submissions.courseId))
        .innerJoin(memberships, enrolled)
        .where(isDeletedOf(studentId))
        .orderBy(sql`${submissions.submittedAt} desc nulls last`, desc(submissions.id))
        .limit(limit)
        .offset(offset),
    () =>
      db
        .select(total)
        .from(submissions)
        .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
        .innerJoin(weeks, eq(weeks.id, assignments.weekId))
        .innerJoin(courses, eq(courses.id, submissions.courseId))
        .innerJoin(memberships, enrolled)
        .where(isDeletedOf(studentId)),
    page,
  )

export async function findDeletedOf(db: Db, id: string, studentId: string) {
  const [found] = await db
    .select({
      title: assignments.title,
      maxMarks: assignments.maxMarks,
      courseTitle: courses.title,
      deleted,
    })
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .innerJoin(weeks, eq(weeks.id, assignments.weekId))
    .innerJoin(courses, eq(courses.id, submissions.courseId))
    .innerJoin(memberships, enrolled)
    .where(and(eq(submissions.id, id), isDeletedOf(studentId)))
  return found
}
