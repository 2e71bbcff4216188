/** The cache of server data: five minutes, retries where they can help, errors reported in one place. */

import { MutationCache, QueryClient } from '@tanstack/react-query'
import { isApiProblem, isUnavailable } from '#lib/api-errors.ts'
import { notify } from '#ui/toasts.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** First parts of the query keys that this change invalidates. */
      invalidates?: readonly string[]
      /** The screen shows the error itself, next to the field or in an alert. */
      errors?: 'inline'
      /** Whether that screen is still mounted. */
      isMounted?: () => boolean
    }
  }
}

const minutes = 60_000

const getStatus = (error: unknown): number => (isApiProblem(error) ? error.status : 0)

/** A response of 400 to 499 does not change on retry. An unavailable server is shown at once, and asked again below. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const status = getStatus(error)
  return failures < 3 && !(status >= 400 && status < 500) && !isUnavailable(error)
}

/** Milliseconds; a part is random, so that a class does not come back together. */
export const retryDelay = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000) * (1 + Math.random() / 4)

/** Milliseconds. An overloaded server says when to come back, with a part at random; the interval may not change while it runs. */
const getAskedPause = (error: unknown): number => (isApiProblem(error) ? (error.retryAfter ?? 0) * 1000 : 0)

/** While a failure because of an unavailable server is shown, it is asked again. */
export const refetchInterval = ({ state: { status, error } }: { state: { status: string; error: unknown } }): number | false =>
  status === 'error' && isUnavailable(error) ? Math.min(Math.max(4000, getAskedPause(error)), 30_000) : false

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    // Offline, a mutation fails at once and its screen shows that; waiting silently would look like saving.
    defaultOptions: {
      queries: { gcTime: 5 * minutes, retry: shouldRetry, retryDelay, refetchInterval },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      // Not awaited: the screen continues at once, and stale data is refetched in the background.
      onSuccess: (_data, _variables, _context, mutation) => {
        const { invalidates = [] } = mutation.meta ?? {}
        // The first page shows a part of everything.
        for (const key of invalidates.length > 0 ? [...invalidates, 'home'] : []) void client.invalidateQueries({ queryKey: [key] })
      },
      onError: (error, _variables, _context, mutation) => {
        // After a 401 the session is over, and the sign-in page explains that.
        if (getStatus(error) === 401) return
        const { errors, isMounted } = mutation.meta ?? {}
        if (errors !== 'inline') notify.error(error.message)
        else if (isMounted?.() === false) notify.error(`What you sent from the previous page was not saved. ${error.message}`)
      },
    }),
  })
  return client
}
