/** What a failed call means: whether anything was done, whether to try again, and a sentence for it. */

import { ApiProblem } from '@lms/contract/client'

export const isApiProblem = (error: unknown): error is ApiProblem => error instanceof ApiProblem

/** The error of a call by a user who is no longer signed in. */
export const createUnauthenticatedError = (): ApiProblem => new ApiProblem('unauthenticated', { status: 401, detail: 'Sign in again' })

/** A 404 when removing something counts as done. */
export const isNotFound = (error: unknown): boolean => isApiProblem(error) && error.problem === 'not-found'

/** The server checked a password, and it is wrong for this email. */
export const isWrongLogin = (error: unknown): boolean => isApiProblem(error) && error.problem === 'invalid-credentials'

/**
 * Whether the server checked a request and rejected it, so that nothing was done. If it did not check it, an earlier try may have
 * been executed although its response was lost; and what a proxy says in its place (`unavailable`) is not the server’s decision.
 */
export const isDefinitive = (error: unknown): boolean =>
  isApiProblem(error) &&
  (error.status === 501 || (error.status >= 400 && error.status < 500)) &&
  // No session, too slow, too often.
  ![401, 408, 429].includes(error.status) &&
  !['unavailable', 'request-in-progress'].includes(error.problem)

/** The opposite: no connection, an overloaded or restarting server, an ended session. What was to be saved is kept and sent again. */
export const isTemporary = (error: unknown): boolean => isApiProblem(error) && !isDefinitive(error)

/** There was no response, or none from the server itself: the request may have been executed. */
export const isNetworkError = (error: unknown): boolean => isApiProblem(error) && (error.status === 0 || error.status >= 500)

/** The server cannot answer now, or a proxy cannot reach it. */
export const isUnavailable = (error: unknown): boolean => isApiProblem(error) && [502, 503, 504].includes(error.status)

/** A sentence for any error. */
export const getErrorMessage = (error: unknown): string => {
  if (!isApiProblem(error)) return 'Something went wrong on this page.'
  return error.problem === 'offline' ? 'The server did not answer.' : error.message
}
