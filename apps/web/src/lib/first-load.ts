/** Parts of a screen that arrive one by one move what is being read: a screen shows its content once its first answers are in. */
import { useState } from 'react'

type QueryState = { isPending: boolean; isFetching: boolean; failureCount: number }

/** A query that failed once is not waited for: its own part of the screen says so. Later loads leave the screen as it is. */
export function useFirstLoad(...queries: readonly QueryState[]): boolean {
  const [isOver, setOver] = useState(false)
  const isWaiting = !isOver && queries.some(({ isPending, isFetching, failureCount }) => isPending && isFetching && failureCount === 0)
  if (!isOver && !isWaiting) setOver(true)
  return isWaiting
}
