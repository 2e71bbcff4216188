/** Exceptions for a student of an assignment: more time, or excused; and who is reminded of it. Shared by server and web. */

import { canSubmit, getSubmissionWindow, isBeforeOpening } from '#rules/submission-window.ts'

/** Maximum students per call. */
export const exceptionLimit = 500

/** Minimum milliseconds between two reminders to a student. */
const reminderPauseMs = 86_400_000

/** Whether a student was reminded too recently for another email. `now` in milliseconds. */
export const isRecentlyReminded = (remindedAt: string | null, now: number): boolean =>
  remindedAt !== null && now - Date.parse(remindedAt) < reminderPauseMs

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

/** Why students get no more time for it. Closed by hand, it is closed for everybody. */
export function whyNotExtended({ status, dueAt }: Pick<Terms, 'status' | 'dueAt'>): 'closed' | 'no-due-time' | undefined {
  if (status === 'CLOSED') return 'closed'
  return dueAt === null ? 'no-due-time' : undefined
}

/** Whether students see the assignment and what it asks. `isWeekOpen`: its week is published and unlocked. `now` in milliseconds. */
export const canBeAnswered = (
  assignment: Pick<Terms, 'status'> & { availableFrom: string | null; isWeekOpen: boolean },
  now: number,
): boolean => assignment.status !== 'DRAFT' && assignment.isWeekOpen && !isBeforeOpening(assignment, now)

/** Of students who submitted nothing, whether one with these times can still submit. */
export const canStillSubmit = (terms: Omit<Parameters<typeof getSubmissionWindow>[0], 'beforeJoining'>, now: number): boolean =>
  canSubmit(getSubmissionWindow({ ...terms, beforeJoining: false }, null, now))
