/** The order in which work is graded: the roster's filter, as it was when grading began. */
import type { RosterRow } from '@lms/contract/submissions'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { toQuery, type SubmissionFilter } from './submission-filter.ts'

export type QueueItem = { id: string; isToGrade: boolean }

const toQueueItems = ({ submissionId, attempt, status, excuseReason }: RosterRow): QueueItem[] =>
  submissionId !== null && attempt > 0 ? [{ id: submissionId, isToGrade: status === 'SUBMITTED' && excuseReason === null }] : []

type Place = { courseId: string; assignmentId: string; filter: Omit<SubmissionFilter, 'page'> }

export const gradingQueueKey = 'grading-queue'

/**
 * Its key is none of the submissions', so that a grade given does not pull its student out of the row while the grader
 * walks along it. The roster throws it away: grading from there begins with what the roster shows.
 */
export const gradingQueueQuery = ({ courseId, assignmentId, filter }: Place) =>
  queryOptions({
    queryKey: [gradingQueueKey, courseId, assignmentId, filter],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<QueueItem[]> => {
      const items: QueueItem[] = []
      for (let page = 1; ; page += 1) {
        const part = await api.submissions.listSubmissions(
          { params: { courseId, assignmentId }, query: { ...toQuery(filter), page, limit: 100 } },
          { signal },
        )
        items.push(...part.items.flatMap(toQueueItems))
        if (page * part.limit >= part.total) return items
      }
    },
  })

/** The oldest that waits: where grading starts. */
export const firstToGrade = (courseId: string, assignmentId: string) =>
  api.submissions
    .listSubmissions({ params: { courseId, assignmentId }, query: { status: 'to-grade', sort: 'submittedAt', limit: 1 } })
    .then(({ items }) => items[0]?.submissionId ?? null)
