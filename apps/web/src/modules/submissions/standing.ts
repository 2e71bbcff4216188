/** Whether work may be handed in now, foretold for the screen: the server's clock and rules decide. */
import type { Assignment, LatePolicy } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'

export type Standing = 'not-open' | 'open' | 'late' | 'closed' | 'used-up' | 'graded'

type Terms = Pick<Assignment, 'status' | 'availableFrom' | 'dueAt' | 'closesAt' | 'maxAttempts'>
type Work = Pick<Submission, 'status' | 'attempt' | 'gradedBy'>

const minute = 60_000
const aDay = 86_400_000

/** Milliseconds past an instant; the instant's own minute still counts as in time. */
const past = (limit: string, now: number): number => now - (Math.floor(Date.parse(limit) / minute) + 1) * minute

export const isPast = (limit: string | null, now: number): boolean => limit !== null && past(limit, now) >= 0

export function standingOf(terms: Terms, work: Work | null, now: number): Standing {
  if (terms.status === 'CLOSED') return 'closed'
  if (terms.availableFrom && now < Date.parse(terms.availableFrom)) return 'not-open'
  if (isPast(terms.closesAt, now)) return 'closed'
  // What the machine alone has marked may be tried again.
  if (work?.status === 'GRADED' && work.gradedBy) return 'graded'
  if (terms.maxAttempts !== null && (work?.attempt ?? 0) >= terms.maxAttempts && work?.status !== 'RETURNED') return 'used-up'
  return isPast(terms.dueAt, now) ? 'late' : 'open'
}

export const mayHandIn = (standing: Standing): boolean => standing === 'open' || standing === 'late'

/** “3 h”, “2 days”: how much later than due. */
export function lateBy(dueAt: string, submittedAt: string): string {
  const size = Math.max(0, past(dueAt, Date.parse(submittedAt)))
  if (size < 60 * minute) return `${Math.max(1, Math.ceil(size / minute))} min`
  if (size < 2 * aDay) return `${Math.floor(size / (60 * minute))} h`
  return `${Math.floor(size / aDay)} days`
}

type LateWork = { marks: number; maxMarks: number; dueAt: string | null; submittedAt: string | null }

/** What lateness takes off, as the server reckons it: a share of the maximum for each begun day, never below the floor. */
export function deductionOf(policy: LatePolicy, { marks, maxMarks, dueAt, submittedAt }: LateWork): number {
  if (policy.kind !== 'PERCENT_PER_DAY' || !dueAt || !submittedAt || !isPast(dueAt, Date.parse(submittedAt))) return 0
  const days = Math.ceil((past(dueAt, Date.parse(submittedAt)) + 1) / aDay)
  const lowest = Math.min(marks, (policy.floor / 100) * maxMarks)
  return Math.round(Math.min((policy.percent / 100) * maxMarks * days, marks - lowest) * 100) / 100
}
