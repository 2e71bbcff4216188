/** Words for the groups of assignments, and the state of a student's work. */

import type { AssignmentRow, WorkCounts } from '@lms/contract/assignments'
import { isMissing, isToDo, isDueSoon, soonDays } from '@lms/contract/rules/owed-work'
import type { ClassGroup, OwnGroup } from '@lms/contract/rules/work-groups'
import type { StatusName } from '#ui/status-icon.tsx'

export const groupTitles: Record<OwnGroup | ClassGroup, string> = {
  OVERDUE: 'Overdue',
  RETURNED: 'Returned to you',
  DUE_SOON: `Next ${soonDays} days`,
  LATER: 'Later',
  CLOSED: 'Closed',
  SUBMITTED: 'Submitted',
  GRADED: 'Graded',
  EXCUSED: 'Excused',
  BEFORE_JOINING: 'Before you enrolled',
  TO_GRADE: 'To grade',
  RUNNING: 'Running',
  DRAFTS: 'Drafts',
  ENDED: 'Ended',
}

/** What is to do, and overdue or due soon: as the server counts it. */
export const countToDo = (rows: readonly AssignmentRow[], now: number): number =>
  rows.filter((row) => isToDo(row, row.work, now) && isDueSoon(row.dueAt, now)).length

/** The state of the student's work, for its icon and label. */
export function getState({ work, ...terms }: Pick<AssignmentRow, 'dueAt' | 'closesAt' | 'status' | 'work'>, now: number): StatusName {
  if (work?.isExcused) return 'excused'
  if (work?.status === 'GRADED') return 'graded'
  if (work?.status === 'RETURNED') return 'returned'
  if (work?.status === 'SUBMITTED') return 'submitted'
  if (work?.beforeJoining) return 'before-joining'
  // Students only see assignments of open weeks.
  if (isMissing({ ...terms, isOpen: true, beforeJoining: false, isExcused: false }, work, now)) return 'missing'
  return work?.status === 'DRAFT' ? 'draft' : 'not-started'
}

export const countToGrade = (counts: WorkCounts | null): number => counts?.toGrade ?? 0
