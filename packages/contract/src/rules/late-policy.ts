/** When work is late (after Canvas's late policy), shared by server and web. */
const minute = 60_000

export type LatePolicy = { kind: 'NONE' | 'FLAG' | 'PERCENT_PER_DAY'; percent: number; floor: number }

/** When a deadline has passed: its own minute is still on time. */
export const getPastFrom = (deadline: string): number => (Math.floor(Date.parse(deadline) / minute) + 1) * minute

/** Milliseconds since a deadline passed; negative before. */
export const getMsPastDeadline = (deadline: string, at: number): number => at - getPastFrom(deadline)

export const isPast = (deadline: string | null, at: number): boolean => deadline !== null && getMsPastDeadline(deadline, at) >= 0

export type Submitted = {
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
