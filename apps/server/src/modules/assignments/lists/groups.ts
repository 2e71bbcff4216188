/** The groups of rules/work-groups.ts of the contract in SQL, and how many assignments are in each. */

import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { soonDays } from '@lms/contract/rules/owed-work'
import { effectiveDueAt, isExcused } from '#access/exceptions.ts'
import { shownStatus } from '#access/held-marks.ts'
import { fallsDueAt, isClosed, isOverForClass, isOwed, isPast } from '#access/owed-work.ts'

interface Rows {
  isArchived: SQL
  assignment: SQLWrapper
  exception: SQLWrapper
  submission: SQLWrapper
  enrolment: SQLWrapper
}

export const isDueSoon = ({ assignment, exception }: Pick<Rows, 'assignment' | 'exception'>, now: SQL): SQL =>
  sql`coalesce(${effectiveDueAt(assignment, exception)} <= ${now} + ${sql.raw(`interval '${soonDays * 24} hours'`)}, false)`

/** Of an `assignment`, whether its course is archived, and a student's `exception`, `submission` and `enrolment`. */
export const ownGroup = ({ isArchived, assignment, exception, submission, enrolment }: Rows, now: SQL): SQL<string> => sql`(case
  when ${exception}.excused_at is not null then 'EXCUSED'
  when ${shownStatus(submission)} in ('GRADED', 'SUBMITTED') or (${shownStatus(submission)} = 'RETURNED' and not ${isArchived}) then ${shownStatus(submission)}::text
  when not ${isOwed(enrolment, fallsDueAt(assignment, exception))} then 'BEFORE_JOINING'
  when ${isArchived} then 'CLOSED'
  when ${isPast(effectiveDueAt(assignment, exception), now)} then 'OVERDUE'
  when ${isClosed(assignment, exception, now)} then 'CLOSED'
  when ${isDueSoon({ assignment, exception }, now)} then 'DUE_SOON' else 'LATER' end)`

/** The submissions `submission` of students of the course that wait for a mark. */
export const waitingWork = (assignment: SQLWrapper): SQL => sql`submissions submission
  join course_students student on student.course_id = submission.course_id and student.user_id = submission.student_id
  where submission.assignment_id = ${assignment}.id and submission.status = 'SUBMITTED' and not ${isExcused(sql`submission.assignment_id`, sql`submission.student_id`)}`

export const isToGrade = (assignment: SQLWrapper): SQL => sql`exists (select 1 from ${waitingWork(assignment)})`
export const countToGrade = (assignment: SQLWrapper): SQL => sql`(select count(*) from ${waitingWork(assignment)})`
export const waitingSince = (assignment: SQLWrapper): SQL => sql`(select min(submission.submitted_at) from ${waitingWork(assignment)})`

/** Of an `assignment` of a class. */
export const classGroup = (assignment: SQLWrapper, now: SQL): SQL<string> => sql`(case
  when ${assignment}.status = 'DRAFT' then 'DRAFTS'
  when ${isToGrade(assignment)} then 'TO_GRADE'
  when ${isOverForClass(assignment, now)} then 'ENDED' else 'RUNNING' end)`
