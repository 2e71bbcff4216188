/** Replies that came after the page was opened: how many, and the way to them. */

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '@lms/contract/discussions'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session.ts'
import { pageSize, type ThreadParams } from './use-thread.ts'

type Counted = {
  /** Of all comments but one’s own new ones. */
  count: number
  lastActivityAt: string
}
type CountedList = { dataUpdatedAt: number; isFetching: boolean; hasNextPage: boolean; hasPreviousPage: boolean }

/**
 * Number of comments by others that came since the list was loaded, and the time of the latest one before them; nothing moves until they
 * are requested. A list that was loaded again, such as after a visit to another tab, surely shows them only if it has all pages.
 */
export function useArrivals({ count, lastActivityAt }: Counted, isCountFetching: boolean, list: CountedList) {
  // Before the first list, and after `reset`, what the next one brings is not new.
  const [known, setKnown] = useState({ at: 0, count: Infinity, activity: '' })
  if (known.at !== list.dataUpdatedAt && !isCountFetching && !list.isFetching) {
    const isNews = (list.hasNextPage || list.hasPreviousPage) && count > known.count
    setKnown({ ...(isNews ? known : { count, activity: lastActivityAt }), at: list.dataUpdatedAt })
  }
  return {
    arrivals: list.isFetching || isCountFetching ? 0 : Math.max(0, count - known.count),
    activity: known.activity,
    reset: (): void => setKnown({ ...known, count: Infinity }),
  }
}

type Way = {
  /** That of the latest comment before what has arrived. */
  activity: string
  readUntil: string
  goTo: (id: string) => void
  reset: () => void
}

/**
 * Leads to the first reply that has arrived, on whatever page or in whatever branch: one that is not shown is loaded with its neighbours.
 * If older ones are unread too, and far away, it leads to the first of them.
 */
export function useShowArrivals(params: ThreadParams, { activity, readUntil, goTo, reset }: Way) {
  const client = useQueryClient()
  const me = useSession((session) => session.user?.id)
  return useMutation({
    mutationFn: () => api.discussions.listComments({ params, query: { limit: pageSize, around: 'NEW' } }),
    onSuccess: async ({ items }) => {
      const others = items
        .flatMap((comment): Reply[] => [comment, ...comment.replies])
        .filter(({ author, deleted }) => !deleted && author?.id !== me)
      const firstAfter = (time: string) => others.find(({ createdAt }) => createdAt > time)
      const first = firstAfter(activity) ?? firstAfter(readUntil)
      reset()
      await client.invalidateQueries({ queryKey: ['discussions'] })
      // Once it is rendered.
      if (first) requestAnimationFrame(() => goTo(first.id))
    },
  })
}
