/** What waits to be graded: an assignment a row, the longest waiting first. */
import type { AssignmentRow } from '@lms/contract/assignments'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useFirstLoad } from '#lib/first-load.ts'
import { toGradeOf } from '#features/assignments/index.ts'
import { toGradeQuery } from '#features/assignments/api.ts'
import { submissionsQuery } from '#features/submissions/api.ts'

/** So many assignments are shown with their oldest submission; the number of all stands in the title. */
const most = 8

export type Grading = { row: AssignmentRow; waiting: number; oldest: { submissionId: string; at: string } | null }

const oldestFirst = (one: Grading, other: Grading): number => (one.oldest?.at ?? '9').localeCompare(other.oldest?.at ?? '9')

export function useGrading() {
  const list = useQuery(toGradeQuery())
  const waiting = list.data ?? []
  const shown = waiting.slice(0, most)
  const oldest = useQueries({
    queries: shown.map(({ id, courseId }) =>
      submissionsQuery({ params: { courseId, assignmentId: id }, query: { status: 'to-grade', sort: 'submittedAt', limit: 1 } }),
    ),
  })
  const gradings = shown.map((row, index): Grading => {
    const first = oldest[index]?.data?.items[0]
    return {
      row,
      waiting: toGradeOf(row.counts),
      oldest: first?.submissionId && first.submittedAt ? { submissionId: first.submissionId, at: first.submittedAt } : null,
    }
  })
  return {
    list,
    total: waiting.reduce((sum, row) => sum + toGradeOf(row.counts), 0),
    gradings: gradings.sort(oldestFirst),
    isFirstLoad: useFirstLoad(list, ...oldest),
  }
}
