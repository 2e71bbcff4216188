/** Where a submission stands in the row that is being graded, and which ones are beside it. */
import type { Submission } from '@lms/contract/submissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#lib/paths.ts'
import type { Neighbours } from './grading-head.tsx'
import { submissionQuery } from './api.ts'
import { gradingQueueQuery } from './grading-queue.ts'
import { readFilter, type SubmissionTab, toSearchParams } from './submission-filter.ts'

const ends: Record<SubmissionTab, string> = { 'to-grade': ' to grade', graded: ' graded', late: ' late', missing: '', all: '' }

const freshMs = 30_000

export function useGradingQueue({ id, assignmentId, courseId }: Pick<Submission, 'id' | 'assignmentId' | 'courseId'>) {
  const client = useQueryClient()
  const [search] = useSearchParams()
  const { tab, search: words, sort } = readFilter(search)
  const filter = { tab, search: words, sort }
  const { data: items = [] } = useQuery(gradingQueueQuery({ courseId, assignmentId, filter }))
  const index = items.findIndex((item) => item.id === id)
  const previousId = items[index - 1]?.id ?? null
  // Work that is not in the row, such as after a reload, leads to the first that waits.
  const nextId = (index < 0 ? items[0] : items[index + 1])?.id ?? null

  useEffect(() => {
    for (const submissionId of [nextId, previousId]) {
      if (submissionId) void client.prefetchQuery({ ...submissionQuery({ params: { submissionId, courseId } }), staleTime: freshMs })
    }
  }, [client, courseId, nextId, previousId])

  const to = (submissionId: string | null): string | null =>
    submissionId && paths.submission.to({ submissionId, courseId }, toSearchParams(filter))
  const neighbours: Neighbours = {
    place: index < 0 ? (items.length > 0 ? `${items.length} more${ends[tab]}` : '') : `${index + 1} of ${items.length}${ends[tab]}`,
    previous: to(previousId),
    next: to(nextId),
  }
  return { neighbours, roster: paths.submissions.to({ courseId, assignmentId }, toSearchParams(filter)) }
}
