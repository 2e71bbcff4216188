/** What is asked for again, and when. */
import { expect, test, vi } from 'vitest'
import { notify } from '#ui/toasts.tsx'
import { createQueryClient, retryDelay, shouldRetry } from './query-client.ts'

const failure = (status: number): Error => Object.assign(new Error('no'), { status })

test('answers of 400 to 499 are final; the rest is tried three times more', () => {
  expect([400, 403, 404, 422, 429].map((status) => shouldRetry(0, failure(status)))).toEqual([false, false, false, false, false])
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, failure(503)))).toEqual([true, true, true, false])
  expect(shouldRetry(0, new TypeError('network'))).toBe(true)
})

test('the pause doubles up to 30 seconds, or is as long as the server asks for; a part is random', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  expect([0, 1, 2, 5].map((attempt) => retryDelay(attempt))).toEqual([1000, 2000, 4000, 30_000])
  const busy = (retryAfter: number) => Object.assign(failure(503), { retryAfter })
  expect([3, 60].map((seconds) => retryDelay(0, busy(seconds)))).toEqual([3000, 30_000])
  random.mockReturnValue(0.8)
  expect(retryDelay(0, busy(5))).toBe(6000)
})

const failing = async (error: Error, meta: object = {}): Promise<void> => {
  const client = createQueryClient()
  const mutationFn = async () => {
    throw error
  }
  await expect(client.getMutationCache().build(client, { mutationFn, meta }).execute(undefined)).rejects.toBe(error)
}

test('a failed change shows a toast, unless its screen shows the error or the session has ended', async () => {
  const received = vi.spyOn(notify, 'error')
  await failing(Object.assign(new Error('The database is down.'), { status: 503 }))
  expect(received.mock.calls).toEqual([['The database is down.']])
  await failing(failure(503), { errors: 'inline', isMounted: () => true })
  await failing(failure(401))
  expect(received).toHaveBeenCalledOnce()
  await failing(failure(503), { errors: 'inline', isMounted: () => false })
  expect(received).toHaveBeenCalledTimes(2)
})

test('a change is not held back without a connection: it fails at once, and its screen says so', () => {
  expect(createQueryClient().getDefaultOptions().mutations?.networkMode).toBe('always')
})
