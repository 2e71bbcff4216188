/** The groups of rules/work-groups.ts of the contract in SQL, and how many assignments are in each. */

import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { soonDays } from '@lms/contract/rules/owed-work'
import { effectiveDueAt, isExcused } from '#access/exceptions.ts'
import { shownStatus } from '#access/held-marks.ts'
import { fallsDueAt, isClosed, isEnrolled, isOverForClass, isOwed, isPast } from '#access/owed-work.ts'

interface Rows {
  isArchived: SQL
  a: SQLWrapper
  x: SQLWrapper
  s: SQLWrapper
  e: SQLWrapper
}

export const isDueSoon = ({ a, x }: Pick<Rows, 'a' | 'x'>, now: SQL): SQL =>
  sql`coalesce(${effectiveDueAt(a, x)} <= ${now} + ${sql.raw(`interval '${soonDays * 24} hours'`)}, false)`

/** Of an assignment `a`, whether its course is archived, and a student's exception `x`, submission `s` and enrolment `e`. */
export const ownGroup = ({ isArchived, a, x, s, e }: Rows, now: SQL): SQL<string> => sql`(case
  when ${x}.excused_at is not null then 'EXCUSED'
  when ${shownStatus(s)} in ('GRADED', 'SUBMITTED') or (${shownStatus(s)} = 'RETURNED' and not ${isArchived}) then ${shownStatus(s)}::text
  when not ${isOwed(e, fallsDueAt(a, x))} then 'BEFORE_JOINING'
  when ${isArchived} then 'CLOSED'
  when ${isPast(effectiveDueAt(a, x), now)} then 'OVERDUE'
  when ${isClosed(a, x, now)} then 'CLOSED'
  when ${isDueSoon({ a, x }, now)} then 'DUE_SOON' else 'LATER' end)`

/** The submissions `s` of students of the course that wait for a mark. */
export const waitingWork = (a: SQLWrapper): SQL => sql`submissions s
  join enrolments e on e.course_id = s.course_id and e.user_id = s.student_id and ${isEnrolled(sql`e`)}
  where s.assignment_id = ${a}.id and s.status = 'SUBMITTED' and not ${isExcused(sql`s.assignment_id`, sql`s.student_id`)}`

export const isToGrade = (a: SQLWrapper): SQL => sql`exists (select 1 from ${waitingWork(a)})`
export const countToGrade = (a: SQLWrapper): SQL => sql`(select count(*) from ${waitingWork(a)})`
export const waitingSince = (a: SQLWrapper): SQL => sql`(select min(s.submitted_at) from ${waitingWork(a)})`

/** Of an assignment `a` of a class. */
export const classGroup = (a: SQLWrapper, now: SQL): SQL<string> => sql`(case
  when ${a}.status = 'DRAFT' then 'DRAFTS'
  when ${isToGrade(a)} then 'TO_GRADE'
  when ${isOverForClass(a, now)} then 'ENDED' else 'RUNNING' end)`
