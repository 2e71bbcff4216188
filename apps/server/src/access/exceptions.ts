/** Due times that apply to one student, and excused students: the only SQL for it. rules/assignment-exceptions.ts has the same rule for values. */

import { and, eq, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm'
import { assignmentExceptions, assignments, submissions } from '#db/schema/assignments.ts'
import { mapNullable } from '#db/schema/columns.ts'

/** Of an `assignment` and the student's `exception`, whose columns are null if there is none. */
export const effectiveDueAt = (assignment: SQLWrapper, exception: SQLWrapper): SQL =>
  sql`(case when ${assignment}.due_at is not null then greatest(${assignment}.due_at, ${exception}.due_at) end)`
const isReopened = (assignment: SQLWrapper, exception: SQLWrapper): SQL =>
  sql`${assignment}.status = 'CLOSED' and ${exception}.reopened_until is not null`
export const effectiveClosesAt = (
  assignment: SQLWrapper,
  exception: SQLWrapper,
): SQL => sql`(case when ${isReopened(assignment, exception)} then ${exception}.reopened_until
  when ${assignment}.closes_at is not null then greatest(${assignment}.closes_at, ${exception}.closes_at, ${exception}.due_at, ${exception}.reopened_until) end)`
export const effectiveStatus = (assignment: SQLWrapper, exception: SQLWrapper): SQL =>
  sql`(case when ${isReopened(assignment, exception)} then 'PUBLISHED' else ${assignment}.status end)`

/** The `exception` as a join of a statement in SQL. */
export const joinException = (assignmentId: SQL, studentId: SQLWrapper): SQL =>
  sql`left join assignment_exceptions exception on exception.assignment_id = ${assignmentId} and exception.student_id = ${studentId}`

export const isExcused = (assignmentId: SQLWrapper, studentId: SQLWrapper): SQL =>
  sql`exists (select from assignment_exceptions exception where exception.assignment_id = ${assignmentId} and exception.student_id = ${studentId} and exception.excused_at is not null)`

/** For the query builder: the join of `assignmentExceptions` to `assignments`, and the columns that follow from it. */
export const exceptionToJoin = (studentId: string | Placeholder | SQLWrapper) =>
  and(eq(assignmentExceptions.assignmentId, assignments.id), eq(assignmentExceptions.studentId, studentId))

/** The same to `submissions`. */
export const exceptionOfWork = and(
  eq(assignmentExceptions.assignmentId, submissions.assignmentId),
  eq(assignmentExceptions.studentId, submissions.studentId),
)

/** The joined exception as an object. The id comes first: Drizzle takes a joined row for absent if its first column is null. */
export const exceptionColumns = {
  studentId: assignmentExceptions.studentId,
  dueAt: assignmentExceptions.dueAt,
  closesAt: assignmentExceptions.closesAt,
  reopenedUntil: assignmentExceptions.reopenedUntil,
  excusedAt: assignmentExceptions.excusedAt,
}

export const ownDueAt = effectiveDueAt(assignments, assignmentExceptions)
export const ownClosesAt = effectiveClosesAt(assignments, assignmentExceptions)

export const ownTerms = {
  status: sql<(typeof assignments.$inferSelect)['status']>`${effectiveStatus(assignments, assignmentExceptions)}`,
  dueAt: mapNullable(ownDueAt, assignments.dueAt),
  closesAt: mapNullable(ownClosesAt, assignments.closesAt),
  isExcused: sql<boolean>`(${assignmentExceptions.excusedAt} is not null)`,
}
