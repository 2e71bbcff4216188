/** Students' work on the assignments of a course, and their exceptions, in SQL. */

import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { assignmentExceptions, submissions } from '#db/schema/assignments.ts'
import type { Column } from '#modules/marks/queries.ts'

/** All that the cell of a gradebook shows: every further column of so many rows takes time. */
const ofCell = {
  id: submissions.id,
  assignmentId: submissions.assignmentId,
  studentId: submissions.studentId,
  status: submissions.status,
  late: submissions.late,
  attempt: submissions.attempt,
  marks: submissions.marks,
  deduction: submissions.deduction,
  gradedAt: submissions.gradedAt,
  isHeld: submissions.isHeld,
}
const whole = {
  ...ofCell,
  version: submissions.version,
  submittedAt: submissions.submittedAt,
  effectiveSubmittedAt: submissions.effectiveSubmittedAt,
  feedback: submissions.feedback,
  gradedBy: submissions.gradedBy,
  recordedBy: submissions.recordedBy,
}

const among = (column: PgColumn, name: string): SQL => sql`${column} = ${arrayPlaceholder(name)}`
const wanted = (table: { assignmentId: PgColumn; studentId: PgColumn }) =>
  and(among(table.assignmentId, 'assignmentIds'), among(table.studentId, 'studentIds'))

/** Work, an exception, or both, of a student for an assignment. */
const ownRows = prepared((db, isWhole: boolean) => {
  const work = db
    .select(isWhole ? whole : (ofCell as typeof whole))
    .from(submissions)
    .where(wanted(submissions))
    .as('work')
  const exception = db.select().from(assignmentExceptions).where(wanted(assignmentExceptions)).as('exception')
  return db
    .select({ work: work._.selectedFields, exception: exception._.selectedFields })
    .from(work)
    .fullJoin(exception, and(eq(exception.assignmentId, work.assignmentId), eq(exception.studentId, work.studentId)))
})
type Own = Awaited<ReturnType<typeof ownRows>>[number]
export type Work = NonNullable<Own['work']>
type CellWork = Pick<Work, keyof typeof ofCell>

const keyOf = (studentId: string, assignmentId: string) => `${studentId} ${assignmentId}`

async function read(db: Db, columns: readonly Column[], studentIds: string[], isWhole: boolean) {
  const values = { assignmentIds: columns.map(({ id }) => id), studentIds }
  const rows = columns.length === 0 || studentIds.length === 0 ? [] : await ownRows(db, values, isWhole)
  const byKey = new Map(
    rows.map(({ work, exception }) => {
      const { studentId, assignmentId } = (work ?? exception)!
      return [keyOf(studentId, assignmentId), { work: work ?? undefined, exception: exception ?? undefined }]
    }),
  )
  return (studentId: string, assignmentId: string) => byKey.get(keyOf(studentId, assignmentId)) ?? {}
}

type Reader<W> = (
  studentId: string,
  assignmentId: string,
) => { work?: W | undefined; exception?: NonNullable<Own['exception']> | undefined }

/** The submission and the exception of each of these students for each of these assignments. */
export const readWork = (db: Db, columns: readonly Column[], studentIds: string[]): Promise<Reader<Work>> =>
  read(db, columns, studentIds, true)
/** The same with what a cell of the gradebook shows. */
export const readCells = (db: Db, columns: readonly Column[], studentIds: string[]): Promise<Reader<CellWork>> =>
  read(db, columns, studentIds, false)
