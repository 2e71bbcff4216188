import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
/** Replies that came after the page was opened: how many, and the way to them. */
import type { Reply } from '@lms/contract/discussions'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session.ts'
import { pageSize, type ThreadParams } from './use-thread.ts'

type CountedList = { dataUpdatedAt: number; isFetching: boolean; hasNextPage: boolean }

/**
 * Number of comments by others, of `count`, that came since the list was loaded; nothing moves until they are requested. A list that was
 * loaded again, such as after a visit to another tab, shows them only if it has the last page.
 */
export function useArrivals(count: number, isCountFetching: boolean, list: CountedList) {
  // Before the first list, and after `forget`, whatever the next one brings is no news.
  const [known, setKnown] = useState({ at: 0, count: Infinity })
  if (known.at !== list.dataUpdatedAt && !isCountFetching && !list.isFetching)
    setKnown({ at: list.dataUpdatedAt, count: list.hasNextPage ? Math.min(count, known.count) : count })
  return {
    arrivals: list.isFetching || isCountFetching ? 0 : Math.max(0, count - known.count),
    forget: (): void => setKnown({ ...known, count: Infinity }),
  }
}

/**
 * Leads to the first reply that came after `activity`, on whatever page or in whatever branch: one that is not shown is loaded with its
 * neighbours. If older ones are unread too, and far away, it leads to the first of them.
 */
export function useShowArrivals(
  params: ThreadParams,
  activity: string,
  { goTo, forget }: { goTo: (id: string) => void; forget: () => void },
) {
  const client = useQueryClient()
  const me = useSession((session) => session.user?.id)
  return useMutation({
    mutationFn: () => api.discussions.listComments({ params, query: { limit: pageSize, around: 'NEW' } }),
    onSuccess: async ({ items }) => {
      const others = items
        .flatMap((comment): Reply[] => [comment, ...comment.replies])
        .filter(({ author, deleted }) => !deleted && author?.id !== me)
      forget()
      const first = others.find(({ createdAt }) => createdAt > activity) ?? others[0]
      await client.invalidateQueries({ queryKey: ['discussions'] })
      // Once it is rendered.
      if (first) requestAnimationFrame(() => goTo(first.id))
    },
  })
}
