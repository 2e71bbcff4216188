/** What waits to be graded: an assignment a row, the longest waiting first. */
import type { AssignmentRow } from '@lms/contract/assignments'
import { useQuery } from '@tanstack/react-query'
import { useFirstLoad } from '#lib/first-load.ts'
import { countToGrade } from '#features/assignments/index.ts'
import { toGradeQuery } from '#features/assignments/api.ts'

/** So many assignments are shown; the number of all submissions is in the title. */
const most = 8

const since = ({ counts }: AssignmentRow): string => counts?.oldest?.submittedAt ?? '9'

export function useGradingBacklog() {
  const list = useQuery(toGradeQuery())
  const waiting = list.data ?? []
  return {
    list,
    total: waiting.reduce((sum, row) => sum + countToGrade(row.counts), 0),
    gradings: waiting.toSorted((one, other) => since(one).localeCompare(since(other))).slice(0, most),
    isFirstLoad: useFirstLoad(list),
  }
}
