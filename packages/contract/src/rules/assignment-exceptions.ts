/** Exceptions for a student of an assignment: more time, or excused. Shared by server and web. */

/** Maximum students per call. */
export const exceptionLimit = 500

/** Minimum milliseconds between two reminders to a student. */
const reminderPause = 86_400_000

/** Whether a student was reminded too recently for another email. `now` in milliseconds. */
export const isRecentlyReminded = (remindedAt: string | null, now: number): boolean =>
  remindedAt !== null && now - Date.parse(remindedAt) < reminderPause

type Times = { dueAt: string | null; closesAt: string | null }
type Terms = Times & { status: 'DRAFT' | 'PUBLISHED' | 'CLOSED' }
export type AssignmentException = Times & {
  /** Closed work that was returned may be submitted again until then. */
  reopenedUntil: string | null
  excusedAt: string | null
}

const getLater = (time: string, other: string | null | undefined): string => (other && Date.parse(other) > Date.parse(time) ? other : time)

/** The assignment as it applies to the student. An extension never shortens the time, even if the assignment's due time is moved later. */
export function withException<A extends Terms>(assignment: A, exception: AssignmentException | null | undefined) {
  const { dueAt, closesAt, status } = assignment
  const reopenedUntil = exception?.reopenedUntil ?? null
  const isReopened = status === 'CLOSED' && reopenedUntil !== null
  const ownTimes = [exception?.closesAt, exception?.dueAt, reopenedUntil]
  return {
    ...assignment,
    status: isReopened ? ('PUBLISHED' as const) : status,
    dueAt: dueAt && getLater(dueAt, exception?.dueAt),
    closesAt: isReopened ? reopenedUntil : closesAt && ownTimes.reduce<string>(getLater, closesAt),
    isExcused: Boolean(exception?.excusedAt),
  }
}
