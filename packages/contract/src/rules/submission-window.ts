/** Whether a student may submit now, shared by server and web. */

import { isPast } from '#rules/late-policy.ts'
import { attemptLimits } from '#rules/limits.ts'
import { getLateAfter } from '#rules/owed-work.ts'

export type SubmissionWindow = 'not-open' | 'open' | 'late' | 'closed' | 'used-up' | 'graded'

type Assignment = {
  status: 'DRAFT' | 'PUBLISHED' | 'CLOSED'
  availableFrom: string | null
  dueAt: string | null
  closesAt: string | null
  maxAttempts: number | null
  beforeJoining: boolean
  latePolicy: Parameters<typeof getLateAfter>[0]['latePolicy']
}
type Work = {
  status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'
  attempt: number
  gradedBy: unknown
  /** Who recorded the first attempt. */
  recordedBy?: unknown
}

/** Whether the last attempt is the one that staff recorded: always the first, and none of the student's. */
export const isRecorded = ({ attempt, recordedBy }: Pick<Work, 'attempt' | 'recordedBy'>): boolean => attempt === 1 && Boolean(recordedBy)

/** Students can read instructions and questions once it opens. `now` in milliseconds. */
export const isBeforeOpening = ({ availableFrom }: Pick<Assignment, 'availableFrom'>, now: number): boolean =>
  availableFrom !== null && now < Date.parse(availableFrom)

export const getMostAttempts = ({ maxAttempts }: Pick<Assignment, 'maxAttempts'>): number => maxAttempts ?? attemptLimits.count

/** `now` in milliseconds. */
export function getSubmissionWindow(assignment: Assignment, work: Work | null | undefined, now: number): SubmissionWindow {
  if (assignment.status === 'CLOSED') return 'closed'
  if (isBeforeOpening(assignment, now)) return 'not-open'
  if (isPast(assignment.closesAt, now)) return 'closed'
  // Automatically graded work may be resubmitted; work graded by a person has to be returned first.
  if (work?.status === 'GRADED' && work.gradedBy) return 'graded'
  // The recorded attempt is not one of the student, who may have a draft.
  const used = (work?.attempt ?? 0) - (work?.recordedBy ? 1 : 0)
  if (used >= getMostAttempts(assignment) && work?.status !== 'RETURNED') return 'used-up'
  return isPast(getLateAfter(assignment), now) ? 'late' : 'open'
}

export const canSubmit = (window: SubmissionWindow): boolean => window === 'open' || window === 'late'
