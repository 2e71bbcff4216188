/** The groups in which assignments are listed: what a student does next, and what waits for staff. Server and web share the names; the server's modules/assignments/lists/groups.ts has the same rules in SQL. */

import { isPast } from '#rules/late-policy.ts'
import { isClosed, isDueSoon, isOver } from '#rules/owed-work.ts'

/** In the order of the list. */
export const ownGroups = ['OVERDUE', 'RETURNED', 'DUE_SOON', 'LATER', 'CLOSED', 'SUBMITTED', 'GRADED', 'EXCUSED', 'BEFORE_JOINING'] as const
export type OwnGroup = (typeof ownGroups)[number]

/** For staff: waiting for marks, open to students, drafts, and ended. */
export const classGroups = ['TO_GRADE', 'RUNNING', 'DRAFTS', 'ENDED'] as const
export type ClassGroup = (typeof classGroups)[number]

type Terms = { status: 'DRAFT' | 'PUBLISHED' | 'CLOSED'; dueAt: string | null; closesAt: string | null }
type Work = { status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED' | null; isExcused: boolean; beforeJoining: boolean }

/** Nothing can be submitted in an archived course. */
export function getOwnGroup({ work, isArchived, ...terms }: Terms & { isArchived: boolean; work: Work | null }, now: number): OwnGroup {
  const group = work && getGroupOfWork(work, isArchived)
  if (group) return group
  if (isArchived) return 'CLOSED'
  if (isPast(terms.dueAt, now)) return 'OVERDUE'
  // Before it was due.
  if (isClosed(terms, now)) return 'CLOSED'
  return isDueSoon(terms.dueAt, now) ? 'DUE_SOON' : 'LATER'
}

/** Undefined if dates decide. */
function getGroupOfWork({ status, isExcused, beforeJoining }: Work, isArchived: boolean): OwnGroup | undefined {
  if (isExcused) return 'EXCUSED'
  if (status === 'GRADED' || status === 'SUBMITTED') return status
  if (status === 'RETURNED' && !isArchived) return 'RETURNED'
  return beforeJoining ? 'BEFORE_JOINING' : undefined
}

export function getClassGroup({ counts, ...terms }: Terms & { counts: { toGrade: number } | null }, now: number): ClassGroup {
  if (terms.status === 'DRAFT') return 'DRAFTS'
  if (counts && counts.toGrade > 0) return 'TO_GRADE'
  return isOver(terms, now) ? 'ENDED' : 'RUNNING'
}

/** Done work is listed newest first, work to do soonest first. */
const doneGroups: readonly string[] = ['CLOSED', 'SUBMITTED', 'GRADED', 'EXCUSED', 'BEFORE_JOINING', 'ENDED']
export const getGroupSort = (group: OwnGroup | ClassGroup): 'dueAt' | '-dueAt' => (doneGroups.includes(group) ? '-dueAt' : 'dueAt')
