/** What is read of a thread: pages of its comments in both directions, more replies of a branch, and what is new. */
import type { Comment, Discussion, Reply } from '@lms/contract/discussions'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, type ApiProblem } from '#lib/api.ts'
import { useSession } from '#lib/session.ts'
import { useMarkRead } from './api.ts'

export type Place = { courseId: string; discussionId: string }
type Page = Awaited<ReturnType<typeof api.discussions.listComments>>
type Param = { after?: string; before?: string; around?: string }

/** Comments that are asked for at a time. */
const limit = 20

/** The page around a comment, or the first; earlier and later ones are added to it. */
export const useComments = (params: Place, around: string | null) =>
  useInfiniteQuery<Page, ApiProblem, InfiniteData<Page, Param>, unknown[], Param>({
    queryKey: ['discussions', 'thread', params.discussionId, around],
    queryFn: ({ pageParam, signal }) => api.discussions.listComments({ params, query: { limit, ...pageParam } }, { signal }),
    initialPageParam: around ? { around } : {},
    getNextPageParam: ({ next }) => (next ? { after: next } : null),
    getPreviousPageParam: ({ previous }) => (previous ? { before: previous } : null),
  })

/** Replies of a branch that did not come with it, from one of its replies on; nothing until they are asked for. */
export function useMoreReplies(params: Place, parentId: string, direction: 'after' | 'before', from: string | null) {
  const [isOpen, setOpen] = useState(false)
  const query = useInfiniteQuery<Page, ApiProblem, InfiniteData<Page, Param>, unknown[], Param>({
    queryKey: ['discussions', 'replies', parentId, direction, from],
    queryFn: ({ pageParam, signal }) => api.discussions.listComments({ params, query: { limit, parentId, ...pageParam } }, { signal }),
    enabled: isOpen && from !== null,
    initialPageParam: { [direction]: from ?? '' },
    getNextPageParam: ({ next, previous }) =>
      direction === 'after' ? (next ? { after: next } : null) : previous ? { before: previous } : null,
  })
  const pages = isOpen ? (query.data?.pages ?? []) : []
  return {
    replies: (direction === 'after' ? pages : pages.toReversed()).flatMap(({ items }): Reply[] => items),
    hasMore: isOpen && query.data ? query.hasNextPage : from !== null,
    isLoading: isOpen && query.isFetching,
    isError: isOpen && query.isError,
    load: (): void => {
      if (!isOpen) setOpen(true)
      else if (query.isError && !query.data) void query.refetch()
      else void query.fetchNextPage()
    },
  }
}

const readAfterMs = 2000

type LoadedList = { data: unknown; dataUpdatedAt: number; hasNextPage: boolean; hasPreviousPage: boolean }

/**
 * What was new when the page was opened stays marked until it is left. Once it has been looked at for two seconds, the server
 * remembers for all devices what has been read.
 */
export function useReading(discussion: Discussion, comments: readonly Comment[], list: LoadedList) {
  const me = useSession((session) => session.user?.id)
  const [since] = useState(discussion.readUntil)
  const { mutate } = useMarkRead()
  const marked = useRef('')
  const { id: discussionId, courseId, lastActivityAt } = discussion
  // What came after the list was loaded is not shown yet.
  const [known, setKnown] = useState({ at: 0, activity: '' })
  if (known.at !== list.dataUpdatedAt) setKnown({ at: list.dataUpdatedAt, activity: lastActivityAt })
  // From a link to a late comment on, earlier ones that are new have not been shown either.
  const hasEarlierNew = list.hasPreviousPage && (comments[0]?.createdAt ?? '') > since
  const isAll = list.data !== undefined && !list.hasNextPage
  const until = hasEarlierNew
    ? ''
    : isAll
      ? known.activity
      : comments
          .flatMap((comment) => [comment, ...comment.replies])
          .reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), '')
  useEffect(() => {
    if (until === '' || until <= marked.current || until <= since) return undefined
    const timer = setTimeout(() => {
      marked.current = until
      mutate({ params: { courseId, discussionId }, body: { until } })
    }, readAfterMs)
    return () => clearTimeout(timer)
  }, [until, since, courseId, discussionId, mutate])
  return {
    since,
    isNew: ({ createdAt, author, deleted }: Reply): boolean => !deleted && createdAt > since && author?.id !== me,
  }
}

/** How many comments others have added since the list was read; nothing moves until they are asked for. */
export function useArrivals(commentCount: number, isCountFetching: boolean, list: { dataUpdatedAt: number; isFetching: boolean }) {
  const [known, setKnown] = useState({ at: 0, count: commentCount })
  if (known.at !== list.dataUpdatedAt && !isCountFetching && !list.isFetching) setKnown({ at: list.dataUpdatedAt, count: commentCount })
  return list.isFetching || isCountFetching ? 0 : Math.max(0, commentCount - known.count)
}
