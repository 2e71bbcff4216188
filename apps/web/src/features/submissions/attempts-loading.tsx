/** Earlier attempts that are not loaded yet, or could not be. */

import { getErrorMessage } from '#lib/api-errors.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'

type Props = { found: { error: Error | null; refetch: () => unknown; isFetching: boolean } }

export function AttemptsLoading({ found: { error, refetch, isFetching } }: Props) {
  if (!error) return <SkeletonRows count={2} />
  return (
    <LoadFailed
      title="Earlier attempts could not be loaded."
      cause={getErrorMessage(error)}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}
