/** What is asked for again, and when. */
import { expect, test } from 'vitest'
import { retryDelay, shouldRetry } from './query-client.ts'

const failure = (status: number): Error => Object.assign(new Error('no'), { status })

test('answers of 400 to 499 are final; the rest is tried three times more', () => {
  expect([400, 403, 404, 422, 429].map((status) => shouldRetry(0, failure(status)))).toEqual([false, false, false, false, false])
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, failure(503)))).toEqual([true, true, true, false])
  expect(shouldRetry(0, new TypeError('network'))).toBe(true)
})

test('the pause doubles up to 30 seconds', () => {
  expect([0, 1, 2, 5].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000])
})
