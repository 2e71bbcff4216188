/** The attendance rate: one rule for the server, its export and every screen (decision 0009). */

type Status = 'PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED'

export type AttendanceRate = {
  /** (Present + late) ÷ marked sessions, without excused ones, rounded down; null if nothing counts. */
  percentage: number | null
  /** Sessions with any mark, and sessions held: shown with the percentage. */
  marked: number
  sessions: number
}

/** One entry per session held so far, null if the user is not marked. */
export function getAttendanceRate(statuses: readonly (Status | null)[]): AttendanceRate {
  const marked = statuses.filter((status) => status !== null)
  const counted = marked.filter((status) => status !== 'EXCUSED')
  const attended = counted.filter((status) => status !== 'ABSENT')
  const percentage = counted.length === 0 ? null : Math.floor((100 * attended.length) / counted.length)
  return { percentage, marked: marked.length, sessions: statuses.length }
}

/** A live session counts from its start; a recording as soon as its week is open. */
export const hasStarted = (startsAt: string | null, now: number): boolean => startsAt === null || Date.parse(startsAt) <= now

/** “6 of 13 sessions marked” */
export const formatRateBase = ({ marked, sessions }: Pick<AttendanceRate, 'marked' | 'sessions'>): string =>
  `${marked} of ${sessions} ${sessions === 1 ? 'session' : 'sessions'} marked`
