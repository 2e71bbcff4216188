/** A student's assignments in the groups that answer “what do I do next?”. */
import type { AssignmentRow, WorkCounts } from '@lms/contract/assignments'
import { isPast } from '@lms/contract/rules/late-policy'
import { isClosed, isMissing, isOver, isToDo } from '@lms/contract/rules/owed-work'
import type { StatusName } from '#ui/status-icon.tsx'

export const groupNames = [
  'Overdue',
  'Returned to you',
  'Due this week',
  'Later',
  'Closed',
  'Submitted',
  'Graded',
  'Excused',
  'Before you joined',
] as const
export type GroupName = (typeof groupNames)[number]

const doneNames = new Set<GroupName>(['Closed', 'Submitted', 'Graded', 'Excused', 'Before you joined'])

const aWeek = 7 * 86_400_000

export function getGroupName(row: Pick<AssignmentRow, 'status' | 'dueAt' | 'closesAt' | 'isArchived' | 'work'>, now: number): GroupName {
  const { dueAt, isArchived, work } = row
  if (work?.isExcused) return 'Excused'
  if (work?.status === 'GRADED') return 'Graded'
  if (work?.status === 'SUBMITTED') return 'Submitted'
  if (work?.status === 'RETURNED' && !isArchived) return 'Returned to you'
  if (work?.beforeJoining) return 'Before you joined'
  if (isArchived) return 'Closed'
  if (isPast(dueAt, now)) return 'Overdue'
  // Before it was due.
  if (isClosed(row, now)) return 'Closed'
  if (dueAt === null) return 'Later'
  return Date.parse(dueAt) - now <= aWeek ? 'Due this week' : 'Later'
}

/** Work to do is sorted soonest first, without a date last; done work is sorted the other way round. */
const byDue = (sign: 1 | -1) => (a: AssignmentRow, b: AssignmentRow) => sign * ((a.dueAt ?? '9') < (b.dueAt ?? '9') ? -1 : 1)

export function groupAssignments(rows: readonly AssignmentRow[], now: number): { name: GroupName; rows: AssignmentRow[] }[] {
  return groupNames.flatMap((name) => {
    const own = rows.filter((row) => getGroupName(row, now) === name).sort(byDue(doneNames.has(name) ? -1 : 1))
    return own.length > 0 ? [{ name, rows: own }] : []
  })
}

/** For the menu, the first page and the list: what is to do, and overdue or due within a week. */
export const countToDo = (rows: readonly AssignmentRow[], now: number): number =>
  rows.filter((row) => isToDo(row, row.work, now) && row.dueAt !== null && Date.parse(row.dueAt) - now <= aWeek).length

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

/** For staff: waiting for marks, open to students, drafts, and ended. */
export const classGroupNames = ['To grade', 'Running', 'Drafts', 'Ended'] as const
export type ClassGroupName = (typeof classGroupNames)[number]

export const countToGrade = (counts: WorkCounts | null): number => counts?.toGrade ?? 0

export function getCourseGroupName(
  { counts, ...terms }: Pick<AssignmentRow, 'status' | 'dueAt' | 'closesAt' | 'counts'>,
  now: number,
): ClassGroupName {
  if (terms.status === 'DRAFT') return 'Drafts'
  if (countToGrade(counts) > 0) return 'To grade'
  return isOver(terms, now) ? 'Ended' : 'Running'
}

export function groupCourseAssignments(rows: readonly AssignmentRow[], now: number): { name: ClassGroupName; rows: AssignmentRow[] }[] {
  return classGroupNames.flatMap((name) => {
    const own = rows.filter((row) => getCourseGroupName(row, now) === name).sort(byDue(name === 'Ended' ? -1 : 1))
    return own.length > 0 ? [{ name, rows: own }] : []
  })
}
