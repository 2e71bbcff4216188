/** Exceptions for a student of an assignment: more time, or excused. Shared by server and web. */

/** Maximum students per call. */
export const exceptionLimit = 500

/** Minimum milliseconds between two reminders to a student. */
const reminderPause = 86_400_000

/** Whether a student was reminded too recently for another email. `now` in milliseconds. */
export const isRecentlyReminded = (remindedAt: string | null, now: number): boolean =>
  remindedAt !== null && now - Date.parse(remindedAt) < reminderPause

type Times = { dueAt: string | null; closesAt: string | null }
export type AssignmentException = Times & { excusedAt: string | null }

const getLater = (time: string, other: string | null | undefined): string => (other && Date.parse(other) > Date.parse(time) ? other : time)

/** The assignment as it applies to the student. An extension never shortens the time, even if the assignment's due time is moved later. */
export function withException<A extends Times>(assignment: A, exception: AssignmentException | null | undefined) {
  const { dueAt, closesAt } = assignment
  return {
    ...assignment,
    dueAt: dueAt && getLater(dueAt, exception?.dueAt),
    closesAt: closesAt && getLater(getLater(closesAt, exception?.closesAt), exception?.dueAt),
    isExcused: Boolean(exception?.excusedAt),
  }
}
