/** Totals of marks, and what counts in them; shared by server and web. */

import { isPast } from '#rules/late-policy.ts'
import { isClosed, isMissing } from '#rules/owed-work.ts'

/** When missing work counts as 0: once it can no longer be submitted, from the due time, or never. */
export type MissingCounts = 'CLOSED' | 'DUE' | 'NEVER'

export type MarkState = 'GRADED' | 'TO_GRADE' | 'RETURNED' | 'MISSING' | 'NOT_DUE' | 'BEFORE_JOINING' | 'EXCUSED'

type Assignment = {
  status: 'DRAFT' | 'PUBLISHED' | 'CLOSED'
  dueAt: string | null
  closesAt: string | null
  /** Whether its week is published and unlocked. */
  isOpen: boolean
  isExcused: boolean
  beforeJoining: boolean
}
type Terms = Omit<Assignment, 'isExcused' | 'beforeJoining'>
type Work = { status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'; attempt: number }

/** Whether work that is missing now counts as 0. `now` in milliseconds. */
export function isMissingCounted(assignment: Terms, missingCounts: MissingCounts, now: number): boolean {
  if (missingCounts === 'NEVER' || !assignment.isOpen) return false
  return isClosed(assignment, now) || (missingCounts === 'DUE' && isPast(assignment.dueAt, now))
}

/** `assignment` as it applies to the student: rules/assignment-exceptions.ts and rules/owed-work.ts. */
export function getMarkState(assignment: Assignment, work: Work | null, now: number): MarkState {
  if (assignment.isExcused) return 'EXCUSED'
  if (work?.status === 'GRADED' || work?.status === 'RETURNED') return work.status
  if (work && work.attempt > 0) return 'TO_GRADE'
  if (assignment.beforeJoining) return 'BEFORE_JOINING'
  return isMissing(assignment, work, now) ? 'MISSING' : 'NOT_DUE'
}

export type Part = {
  state: MarkState
  /** Null until a mark is given. */
  marks: number | null
  maxMarks: number
  /** Null: same as the maximum. */
  weight: number | null
  /** Whether the work counts as 0 if it is missing, and with its earlier mark if it was returned. */
  isMissingCounted: boolean
  /** Whether its week is published and unlocked: what students do not see counts in no total. */
  isOpen: boolean
}

export const getWeight = ({ weight, maxMarks }: Pick<Part, 'weight' | 'maxMarks'>): number => weight ?? maxMarks

type Counting = Pick<Part, 'state' | 'marks' | 'isMissingCounted' | 'isOpen'>

/** Returned work waits for another attempt; if none is possible any more, its mark counts. Without a mark it never does. */
export function isCounted({ state, marks, isMissingCounted: isOver, isOpen }: Counting): boolean {
  if (!isOpen) return false
  if (state === 'MISSING') return isOver
  return marks !== null && (state === 'GRADED' || (state === 'RETURNED' && isOver))
}

/** Share of the maximum, 0 to 1. */
export const getShare = ({ state, marks, maxMarks }: Pick<Part, 'state' | 'marks' | 'maxMarks'>): number =>
  (state === 'GRADED' || state === 'RETURNED') && maxMarks > 0 ? (marks ?? 0) / maxMarks : 0

/** To six decimals, so that 70 is not 69.999…, which screens would round down. */
const round = (percent: number) => Math.round(percent * 1e6) / 1e6

function average(parts: readonly Part[]): number | null {
  const weights = parts.reduce((sum, part) => sum + getWeight(part), 0)
  return weights === 0 ? null : round((100 * parts.reduce((sum, part) => sum + getShare(part) * getWeight(part), 0)) / weights)
}

/** In percent; null if nothing counts yet. */
export const getTotal = (parts: readonly Part[]): number | null => average(parts.filter(isCounted))

const withoutWork = new Set<MarkState>(['MISSING', 'NOT_DUE'])
const withMark = new Set<MarkState>(['GRADED', 'RETURNED'])

/** The final total if nothing else is submitted: what is not submitted counts as 0, unless it never counts; ungraded work is left out. */
export function getTotalIfNothingMore(parts: readonly Part[], missingCounts: MissingCounts): number | null {
  if (missingCounts === 'NEVER') return getTotal(parts)
  return average(parts.filter(({ state, marks, isOpen }) => isOpen && (withoutWork.has(state) || (withMark.has(state) && marks !== null))))
}
