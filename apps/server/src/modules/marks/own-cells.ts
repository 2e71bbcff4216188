/** A student's own marks, as they may see them. */

import type { EnrolmentPeriod } from '@lms/contract/rules/owed-work'
import { asStudentSees } from '#access/held-marks.ts'
import type { Db } from '#db/drizzle.ts'
import type { Column } from '#modules/marks/queries.ts'
import { toCell } from '#modules/marks/rules.ts'
import { readWork } from '#modules/marks/work/queries.ts'

/** Reads the work on these assignments, of one course or several; marks that are held are not in it. */
export async function readOwnWork(db: Db, columns: readonly Column[], studentId: string) {
  const getWork = await readWork(db, columns, [studentId])
  return ({ id }: Pick<Column, 'id'>) => {
    const { work, exception } = getWork(studentId, id)
    return { work: work && asStudentSees({ ...work, isExcused: Boolean(exception?.excusedAt) }), exception }
  }
}
export type OwnWork = Awaited<ReturnType<typeof readOwnWork>>

/** What students do not see counts in no figure of theirs. */
export const isShown = ({ isOpen }: Pick<Column, 'isOpen'>): boolean => isOpen

/** One cell for each of these columns of a course. */
export const toOwnCells = (columns: readonly Column[], ownOf: OwnWork, enrolled: readonly EnrolmentPeriod[], now: Date) =>
  columns.map((column) => toCell(column, { ...ownOf(column), enrolled }, now))
