/** The server's lists of assignments, of these rows. */

import type { AssignmentRow } from '@lms/contract/assignments'
import { isToDo, isDueSoon } from '@lms/contract/rules/owed-work'
import { classGroups, getClassGroup, getOwnGroup, ownGroups } from '@lms/contract/rules/work-groups'

type Query = { page?: unknown; limit?: unknown; group?: unknown; courseId?: unknown; state?: unknown } | undefined

export function listsOf(all: readonly AssignmentRow[]) {
  const isStaff = all.some(({ counts }) => counts !== null)
  const groupOf = (row: AssignmentRow) => (isStaff ? getClassGroup(row, Date.now()) : getOwnGroup(row, Date.now()))
  const dueAt = (row: AssignmentRow) => row.dueAt ?? '9'
  const waitingSince = ({ counts }: AssignmentRow) => counts?.oldest?.submittedAt ?? '9'
  return {
    listMyAssignments: async ({ query }: { query?: Query } = {}) => {
      const [page, limit] = [Number(query?.page ?? 1), Number(query?.limit ?? 20)]
      const by = query?.state === 'TO_GRADE' ? waitingSince : dueAt
      const rows = all
        .filter((row) => query?.group === undefined || groupOf(row) === query.group)
        .toSorted((one, other) => by(one).localeCompare(by(other)))
      return { items: rows.slice((page - 1) * limit, page * limit), page, limit, total: rows.length }
    },
    countMyAssignments: async () => ({
      groups: [...ownGroups, ...classGroups].flatMap((group) => {
        const count = all.filter((row) => groupOf(row) === group).length
        return count > 0 ? [{ group, count }] : []
      }),
      dueSoon: all.filter((row) => isToDo(row, row.work, Date.now()) && isDueSoon(row.dueAt, Date.now())).length,
      toGrade: all.reduce((sum, { counts }) => sum + (counts?.toGrade ?? 0), 0),
    }),
  }
}
