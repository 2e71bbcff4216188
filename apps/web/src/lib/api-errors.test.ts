/** What a failed call means. */

import { expect, test } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { getErrorMessage, isDefinitive, isNetworkError, isTemporary } from './api-errors.ts'

test.each([
  [new ApiProblem('offline', { status: 0, detail: 'x' }), false, true, 'The server did not answer.'],
  [new ApiProblem('unavailable', { status: 503, detail: 'Busy.' }), false, true, 'Busy.'],
  [new ApiProblem('internal', { status: 500, detail: 'Broken.' }), false, true, 'Broken.'],
  [new ApiProblem('unauthenticated', { status: 401, detail: 'Sign in again' }), false, false, 'Sign in again'],
  [new ApiProblem('rate-limited', { status: 429, detail: 'Later.' }), false, false, 'Later.'],
  [new ApiProblem('request-in-progress', { status: 409, detail: 'Running.' }), false, false, 'Running.'],
  [new ApiProblem('timeout', { status: 408, detail: 'Too slow.' }), false, false, 'Too slow.'],
  [new ApiProblem('unavailable', { status: 404, detail: 'The proxy knows nothing.' }), false, false, 'The proxy knows nothing.'],
  [new ApiProblem('not-implemented', { status: 501, detail: 'Not built.' }), true, true, 'Not built.'],
  [new ApiProblem('conflict', { status: 409, detail: 'No.' }), true, false, 'No.'],
  [new Error('secret detail'), false, false, 'Something went wrong on this page.'],
])('%o: rejected for good %s, may have been done without an answer %s, says “%s”', (error, isFinal, isLost, message) => {
  expect([isDefinitive(error), isNetworkError(error), getErrorMessage(error)]).toEqual([isFinal, isLost, message])
  expect(isTemporary(error)).toBe(error instanceof ApiProblem && !isFinal)
})
