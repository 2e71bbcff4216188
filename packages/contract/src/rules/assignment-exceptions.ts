/** What differs for one student of an assignment: more time, or excused. Server and screens decide with the same function. */

/** So many students at once. */
export const exceptionLimit = 500

/** Milliseconds in which nobody is reminded twice. */
const reminderPause = 86_400_000

/** Whether a student was reminded so recently that another email would be too much. `now` in milliseconds. */
export const isRecentlyReminded = (remindedAt: string | null, now: number): boolean =>
  remindedAt !== null && now - Date.parse(remindedAt) < reminderPause

type Times = { dueAt: string | null; closesAt: string | null }
export type AssignmentException = Times & { excusedAt: string | null }

const getLater = (time: string, other: string | null | undefined): string => (other && Date.parse(other) > Date.parse(time) ? other : time)

/** The assignment as it counts for the student. An extension never takes time away, also if the assignment is given more time afterwards. */
export function withException<A extends Times>(assignment: A, exception: AssignmentException | null | undefined) {
  const { dueAt, closesAt } = assignment
  return {
    ...assignment,
    dueAt: dueAt && getLater(dueAt, exception?.dueAt),
    closesAt: closesAt && getLater(getLater(closesAt, exception?.closesAt), exception?.dueAt),
    isExcused: Boolean(exception?.excusedAt),
  }
}
