/** Importing marks in SQL: resolving students and assignments, and imports that can be undone. */

import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { enrolledIn } from '#access/conditions.ts'
import { exceptionOfWork, ownTerms } from '#access/exceptions.ts'
import type { Db } from '#db/drizzle.ts'
import { assignmentExceptions, assignments, markImports, submissions, type ImportedChange } from '#db/schema/assignments.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { userColumns, users } from '#db/schema/users.ts'
import { markTerms } from '#modules/submissions/marks/queries.ts'

const grader = alias(users, 'grader')

/** Students of the course with one of these ids or emails. */
export const listImportStudents = (db: Db, courseId: string, ids: string[], emails: string[]) =>
  db
    .select({ ...userColumns(users), email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        enrolledIn(courseId),
        or(sql`${users.id} = any(${sql.param(ids)}::uuid[])`, sql`${users.email} = any(${sql.param(emails)}::text[])`),
      ),
    )
export type ImportStudent = Awaited<ReturnType<typeof listImportStudents>>[number]

/** Those of these ids that belong to anybody. */
export async function listUserIds(db: Db, ids: string[]): Promise<Set<string>> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} = any(${sql.param(ids)}::uuid[])`)
  return new Set(found.map(({ id }) => id))
}

/** Locked against changes and deletion until the transaction ends. */
export const shareAssignments = (db: Db, ids: string[]) =>
  db
    .select({ id: assignments.id })
    .from(assignments)
    .where(and(inArray(assignments.id, ids), isNull(assignments.deletedAt), ne(assignments.status, 'DRAFT')))
    .orderBy(asc(assignments.id))
    .for('share')

/** Submitted work with its marks; locked if these are to be saved. */
export function listImportWork(db: Db, assignmentIds: string[], studentIds: string[], { lock }: { lock: boolean }) {
  const work = db
    .select({
      id: submissions.id,
      assignmentId: submissions.assignmentId,
      courseId: submissions.courseId,
      studentId: submissions.studentId,
      status: submissions.status,
      attempt: submissions.attempt,
      submittedAt: submissions.submittedAt,
      version: submissions.version,
      marks: submissions.marks,
      late: submissions.late,
      dueAt: ownTerms.dueAt,
      isExcused: ownTerms.isExcused,
      effectiveSubmittedAt: submissions.effectiveSubmittedAt,
      deduction: submissions.deduction,
      isFinal: submissions.isFinal,
      questionMarks: submissions.questionMarks,
      feedback: submissions.feedback,
      gradedBy: submissions.gradedBy,
      gradedAt: submissions.gradedAt,
      isHeld: submissions.isHeld,
      terms: markTerms,
      grader: grader.name,
    })
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .leftJoin(assignmentExceptions, exceptionOfWork)
    .leftJoin(grader, eq(grader.id, submissions.gradedBy))
    .where(
      and(
        inArray(submissions.assignmentId, assignmentIds),
        sql`${submissions.studentId} = any(${sql.param(studentIds)}::uuid[])`,
        gt(submissions.attempt, 0),
      ),
    )
    .orderBy(asc(submissions.id))
  return lock ? work.for('update', { of: submissions }) : work
}
export type ImportWork = Awaited<ReturnType<typeof listImportWork>>[number]

/** Which of these students are excused from which of these assignments. */
export const listExcused = (db: Db, assignmentIds: string[], studentIds: string[]) =>
  db
    .select({ assignmentId: assignmentExceptions.assignmentId, studentId: assignmentExceptions.studentId })
    .from(assignmentExceptions)
    .where(
      and(
        inArray(assignmentExceptions.assignmentId, assignmentIds),
        sql`${assignmentExceptions.studentId} = any(${sql.param(studentIds)}::uuid[])`,
        isNotNull(assignmentExceptions.excusedAt),
      ),
    )

/** The course of one of these assignments, if the actor may know of it: as its trainer, or an admin. */
export async function findOtherCourse(db: Db, assignmentIds: string[], reader: { id: string; isAdmin: boolean }) {
  const [found] = await db
    .select({ title: courses.title })
    .from(assignments)
    .innerJoin(courses, eq(courses.id, assignments.courseId))
    .where(
      and(
        inArray(assignments.id, assignmentIds),
        isNull(courses.deletedAt),
        reader.isAdmin
          ? undefined
          : sql`exists (select from memberships m where m.course_id = ${courses.id} and m.user_id = ${reader.id} and m.role = 'TRAINER' and m.status = 'ACTIVE')`,
      ),
    )
    .limit(1)
  return found?.title
}

/** Also deletes imports of the course that are older than a day: they can no longer be undone. */
export async function insertMarkImport(db: Db, values: typeof markImports.$inferInsert & { createdAt: string }): Promise<string> {
  const dayBefore = new Date(Date.parse(values.createdAt) - 24 * 60 * 60 * 1000).toISOString()
  await db.delete(markImports).where(and(eq(markImports.courseId, values.courseId), lt(markImports.createdAt, dayBefore)))
  const [inserted] = await db.insert(markImports).values(values).returning({ id: markImports.id })
  return inserted!.id
}

export const lockMarkImport = async (db: Db, id: string, courseId: string) =>
  (
    await db
      .select()
      .from(markImports)
      .where(and(eq(markImports.id, id), eq(markImports.courseId, courseId)))
      .for('update')
  )[0]

export const updateUndone = (db: Db, id: string, undoneAt: string) => db.update(markImports).set({ undoneAt }).where(eq(markImports.id, id))

/** The current marks of an import's submissions. */
export const lockImported = (db: Db, changes: readonly ImportedChange[]) =>
  db
    .select({
      id: submissions.id,
      studentId: submissions.studentId,
      version: submissions.version,
      isHeld: submissions.isHeld,
      questionMarks: submissions.questionMarks,
      feedback: submissions.feedback,
      terms: markTerms,
    })
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .leftJoin(assignmentExceptions, exceptionOfWork)
    .where(sql`${submissions.id} = any(${sql.param(changes.map(({ id }) => id))}::uuid[])`)
    .orderBy(asc(submissions.id))
    .for('update', { of: submissions })
