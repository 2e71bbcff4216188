/** Cells and totals of one student, from database rows. Pure. */

import type { MarkCell } from '@lms/contract/marks'
import { withException, type AssignmentException } from '@lms/contract/rules/assignment-exceptions'
import { withEnrolment, type EnrolmentPeriod } from '@lms/contract/rules/owed-work'
import { getMarkState, getTotal, isMissingCounted, type MissingCounts, type Part } from '@lms/contract/rules/totals'

type Assignment = Omit<Parameters<typeof getMarkState>[0], 'isExcused' | 'beforeJoining'> & {
  closedAt: string | null
  missingCounts: MissingCounts
}
type Work = NonNullable<Parameters<typeof getMarkState>[1]> & {
  id: string
  late: boolean
  marks: number | null
  deduction: number
  gradedAt: string | null
  isHeld: boolean
}
type Weighed = Pick<Part, 'maxMarks' | 'weight' | 'isOpen'>

/** A student's work on an assignment. */
interface Own {
  work?: Work | undefined
  exception?: AssignmentException | undefined
  enrolled: readonly EnrolmentPeriod[] | null
}

export function toCell(assignment: Assignment, { work, exception, enrolled }: Own, now: Date): MarkCell {
  const own = withEnrolment(withException(assignment, exception), enrolled)
  const state = getMarkState(own, work ?? null, now.getTime())
  return {
    state,
    isMissingCounted: isMissingCounted(own, assignment.missingCounts, now.getTime()),
    extendedTo: own.dueAt === assignment.dueAt ? null : own.dueAt,
    ...(work ? toWorkCell(work, state) : noWork),
  }
}

const unmarked = { marks: null, deduction: 0, gradedAt: null }
const noWork = { ...unmarked, submissionId: null, late: false, attempt: 0, isHeld: false }

function toWorkCell({ id, late, attempt, isHeld, marks, deduction, gradedAt }: Work, state: MarkCell['state']) {
  const isMarked = state === 'GRADED' || state === 'RETURNED'
  return { submissionId: id, late: late && attempt > 0, attempt, isHeld, ...(isMarked ? { marks, deduction, gradedAt } : unmarked) }
}

export const toParts = (columns: readonly Weighed[], cells: readonly MarkCell[]): Part[] =>
  columns.map(({ maxMarks, weight, isOpen }, index) => {
    const { state, marks, isMissingCounted: isOver } = cells[index]!
    return { state, marks, maxMarks, weight, isOpen, isMissingCounted: isOver }
  })

const isOwed = ({ isOpen }: Weighed, { state }: MarkCell): boolean => isOpen && state !== 'EXCUSED' && state !== 'BEFORE_JOINING'

/** The mark so far, how much of the work has a mark, and how much is missing. */
export function toFigures(columns: readonly Weighed[], cells: readonly MarkCell[]) {
  const owed = cells.filter((cell, index) => isOwed(columns[index]!, cell))
  return {
    total: getTotal(toParts(columns, cells)),
    marked: owed.filter(({ marks }) => marks !== null).length,
    assignments: owed.length,
    missing: cells.filter(({ state }) => state === 'MISSING').length,
  }
}
