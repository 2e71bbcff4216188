/** The queries of a screen: they were started before its code had loaded, and their data has arrived when it is shown. */

import { hashKey, type QueryKey, useSuspenseQuery, type UseSuspenseQueryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { ApiProblem } from '@lms/contract/client'

/** Hashed keys of the queries that the row of this screen names and that `ScreenData` keeps up to date; null outside of a screen. */
export const ScreenQueries = createContext<{ calls: ReadonlySet<string>; parts: ReadonlySet<string> } | null>(null)

/** A query without whose data the screen cannot be drawn, so that `data` is always there. Its row in `app/screens.ts` must name it. */
export function useScreenQuery<T, K extends QueryKey>(options: UseSuspenseQueryOptions<T, ApiProblem, T, K>) {
  const queries = use(ScreenQueries)
  if (import.meta.env.DEV && !queries?.calls.has(hashKey(options.queryKey)))
    throw new Error(`app/screens.ts does not name the call ${JSON.stringify(options.queryKey)} of this screen`)
  // Whatever is stale was fetched again when the screen was opened.
  return useSuspenseQuery({ ...options, refetchOnMount: false })
}

/** `useQuery({ ...useScreenPart(countsQuery()) })`, for a query whose own part of the screen shows that it is loading or has failed. */
export function useScreenPart<T extends { queryKey: QueryKey }>(options: T): T & { refetchOnMount?: false; retryOnMount?: false } {
  const isStarted = use(ScreenQueries)?.parts.has(hashKey(options.queryKey)) ?? false
  return { ...options, ...(isStarted && { refetchOnMount: false, retryOnMount: false }) }
}
