/** What LoadFailed says of a query that failed: its sentence, the request's id, and how to try again. */
import { isApiProblem, getErrorMessage } from './api.ts'

type Failed = { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }

export const toLoadError = (query: Failed) => ({
  cause: getErrorMessage(query.error),
  requestId: isApiProblem(query.error) ? query.error.instance : undefined,
  onRetry: () => void query.refetch(),
  isRetrying: query.isFetching,
})
