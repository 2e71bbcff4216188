/** The order of grading (the list's filter, as it was when grading began), the next submission, and the page after the last. */

import { Button, Flex } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Assignment } from '@lms/contract/assignments'
import type { RosterRow, Submission } from '@lms/contract/submissions'
import { api } from '#lib/api.ts'
import { changeCached } from '#lib/cached.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadingScreen, Page } from '#ui/page.tsx'
import { submissionQuery, submissionsQuery } from './api.ts'
import { ReleaseDialog } from './held-marks.tsx'
import { readFilter, type SubmissionFilter, type SubmissionTab, toQuery, toSearchParams } from './submission-filter.tsx'

export type SubmissionNeighbours = { place: string; previous: string | null; next: string | null; nextToGrade: string | null }

type QueueItem = { id: string; isToGrade: boolean }

const toQueueItems = ({ submissionId, attempt, status, excuseReason }: RosterRow): QueueItem[] =>
  submissionId !== null && attempt > 0 ? [{ id: submissionId, isToGrade: status === 'SUBMITTED' && excuseReason === null }] : []

type Place = { courseId: string; assignmentId: string; filter: Omit<SubmissionFilter, 'page'> }

export const gradingQueueKey = 'grading-queue'

/**
 * Its key is not under `submissions`, so that saving a grade does not remove the student from the queue while the grader
 * works through it. The list of submissions removes it from the cache: grading from there starts with what the list shows.
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

/** The submission that has waited longest: where grading starts. */
const firstToGrade = (courseId: string, assignmentId: string) =>
  api.submissions
    .listSubmissions({ params: { courseId, assignmentId }, query: { status: 'to-grade', sort: 'submittedAt', limit: 1 } })
    .then(({ items }) => items[0]?.submissionId ?? null)

const tabEndings: Record<SubmissionTab, string> = {
  'to-grade': ' to grade',
  graded: ' graded',
  returned: ' returned',
  'not-submitted': '',
  missing: '',
  excused: ' excused',
  'before-joining': '',
  all: '',
}

const freshMs = 30_000

/** `busy` are submissions that others have open; the others come first. */
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
  // After the last comes the first again: skipped ones are offered once more.
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
  /** The queue stays as it was when grading started; only the state of its submissions changes. */
  const setToGrade = (isToGrade: boolean): void =>
    changeCached(client, queue.queryKey, (all: QueueItem[] | undefined) =>
      all?.map((item) => (item.id === id ? { ...item, isToGrade } : item)),
    )
  return { neighbours, isLoading: isPending, setToGrade, roster: paths.submissions.to({ courseId, assignmentId }, toSearchParams(filter)) }
}

/** Runs an action at once, or as soon as the page is ready for it. */
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

/** Leads to the oldest work of an assignment that waits to be graded. */
export function GradeNext({ courseId, assignmentId }: { courseId: string; assignmentId: string }) {
  const navigate = useNavigate()
  const find = useMutation({ mutationFn: () => firstToGrade(courseId, assignmentId) })
  const go = (): void =>
    find.mutate(undefined, {
      onSuccess: (submissionId) =>
        // Somebody else may have graded it in the meantime; the roster shows that.
        void navigate(
          submissionId
            ? paths.submission.to({ submissionId, courseId }, { tab: 'to-grade' })
            : paths.submissions.to({ courseId, assignmentId }),
        ),
    })
  return (
    <Button loading={find.isPending} onClick={go}>
      Grade next
    </Button>
  )
}

type Props = { assignment: Assignment; /** The URL of the list that was graded. */ roster: string }

/** After the last one: go back, or release held marks. */
export function AllGraded({ assignment: { id: assignmentId, courseId, title }, roster }: Props) {
  const [isAsking, setAsking] = useState(false)
  const place = { courseId, assignmentId }
  const list = useQuery(submissionsQuery({ params: place, query: { status: 'to-grade', sort: 'submittedAt', limit: 1 } }))
  if (list.isPending) return <LoadingScreen />
  // Even without a response, the link back is shown.
  const { counts, held = 0 } = list.data ?? {}
  const left = counts?.toGrade ?? 0
  const crumbs = [
    { label: 'Assignments', to: paths.assignments.to() },
    { label: title, to: roster },
  ]
  const back = (
    <Button component={Link} to={roster} variant={left > 0 || held > 0 ? 'default' : 'filled'}>
      Back to submissions
    </Button>
  )
  return (
    <Page title={title} crumbs={crumbs} kind="reading">
      <div role="status">
        <EmptyState
          title={left > 0 ? 'All graded in this list.' : 'All graded.'}
          action={
            <Flex component="span" wrap="wrap" gap={8}>
              {back}
              {held > 0 && (
                <Button variant={left > 0 ? 'default' : 'filled'} onClick={() => setAsking(true)}>
                  Release {pluralize(held, 'mark')}
                </Button>
              )}
              {left > 0 && <GradeNext {...place} />}
            </Flex>
          }
        >
          {left > 0
            ? `${pluralize(left, 'other submission waits', 'other submissions wait')} to be graded.`
            : held > 0
              ? 'Students do not see held marks until you release them.'
              : 'No submission of this assignment waits for a mark.'}
        </EmptyState>
      </div>
      {isAsking && <ReleaseDialog place={place} count={held} toGrade={left} onClose={() => setAsking(false)} />}
    </Page>
  )
}
