/** The place of a submission in the queue that is being graded, and its neighbours. */
import type { Submission } from '@lms/contract/submissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#lib/paths.ts'
import type { SubmissionNeighbours } from './grading-head.tsx'
import { submissionQuery } from './api.ts'
import { gradingQueueQuery } from './grading-queue.ts'
import { readFilter, type SubmissionTab, toSearchParams } from './submission-filter.ts'

const tabEndings: Record<SubmissionTab, string> = {
  'to-grade': ' to grade',
  graded: ' graded',
  returned: ' returned',
  'not-submitted': '',
  missing: '',
  excused: ' excused',
  all: '',
}

const freshMs = 30_000

/** `busy` are submissions that others have open: those that nobody has come first. */
export function useGradingQueue(
  { id, assignmentId, courseId }: Pick<Submission, 'id' | 'assignmentId' | 'courseId'>,
  busy: ReadonlySet<string>,
) {
  const client = useQueryClient()
  const [search] = useSearchParams()
  const { tab, late, search: words, sort } = readFilter(search)
  const filter = { tab, late, search: words, sort }
  const queue = gradingQueueQuery({ courseId, assignmentId, filter })
  const { data: items = [], isPending } = useQuery(queue)
  const index = items.findIndex((item) => item.id === id)
  const previousId = items[index - 1]?.id ?? null
  // A submission outside the queue, such as after a reload, leads to the first in it.
  const nextId = (index < 0 ? items[0] : items[index + 1])?.id ?? null
  // After the last comes the first again: what was skipped is offered once more.
  const after = [...items.slice(index + 1), ...items.slice(0, Math.max(index, 0))]
  const toGrade = after.filter((item) => item.isToGrade && item.id !== id)
  const nextToGradeId = (toGrade.find((item) => !busy.has(item.id)) ?? toGrade[0])?.id ?? null

  useEffect(() => {
    for (const submissionId of new Set([nextToGradeId, nextId, previousId])) {
      if (submissionId) void client.prefetchQuery({ ...submissionQuery({ params: { submissionId, courseId } }), staleTime: freshMs })
    }
  }, [client, courseId, nextToGradeId, nextId, previousId])

  const to = (submissionId: string | null): string | null =>
    submissionId && paths.submission.to({ submissionId, courseId }, toSearchParams(filter))
  const neighbours: SubmissionNeighbours = {
    place:
      index < 0 ? (items.length > 0 ? `${items.length} more${tabEndings[tab]}` : '') : `${index + 1} of ${items.length}${tabEndings[tab]}`,
    previous: to(previousId),
    next: to(nextId),
    nextToGrade: to(nextToGradeId),
  }
  /** The queue stays as it was when grading started; only what waits in it changes. */
  const setToGrade = (isToGrade: boolean): void =>
    void client.setQueryData(queue.queryKey, (all) => all?.map((item) => (item.id === id ? { ...item, isToGrade } : item)))
  return { neighbours, isLoading: isPending, setToGrade, roster: paths.submissions.to({ courseId, assignmentId }, toSearchParams(filter)) }
}

/** Does what was asked for at once, or as soon as the page is ready for it. */
export function useOnceReady(isReady: boolean, action: () => void): { act: () => void; isWaiting: boolean } {
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting || !isReady) return
    setWaiting(false)
    action()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, with what the page shows by then
  }, [isWaiting, isReady])
  return { act: () => (isReady ? action() : setWaiting(true)), isWaiting }
}
