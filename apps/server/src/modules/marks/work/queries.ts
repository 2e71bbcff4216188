/** Students' work on the assignments of a course, and their exceptions, in SQL. */
import { and, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { assignmentExceptions, submissions } from '#db/schema/assignments.ts'
import type { Column } from '#modules/marks/queries.ts'

/** The submissions of these students to these assignments. */
const listWork = async (db: Db, columns: readonly Column[], studentIds: string[]) =>
  columns.length === 0 || studentIds.length === 0
    ? []
    : db
        .select({
          id: submissions.id,
          assignmentId: submissions.assignmentId,
          studentId: submissions.studentId,
          status: submissions.status,
          late: submissions.late,
          attempt: submissions.attempt,
          version: submissions.version,
          submittedAt: submissions.submittedAt,
          marks: submissions.marks,
          deduction: submissions.deduction,
          feedback: submissions.feedback,
          gradedBy: submissions.gradedBy,
          recordedBy: submissions.recordedBy,
          gradedAt: submissions.gradedAt,
          isHeld: submissions.isHeld,
        })
        .from(submissions)
        .where(
          and(
            inArray(
              submissions.assignmentId,
              columns.map(({ id }) => id),
            ),
            inArray(submissions.studentId, studentIds),
          ),
        )
export type Work = Awaited<ReturnType<typeof listWork>>[number]

const listExceptions = async (db: Db, columns: readonly Column[], studentIds: string[]) =>
  columns.length === 0 || studentIds.length === 0
    ? []
    : db
        .select()
        .from(assignmentExceptions)
        .where(
          and(
            inArray(
              assignmentExceptions.assignmentId,
              columns.map(({ id }) => id),
            ),
            inArray(assignmentExceptions.studentId, studentIds),
          ),
        )

/** The submission and the exception of each of these students for each of these assignments. */
export async function readWork(db: Db, columns: readonly Column[], studentIds: string[]) {
  const keyOf = (studentId: string, assignmentId: string) => `${studentId} ${assignmentId}`
  const byKey = <T extends { studentId: string; assignmentId: string }>(rows: T[]) =>
    new Map(rows.map((row) => [keyOf(row.studentId, row.assignmentId), row]))
  const work = byKey(await listWork(db, columns, studentIds))
  const exceptions = byKey(await listExceptions(db, columns, studentIds))
  return (studentId: string, assignmentId: string) => {
    const key = keyOf(studentId, assignmentId)
    return { work: work.get(key), exception: exceptions.get(key) }
  }
}
