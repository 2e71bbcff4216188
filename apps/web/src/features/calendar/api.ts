/** The user's calendar. */

import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { OwnSession } from '@lms/contract/calendar'
import { type ApiProblem } from '@lms/contract/client'
import { apiMutation, apiQuery } from '#lib/api-hooks.ts'
import { fetchAllPages, pageLimit } from '#lib/api-lists.ts'
import { api } from '#lib/api.ts'
import { changeCached } from '#lib/cached.ts'

export const calendarAddressQuery = apiQuery('calendar', 'getCalendarAddress')
/** All live sessions of the user's courses between two instants; those of a term fit on a few pages. */
export const mySessionsQuery = (query: { from: string; to: string }) =>
  queryOptions<OwnSession[], ApiProblem>({
    queryKey: ['calendar', 'mySessions', query],
    queryFn: ({ signal }) =>
      fetchAllPages((page) => api.calendar.listMySessions({ query: { ...query, page, limit: pageLimit } }, { signal })),
  })
const mySessionPageQuery = apiQuery('calendar', 'listMySessions')
/** The first one from an instant on, however far away. */
export const nextSessionQuery = (from: string) => mySessionPageQuery({ query: { from, limit: 1 } })
const useReset = apiMutation('calendar', 'resetCalendarAddress')

/** The response replaces the cached data. */
export function useResetCalendarAddress(onDone?: () => void) {
  const client = useQueryClient()
  const { mutate, isPending } = useReset()
  const reset = (): void =>
    mutate(undefined, {
      onSuccess: (reply) => {
        changeCached(client, calendarAddressQuery().queryKey, () => reply)
        onDone?.()
      },
    })
  return { reset, isPending }
}
