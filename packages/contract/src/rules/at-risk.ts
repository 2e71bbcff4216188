/** When a student is at risk in a course, and why: one rule for trainers and the student. The server sorts by the same rule in SQL. */

import type { AttendanceRate } from '#rules/attendance-rate.ts'

export interface AtRiskLimits {
  /** At risk from this many days without a visit. */
  daysAway: number
  /** At risk from this many missing assignments. */
  missing: number
  /** At risk below this attendance rate, in percent. */
  attendance: number
}

export const defaultAtRiskLimits: AtRiskLimits = { daysAway: 14, missing: 2, attendance: 75 }

/** With fewer marked sessions, the attendance rate says too little. */
export const leastMarkedSessions = 3

/** What is known of a student in a course. */
export interface StudentState {
  /** The latest of: last visit, enrolment, first day of the course. Before that nobody expected a visit. */
  awaySince: string
  /** Missing assignments, as in rules/owed-work.ts. */
  missing: number
  attendance: Pick<AttendanceRate, 'percentage' | 'marked'>
  /** Nobody is at risk in a course that is archived or over. */
  isRunning: boolean
}

export type AtRiskReason =
  | { kind: 'VISIT'; days: number }
  | { kind: 'MISSING'; count: number }
  | { kind: 'ATTENDANCE'; percentage: number; needed: number }

const dayMs = 86_400_000

/** Whole days of 24 hours. `now` in milliseconds. */
const daysSince = (time: string, now: number): number => Math.floor((now - Date.parse(time)) / dayMs)

/** Why a student is at risk, in this order: visit, missing, attendance. None: not at risk. */
export function getAtRiskReasons(state: StudentState, limits: AtRiskLimits, now: number): AtRiskReason[] {
  if (!state.isRunning) return []
  const { attendance, missing } = state
  const days = daysSince(state.awaySince, now)
  const reasons: AtRiskReason[] = []
  if (days >= limits.daysAway) reasons.push({ kind: 'VISIT', days })
  if (missing >= limits.missing) reasons.push({ kind: 'MISSING', count: missing })
  if (attendance.percentage !== null && attendance.marked >= leastMarkedSessions && attendance.percentage < limits.attendance)
    reasons.push({ kind: 'ATTENDANCE', percentage: attendance.percentage, needed: limits.attendance })
  return reasons
}

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`

/** For trainers: “No visit for 15 days”, “4 missing”, “60 % attendance”. */
export function formatReason(reason: AtRiskReason): string {
  if (reason.kind === 'VISIT') return `No visit for ${count(reason.days, 'day')}`
  return reason.kind === 'MISSING' ? `${reason.count} missing` : `${reason.percentage} % attendance`
}

/** For the student: what the same reason asks of them. */
export function formatStep(reason: AtRiskReason): string {
  if (reason.kind === 'VISIT') return `Continue where you stopped ${count(reason.days, 'day')} ago`
  if (reason.kind === 'MISSING') return `Submit ${count(reason.count, 'missing assignment')}`
  return `Attend the next sessions: your attendance is ${reason.percentage} %, ${reason.needed} % is expected`
}

/** “No visit for 14 days, 2 missing assignments, or attendance below 75 %” */
export const formatLimits = ({ daysAway, missing, attendance }: AtRiskLimits): string =>
  `No visit for ${count(daysAway, 'day')}, ${count(missing, 'missing assignment')}, or attendance below ${attendance} %`
