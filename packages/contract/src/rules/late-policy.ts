/** Late deductions (after Canvas's late policy), shared by server and web. */
import { roundMarks } from '#rules/marks.ts'

const minute = 60_000
const day = 86_400_000

export type LatePolicy = { kind: 'NONE' | 'FLAG' | 'PERCENT_PER_DAY'; percent: number; floor: number }

/** Milliseconds since a deadline passed; negative before. The deadline's own minute is still on time. */
export const getTimePast = (deadline: string, at: number): number => at - (Math.floor(Date.parse(deadline) / minute) + 1) * minute

export const isPast = (deadline: string | null, at: number): boolean => deadline !== null && getTimePast(deadline, at) >= 0

type Submitted = { status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'; submittedAt: string | null; effectiveSubmittedAt: string | null }

/** The time that applies to work submitted at `now`: returned work keeps its time, because the trainer asked for more. */
export function getEffectiveTime(work: Submitted | null, now: string): string {
  const wasReturned = work?.status === 'RETURNED' || work?.effectiveSubmittedAt !== work?.submittedAt
  return (wasReturned && work?.effectiveSubmittedAt) || now
}

/** A mark from a file is final: graded again with the same mark, nothing is taken off. */
export const staysFinal = (before: { isFinal: boolean; marks: number | null }, marks: number | null | undefined): boolean =>
  before.isFinal && before.marks === marks

export type LateWork = {
  marks: number
  maxMarks: number
  dueAt: string | null
  /** The time that lateness is counted by: of work that was returned, the submission before it was returned. Null: not submitted. */
  effectiveSubmittedAt: string | null
}

/** The deduction: `percent` of the maximum for each started day, never below `floor` percent of the maximum, never more than the marks. */
export function getLateDeduction(policy: LatePolicy, { marks, maxMarks, dueAt, effectiveSubmittedAt }: LateWork): number {
  if (policy.kind !== 'PERCENT_PER_DAY' || !dueAt || !effectiveSubmittedAt) return 0
  const late = getTimePast(dueAt, Date.parse(effectiveSubmittedAt))
  if (late < 0) return 0
  const days = Math.ceil((late + 1) / day)
  const lowest = Math.min(marks, (policy.floor / 100) * maxMarks)
  return roundMarks(Math.min((policy.percent / 100) * maxMarks * days, marks - lowest))
}

/** The most that submitting at `now` loses by lateness. */
export const getLateCost = (
  { latePolicy, maxMarks, lateAfter }: { latePolicy: LatePolicy; maxMarks: number; lateAfter: string | null },
  work: Submitted | null,
  now: string,
): number =>
  getLateDeduction(latePolicy, { marks: maxMarks, maxMarks, dueAt: lateAfter, effectiveSubmittedAt: getEffectiveTime(work, now) })
