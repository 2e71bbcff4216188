/** What brings a student's attendance to the rate that a course needs. Pure. */

import { statusMeanings, type MadeUpAs } from '#rules/attendance-rate.ts'

type Status = keyof typeof statusMeanings

export interface AttendanceSoFar {
  /** The statuses that count, of all marked sessions. */
  statuses: readonly Status[]
  /** Absences with a recording that can still be watched. */
  recordings: number
  /** Sessions to come, and those that are not marked yet. */
  toCome: number
  madeUpAs: MadeUpAs
}

/** Watch so many recordings and be present in so many sessions to come; then the rate is `percentage`. */
export interface Way {
  watch: number
  attend: number
  percentage: number
}
/** `most`: the highest rate that is still possible. */
export type AttendanceGoal = { state: 'REACHED'; most: number } | { state: 'OUT_OF_REACH'; most: number } | { state: 'OPEN'; ways: Way[] }

/** The rate after watching and attending; null if nothing counts. */
function getRateAfter({ statuses, madeUpAs }: AttendanceSoFar, watch: number, attend: number): number | null {
  const counted = statuses.filter((status) => statusMeanings[status] !== 'NOT_REQUIRED').length
  const attended = statuses.filter((status) => statusMeanings[status] === 'DONE').length
  const made = madeUpAs === 'PRESENT' ? { attended: watch, counted: 0 } : { attended: 0, counted: -watch }
  const total = counted + made.counted + attend
  return total === 0 ? null : Math.floor((100 * (attended + made.attended + attend)) / total)
}

/**
 * The ways to a rate of `needed` percent, the cheapest first: recordings only, sessions only, and if neither is enough, all recordings and the
 * fewest sessions. While no session counts there is no rate, and that is enough.
 */
export function getAttendanceGoal(soFar: AttendanceSoFar, needed: number): AttendanceGoal {
  const { recordings, toCome } = soFar
  const rateAfter = (watch: number, attend: number) => getRateAfter(soFar, watch, attend) ?? 100
  const fewest = (most: number, rate: (count: number) => number) => {
    const counts = Array.from({ length: most }, (_, index) => index + 1)
    return counts.find((count) => rate(count) >= needed)
  }
  const most = rateAfter(recordings, toCome)
  if (rateAfter(0, 0) >= needed) return { state: 'REACHED', most }
  if (most < needed) return { state: 'OUT_OF_REACH', most }
  const watch = fewest(recordings, (count) => rateAfter(count, 0))
  const attend = fewest(toCome, (count) => rateAfter(0, count))
  const both = watch === undefined && attend === undefined ? fewest(toCome, (count) => rateAfter(recordings, count)) : undefined
  const ways = [
    watch !== undefined && { watch, attend: 0 },
    attend !== undefined && { watch: 0, attend },
    both !== undefined && { watch: recordings, attend: both },
  ].filter((way) => way !== false)
  return { state: 'OPEN', ways: ways.map((way) => ({ ...way, percentage: rateAfter(way.watch, way.attend) })) }
}
