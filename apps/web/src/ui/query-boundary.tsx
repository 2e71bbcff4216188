/** Around what cannot be drawn without its data: until it has come, that it is loading, has failed, is gone or may not be seen. */

import type { ReactNode } from 'react'
import { isApiProblem } from '#lib/api-errors.ts'
import { ErrorPage, type ErrorPlace } from './load-failed.tsx'
import { LoadingScreen } from './page.tsx'

type Query = { data: unknown; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
type DataOf<Q extends readonly Query[]> = { [K in keyof Q]: Exclude<Q[K]['data'], undefined> }

type Props<Q extends readonly Query[]> = ErrorPlace & {
  queries: Q
  /** What has been removed since is no longer shown. Without it, what was loaded stays. */
  leavesRemoved?: boolean | undefined
  children: (data: DataOf<Q>) => ReactNode
}

const isGone = (error: unknown): boolean => isApiProblem(error) && (error.status === 403 || error.status === 404)

/** A later load that fails leaves what is shown as it is. */
export function QueryBoundary<const Q extends readonly Query[]>({ queries, leavesRemoved = false, children, ...place }: Props<Q>) {
  const failed = queries.filter(({ data, error }) => error !== null && (data === undefined || (leavesRemoved && isGone(error))))
  if (failed.length > 0) {
    return (
      <ErrorPage
        {...place}
        error={failed[0]!.error}
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        isRetrying={failed.some(({ isFetching }) => isFetching)}
      />
    )
  }
  if (queries.some(({ data }) => data === undefined)) return <LoadingScreen />
  return children(queries.map(({ data }) => data) as DataOf<Q>)
}
