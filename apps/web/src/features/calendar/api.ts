/** The user's calendar. */

import { useQueryClient } from '@tanstack/react-query'
import { apiMutation, apiQuery } from '#lib/api-hooks.ts'
import { changeCached } from '#lib/cached.ts'

export const mySessionsQuery = apiQuery('calendar', 'listMySessions')
export const calendarAddressQuery = apiQuery('calendar', 'getCalendarAddress')
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
