/** The user's notices. */

import { infiniteQueryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiMutation } from '#lib/api-hooks.ts'
import { api } from '#lib/api.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { serverNow } from '#lib/server-clock.ts'

/** Newest first, a page at a time. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices', 'listNotices'],
  queryFn: ({ pageParam, signal }) => api.notices.listNotices({ query: { limit: 20, ...(pageParam && { after: pageParam }) } }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
})

export const useUpdateNotices = apiMutation('notices', 'updateNotices', { invalidates: ['notices'] })

const readAfterMs = 2000

/**
 * Marks the notices about what a screen shows as read, so that the bell does not count them and no email repeats them. `about`: the ids of
 * what is shown; `loadedAt`: when it was loaded, by the device's clock, because what came later is not shown yet. Asks again only when the
 * bell has another number.
 */
export function useReadNotices(about: readonly string[], loadedAt: number): void {
  const unread = useNavBadges(({ notices = 0 }) => notices)
  const ids = about.join()
  const known = useRef('')
  const latest = useRef(loadedAt)
  const { mutate } = useUpdateNotices({
    onSaved: (reply) => {
      known.current = `${ids} ${reply.unread}`
      useNavBadges.setState({ notices: reply.unread })
    },
  })
  useEffect(() => {
    latest.current = loadedAt
  })
  useEffect(() => {
    if (unread === 0 || ids === '' || known.current === `${ids} ${unread}`) return undefined
    const timer = setTimeout(() => {
      const shownAt = new Date(serverNow() - (Date.now() - latest.current)).toISOString()
      mutate({ body: { about: ids.split(','), shownAt } })
    }, readAfterMs)
    return () => clearTimeout(timer)
  }, [ids, unread, mutate])
}
