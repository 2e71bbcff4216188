/** Late deductions (after Canvas's late policy), shared by server and web. */
import { roundMarks } from '#rules/marks.ts'
import { fromWallTime, toWallTime } from '#rules/wall-clock.ts'

const minute = 60_000
const day = 86_400_000

export type LatePolicy = { kind: 'NONE' | 'FLAG' | 'PERCENT_PER_DAY'; percent: number; floor: number }

/** Milliseconds since a deadline passed; negative before. The deadline's own minute is still on time. */
export const getTimePast = (deadline: string, at: number): number => at - (Math.floor(Date.parse(deadline) / minute) + 1) * minute

export const isPast = (deadline: string | null, at: number): boolean => deadline !== null && getTimePast(deadline, at) >= 0

type Submitted = {
  status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'
  submittedAt: string | null
  effectiveSubmittedAt: string | null
  late: boolean
}

/**
 * Of work submitted at `now`: the time that lateness is counted by, and whether it is late. Once work was returned, it keeps its time in
 * all later attempts, because the trainer asked for more; if it was on time, it stays so, whatever the due time is by now.
 */
export function getLateness(work: Submitted | null, lateAfter: string | null, now: string) {
  const wasReturned = work?.status === 'RETURNED' || work?.effectiveSubmittedAt !== work?.submittedAt
  const kept = wasReturned ? work?.effectiveSubmittedAt : null
  const effectiveSubmittedAt = kept ?? now
  return { effectiveSubmittedAt, late: isPast(lateAfter, Date.parse(effectiveSubmittedAt)) && (!kept || work!.late) }
}

/** A mark from a file is final: graded again with the same mark, nothing is taken off. */
export const staysFinal = (before: { isFinal: boolean; marks: number | null }, marks: number | null | undefined): boolean =>
  before.isFinal && before.marks === marks

export type LateWork = {
  marks: number
  maxMarks: number
  dueAt: string | null
  /** Of the course. */
  timeZone: string
  /** The time that lateness is counted by: of work that was returned, the submission before it was returned. Null: not submitted. */
  effectiveSubmittedAt: string | null
}

/** The most that submitting at `now` loses by lateness. */
export function getLateCost(
  {
    latePolicy,
    maxMarks,
    lateAfter,
    timeZone,
  }: Pick<LateWork, 'maxMarks' | 'timeZone'> & { latePolicy: LatePolicy; lateAfter: string | null },
  work: Submitted | null,
  now: string,
): number {
  const { late, effectiveSubmittedAt } = getLateness(work, lateAfter, now)
  return late ? getLateDeduction(latePolicy, { marks: maxMarks, maxMarks, dueAt: lateAfter, timeZone, effectiveSubmittedAt }) : 0
}

/** Started days on the clock of the zone: each ends at the due time of day, also on the nights on which clocks change. */
function countLateDays(dueAt: string, at: number, zone: string): number {
  const due = toWallTime(Date.parse(dueAt), zone)
  const today = toWallTime(at, zone).slice(0, 10)
  const days = (Date.parse(today) - Date.parse(due.slice(0, 10))) / day
  const endOfToday = new Date(fromWallTime(today + due.slice(10), zone)).toISOString()
  return Math.max(1, days + Number(isPast(endOfToday, at)))
}

/** The deduction: `percent` of the maximum for each started day, never below `floor` percent of the maximum, never more than the marks. */
export function getLateDeduction(policy: LatePolicy, { marks, maxMarks, dueAt, timeZone, effectiveSubmittedAt }: LateWork): number {
  if (policy.kind !== 'PERCENT_PER_DAY' || !dueAt || !effectiveSubmittedAt) return 0
  const at = Date.parse(effectiveSubmittedAt)
  if (!isPast(dueAt, at)) return 0
  const days = countLateDays(dueAt, at, timeZone)
  const lowest = Math.min(marks, (policy.floor / 100) * maxMarks)
  return roundMarks(Math.min((policy.percent / 100) * maxMarks * days, marks - lowest))
}
