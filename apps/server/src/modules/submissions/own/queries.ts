/** A student's own submissions in SQL. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { unlockedWeek } from '#access/conditions.ts'
import type { Db } from '#db/client.ts'
import { paged, total, type Page } from '#db/page.ts'
import { assignments, submissions } from '#db/schema/assignments.ts'
import { courses, memberships, weeks } from '#db/schema/courses.ts'

/** A student's own work, newest first: of what they may still look at, in courses that they are still enrolled in. */
export function listOwnSubmissions(db: Db, studentId: string, page: Page, now: Date) {
  const enrolled = and(
    eq(memberships.courseId, courses.id),
    eq(memberships.userId, studentId),
    eq(memberships.role, 'STUDENT'),
    eq(memberships.status, 'ACTIVE'),
  )
  const mine = and(
    eq(submissions.studentId, studentId),
    isNull(assignments.deletedAt),
    sql`${assignments.status} <> 'DRAFT'`,
    unlockedWeek(now),
    isNull(courses.deletedAt),
    sql`${courses.status} <> 'DRAFT'`,
  )
  return paged(
    (limit, offset) =>
      db
        .select({
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
        })
        .from(submissions)
        .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
        .innerJoin(weeks, eq(weeks.id, assignments.weekId))
        .innerJoin(courses, eq(courses.id, submissions.courseId))
        .innerJoin(memberships, enrolled)
        .where(mine)
        .orderBy(sql`${submissions.submittedAt} desc nulls first`, desc(submissions.id))
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
        .where(mine),
    page,
  )
}
