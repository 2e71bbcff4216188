/** A student's own submissions in SQL, including those whose course, week or assignment was deleted. */

import { and, desc, eq, gte, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { isSeen, unlockedWeek } from '#access/conditions.ts'
import { isExcused } from '#access/exceptions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
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
  isExcused: sql<boolean>`${isExcused(submissions.assignmentId, submissions.studentId)}`,
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

const { placeholder } = sql
const isOwn = eq(submissions.studentId, placeholder('studentId'))
const isDeleted = sql`(${courses.deletedAt} is not null or ${weeks.deletedAt} is not null or ${assignments.deletedAt} is not null)`
const existing = and(
  isOwn,
  isNull(assignments.deletedAt),
  sql`${assignments.status} <> 'DRAFT'`,
  unlockedWeek(placeholder('now')),
  isNull(courses.deletedAt),
  isSeen,
)
const wanted = {
  existing,
  /** Students see no result that is held. */
  graded: and(
    existing,
    gte(submissions.gradedAt, placeholder('since')),
    eq(submissions.isHeld, false),
    inArray(submissions.status, ['GRADED', 'RETURNED']),
  ),
  deleted: and(isOwn, isDeleted),
}
type Kind = keyof typeof wanted

/** Newest first, after drafts; or the newest result first. */
const ownPage = prepared((db, kind: Kind, window: PageShape) =>
  selectOwn(db, wanted[kind])
    .orderBy(kind === 'graded' ? desc(submissions.gradedAt) : sql`${submissions.submittedAt} desc nulls first`, desc(submissions.id))
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped),
)
const ownTotal = prepared((db, kind: Kind) => countOwn(db, wanted[kind]))

const pageOf = (db: Db, kind: Kind, values: { studentId: string; now?: string; since?: string }, page: Page) =>
  paged(
    (limit, offset) => ownPage(db, { ...values, offset }, kind, pageShape(limit, offset)),
    () => ownTotal(db, values, kind),
    page,
  )

type OwnPage = Page & { gradedSince?: string | undefined }
export const listOwnSubmissions = (db: Db, studentId: string, { gradedSince: since, ...page }: OwnPage, now: Date) =>
  pageOf(db, since ? 'graded' : 'existing', { studentId, now: now.toISOString(), ...(since && { since }) }, page)
export const listOwnDeletedSubmissions = (db: Db, studentId: string, page: Page) => pageOf(db, 'deleted', { studentId }, page)

const deletedOne = prepared((db) => selectOwn(db, and(eq(submissions.id, placeholder('id')), wanted.deleted)))
export const findOwnDeletedSubmission = async (db: Db, id: string, studentId: string) => (await deletedOne(db, { id, studentId }))[0]
