/** The user's notices. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { apiMutation } from '#lib/api-hooks.ts'

/** Newest first, a page at a time. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices', 'listNotices'],
  queryFn: ({ pageParam, signal }) => api.notices.listNotices({ query: { limit: 20, ...(pageParam && { after: pageParam }) } }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
})

export const useUpdateNotices = apiMutation('notices', 'updateNotices', { invalidates: ['notices'] })
