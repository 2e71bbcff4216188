/** One's own calendar. */
import { useQueryClient } from '@tanstack/react-query'
import { read, write } from '#lib/calls.ts'

export const calendarAddressQuery = read('calendar', 'getCalendarAddress')
const useReset = write('calendar', 'resetCalendarAddress')

/** The answer is what the page shows from now on. */
export function useResetCalendarAddress(onDone?: () => void) {
  const client = useQueryClient()
  const { mutate, isPending } = useReset()
  const reset = (): void =>
    mutate(undefined, {
      onSuccess: (reply) => {
        client.setQueryData(calendarAddressQuery().queryKey, reply)
        onDone?.()
      },
    })
  return { reset, isPending }
}
