/** What a status means, and the attendance rate: one rule for the server, its export and every screen (decision 0009). */

import { isOwed, type EnrolmentPeriod } from '#rules/owed-work.ts'

type Status = 'PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED'

/** For rate and progress, of live sessions and recordings alike. Without a status a session is required and not done. */
export const statusMeanings = {
  PRESENT: 'DONE',
  LATE: 'DONE',
  ABSENT: 'NOT_DONE',
  EXCUSED: 'NOT_REQUIRED',
} as const satisfies Record<Status, 'DONE' | 'NOT_DONE' | 'NOT_REQUIRED'>

/** What an absence counts as once the student has watched the recording: a setting of each course. */
export type MadeUpAs = 'PRESENT' | 'EXCUSED'

/** The status that counts. `watchedAt`: when the student had watched the recording, or null. In SQL: access/make-up.ts. */
export const getCountedStatus = (record: { status: Status | null; watchedAt: string | null }, madeUpAs: MadeUpAs): Status | null =>
  record.status === 'ABSENT' && record.watchedAt !== null ? madeUpAs : record.status

export type AttendanceRate = {
  /** (Present + late) ÷ marked sessions, without excused ones, rounded down; null if nothing counts. */
  percentage: number | null
  /** Sessions with any mark, and sessions held: shown with the percentage. */
  marked: number
  sessions: number
}

/** Over before the student enrolled. `endsAt`: null for recordings, which can be watched later. */
export const isBeforeJoining = ({ endsAt }: { endsAt: string | null }, periods: readonly EnrolmentPeriod[] | null): boolean =>
  !isOwed(periods, endsAt)

type Own = { held: boolean; beforeJoining: boolean; status: Status | null }

/** Whether a session is one of the student’s: marked, or held while they were enrolled. */
export const isOwnSession = ({ held, beforeJoining, status }: Own): boolean => status !== null || (held && !beforeJoining)

/**
 * One entry per session of a student. `held`: somebody is marked in it, or its week is open and it has started. `status` is the one that counts
 * (`getCountedStatus`), null if the student is not marked.
 */
export function getAttendanceRate(sessions: readonly Own[]): AttendanceRate {
  const statuses = sessions.filter(isOwnSession).map(({ status }) => status)
  const marked = statuses.filter((status) => status !== null)
  const counted = marked.filter((status) => statusMeanings[status] !== 'NOT_REQUIRED')
  const attended = counted.filter((status) => statusMeanings[status] === 'DONE')
  const percentage = counted.length === 0 ? null : Math.floor((100 * attended.length) / counted.length)
  return { percentage, marked: marked.length, sessions: statuses.length }
}

/** “6 of 13 sessions marked” */
export const formatRateBase = ({ marked, sessions }: Pick<AttendanceRate, 'marked' | 'sessions'>): string =>
  `${marked} of ${sessions} ${sessions === 1 ? 'session' : 'sessions'} marked`
