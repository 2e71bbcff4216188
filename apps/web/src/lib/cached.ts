/** Writing into the cache of server data: what was saved is shown before it is read again. */

import type { QueryClient, QueryKey } from '@tanstack/react-query'

type Options = {
  /** `none`: not read again at once, as what the server does not have yet, or what is complete. */
  refetchType?: 'active' | 'none'
}

/**
 * Changes the data of a query. A read on its way would bring what is older: it is stopped, and starts again. Without data, `change`
 * returns undefined, or all of it.
 */
export function changeCached<T>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: T | undefined) => T | undefined,
  { refetchType = 'active' }: Options = {},
): void {
  const query = { queryKey, exact: true }
  const isReading = client.isFetching(query) > 0
  void client.cancelQueries(query)
  const data = client.setQueryData<T>(queryKey, change)
  // A screen that has nothing yet waits for the read.
  if (isReading) void client.invalidateQueries({ ...query, refetchType: data === undefined ? 'active' : refetchType })
}
