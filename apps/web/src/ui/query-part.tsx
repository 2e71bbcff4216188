/** A part of a page that cannot be drawn without the data of a query: that it is loading or has failed, then what it shows. */

import type { ReactNode } from 'react'
import { FormerRows } from './former-rows.tsx'
import { LoadFailed, toLoadError } from './load-failed.tsx'
import { SkeletonRows } from './loading.tsx'

type Query<T> = {
  data: T | undefined
  error: unknown
  isFetching: boolean
  isPlaceholderData?: boolean
  refetch: () => Promise<unknown>
}

type Props<T> = {
  query: Query<T>
  /** What could not be loaded: “The submissions”. */
  what: string
  /** The number of rows that are drawn while it loads, or something else. */
  loading?: number | ReactNode
  children: (data: T) => ReactNode
}

/** A later load that fails leaves what is shown as it is. Rows of a former filter are inert. */
export function QueryPart<T>({ query, what, loading = 3, children }: Props<T>) {
  const { data, error, isPlaceholderData = false } = query
  if (data !== undefined) return <FormerRows isFormer={isPlaceholderData}>{children(data)}</FormerRows>
  if (error) return <LoadFailed title={`${what} could not be loaded`} {...toLoadError(query)} />
  return typeof loading === 'number' ? <SkeletonRows count={loading} /> : loading
}
