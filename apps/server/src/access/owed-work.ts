/** Whether a student owes work, has it to do, and whether it is missing: the only SQL for it. rules/owed-work.ts of the contract has the same rules for values. */

import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { effectiveClosesAt, effectiveDueAt, effectiveStatus } from '#access/exceptions.ts'
import { shownStatus } from '#access/held-marks.ts'
import { enrolments } from '#db/schema/courses.ts'

/** The `enrolment` of a student as a join of a statement in SQL. */
export const joinEnrolment = (courseId: SQLWrapper, studentId: SQLWrapper): SQL =>
  sql`left join enrolments enrolment on enrolment.user_id = ${studentId} and enrolment.course_id = ${courseId}`

/** For the query builder. */
export const enrolmentToJoin = (courseId: SQLWrapper, studentId: SQLWrapper | string) =>
  and(eq(enrolments.courseId, courseId), eq(enrolments.userId, studentId))

/** Whether a student with the `enrolment` has left the course: their work is kept, and counted nowhere. */
export const isFormer = (enrolment: SQLWrapper): SQL<boolean> => sql`(${enrolment}.user_id is not null and ${enrolment}.since is null)`

/** Of an `assignment` and the student's `exception`: the due time, or when it closes if that comes first or there is no due time. */
export const fallsDueAt = (assignment: SQLWrapper, exception: SQLWrapper): SQL =>
  sql`least(${effectiveDueAt(assignment, exception)}, ${effectiveClosesAt(assignment, exception)}, ${assignment}.closed_at)`

/** The same for students without an exception. */
export const fallsDueForClass = (assignment: SQLWrapper): SQL =>
  sql`least(${assignment}.due_at, ${assignment}.closes_at, ${assignment}.closed_at)`

/** Whether a student with the `enrolment`, or with none that is known, was enrolled when something fell due. */
export const isOwed = (enrolment: SQLWrapper, at: SQL): SQL =>
  sql`(${at} is null or ${enrolment}.user_id is null or coalesce(${enrolment}.since <= ${at}, false) or ${enrolment}.periods @> ${at})`

/** Whether the minute of a deadline is over. `now`: an instant in SQL. */
export const isPast = (at: SQL, now: SQL): SQL => sql`coalesce(${at} < date_trunc('minute', ${now}), false)`

/** Whether an `assignment` is closed for a student, by hand or by time. `now`: an instant in SQL. */
export const isClosed = (assignment: SQLWrapper, exception: SQLWrapper, now: SQL): SQL =>
  sql`(${effectiveStatus(assignment, exception)} = 'CLOSED' or ${isPast(effectiveClosesAt(assignment, exception), now)})`
/** Whether its time is over for a student: past due, or closed. */
export const isOver = (assignment: SQLWrapper, exception: SQLWrapper, now: SQL): SQL =>
  sql`(${isClosed(assignment, exception, now)} or ${isPast(effectiveDueAt(assignment, exception), now)})`
export const isOverForClass = (assignment: SQLWrapper, now: SQL): SQL =>
  sql`(${assignment}.status = 'CLOSED' or ${isPast(fallsDueForClass(assignment), now)})`

/** Whether a `submission` is done: submitted, and not returned for another attempt. A return that is held is not told yet. */
export const isDone = (submission: SQLWrapper): SQL => sql`coalesce(${shownStatus(submission)} in ('SUBMITTED', 'GRADED'), false)`

interface Rows {
  /** The assignment, and the exception, the submission and the enrolment of a student. */
  assignment: SQLWrapper
  exception: SQLWrapper
  submission: SQLWrapper
  enrolment: SQLWrapper
}

/** Whether a student has submitted nothing, though neither excused nor yet to join when the assignment fell due. */
export const isOwing = ({ assignment, exception, submission, enrolment }: Rows): SQL =>
  sql`(coalesce(${submission}.attempt, 0) = 0 and ${exception}.excused_at is null and ${isOwed(enrolment, fallsDueAt(assignment, exception))})`

/** Work that is owed, not submitted, and whose time is over. `isOpen`: its week is published and unlocked; students do not see others. */
export const isMissing = (rows: Rows & { isOpen: SQL }, now: SQL): SQL =>
  sql`(${rows.isOpen} and ${isOver(rows.assignment, rows.exception, now)} and ${isOwing(rows)})`

/** Done, or nothing that is owed. False for staff, who submit nothing. */
export const isSettled = ({ assignment, exception, submission, enrolment }: Rows): SQL =>
  sql`(${isDone(submission)} or ${exception}.excused_at is not null or (not ${isOwed(enrolment, fallsDueAt(assignment, exception))} and coalesce(${submission}.attempt, 0) = 0))`

/** Not settled, and it can still be submitted. */
export const isToDo = (rows: Rows, now: SQL): SQL => sql`(not ${isSettled(rows)} and not ${isClosed(rows.assignment, rows.exception, now)})`
