/** What lateness costs. Apart from whether work is late, which most pages ask. */

import { getLateness, isPast, type LatePolicy, type Submitted } from '#rules/late-policy.ts'
import { roundMarks } from '#rules/marks.ts'
import { fromWallTime, toWallTime } from '#rules/wall-clock.ts'

const day = 86_400_000

type LateWork = {
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
