/** Whether a student owes work, has it to do, and whether it is missing: the only SQL for it. rules/owed-work.ts of the contract has the same rules for values. */

import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { effectiveClosesAt, effectiveDueAt, effectiveStatus } from '#access/exceptions.ts'
import { shownStatus } from '#access/held-marks.ts'
import { enrolments } from '#db/schema/courses.ts'

/** The enrolment `e` of a student as a join of a statement in SQL. */
export const joinEnrolment = (courseId: SQLWrapper, studentId: SQLWrapper): SQL =>
  sql`left join enrolments e on e.user_id = ${studentId} and e.course_id = ${courseId}`

/** For the query builder. */
export const enrolmentToJoin = (courseId: SQLWrapper, studentId: SQLWrapper | string) =>
  and(eq(enrolments.courseId, courseId), eq(enrolments.userId, studentId))

/**
 * Whether the student with the enrolment `e` is in the course: for counting a class, whose memberships and accounts need not be read then.
 * Triggers keep it (decision 0015).
 */
export const isEnrolled = (e: SQLWrapper): SQL<boolean> => sql`(${e}.since is not null)`
/** Whether a student with the enrolment `e` has left the course: their work is kept, and counted nowhere. */
export const isFormer = (e: SQLWrapper): SQL<boolean> => sql`(${e}.user_id is not null and ${e}.since is null)`

/** Of an assignment `a` and the student's exception `x`: the due time, or when it closes if that comes first or there is no due time. */
export const fallsDueAt = (a: SQLWrapper, x: SQLWrapper): SQL =>
  sql`least(${effectiveDueAt(a, x)}, ${effectiveClosesAt(a, x)}, ${a}.closed_at)`

/** The same for students without an exception. */
export const fallsDueForClass = (a: SQLWrapper): SQL => sql`least(${a}.due_at, ${a}.closes_at, ${a}.closed_at)`

/** Whether a student with the enrolment `e`, or with none that is known, was enrolled when something fell due. */
export const isOwed = (e: SQLWrapper, at: SQL): SQL =>
  sql`(${at} is null or ${e}.user_id is null or coalesce(${e}.since <= ${at}, false) or ${e}.periods @> ${at})`

/** Whether the minute of a deadline is over. `now`: an instant in SQL. */
export const isPast = (at: SQL, now: SQL): SQL => sql`coalesce(${at} < date_trunc('minute', ${now}), false)`

/** Whether an assignment `a` is closed for a student, by hand or by time. `now`: an instant in SQL. */
export const isClosed = (a: SQLWrapper, x: SQLWrapper, now: SQL): SQL =>
  sql`(${effectiveStatus(a, x)} = 'CLOSED' or ${isPast(effectiveClosesAt(a, x), now)})`
/** Whether its time is over for a student: past due, or closed. */
export const isOver = (a: SQLWrapper, x: SQLWrapper, now: SQL): SQL => sql`(${isClosed(a, x, now)} or ${isPast(effectiveDueAt(a, x), now)})`
export const isOverForClass = (a: SQLWrapper, now: SQL): SQL => sql`(${a}.status = 'CLOSED' or ${isPast(fallsDueForClass(a), now)})`

/** Whether a submission `s` is done: submitted, and not returned for another attempt. A return that is held is not told yet. */
export const isDone = (s: SQLWrapper): SQL => sql`coalesce(${shownStatus(s)} in ('SUBMITTED', 'GRADED'), false)`

interface Rows {
  /** The assignment, and the exception, the submission and the enrolment of a student. */
  a: SQLWrapper
  x: SQLWrapper
  s: SQLWrapper
  e: SQLWrapper
}

/** Whether a student has submitted nothing, though neither excused nor yet to join when the assignment fell due. */
export const isOwing = ({ a, x, s, e }: Rows): SQL =>
  sql`(coalesce(${s}.attempt, 0) = 0 and ${x}.excused_at is null and ${isOwed(e, fallsDueAt(a, x))})`

/** Work that is owed, not submitted, and whose time is over. `isOpen`: its week is published and unlocked; students do not see others. */
export const isMissing = (rows: Rows & { isOpen: SQL }, now: SQL): SQL =>
  sql`(${rows.isOpen} and ${isOver(rows.a, rows.x, now)} and ${isOwing(rows)})`

/** Done, or nothing that is owed. False for staff, who submit nothing. */
export const isSettled = ({ a, x, s, e }: Rows): SQL =>
  sql`(${isDone(s)} or ${x}.excused_at is not null or (not ${isOwed(e, fallsDueAt(a, x))} and coalesce(${s}.attempt, 0) = 0))`

/** Not settled, and it can still be submitted. */
export const isToDo = (rows: Rows, now: SQL): SQL => sql`(not ${isSettled(rows)} and not ${isClosed(rows.a, rows.x, now)})`
