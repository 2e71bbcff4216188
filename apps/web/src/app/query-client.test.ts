/** What is asked for again, and when. */

import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { notify } from '#ui/toasts.tsx'
import { createQueryClient, refetchInterval, retryDelay, shouldRetry } from './query-client.ts'

const failure = (status: number): Error => new ApiProblem('unavailable', { status, detail: 'no' })

test('answers of 400 to 499 are final; the rest is tried three times more', () => {
  expect([400, 403, 404, 422, 429].map((status) => shouldRetry(0, failure(status)))).toEqual([false, false, false, false, false])
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, failure(500)))).toEqual([true, true, true, false])
  expect(shouldRetry(0, new TypeError('network'))).toBe(true)
})

test('the pause doubles up to 30 seconds; a part is random', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  expect([0, 1, 2, 5].map((attempt) => retryDelay(attempt))).toEqual([1000, 2000, 4000, 30_000])
  random.mockReturnValue(0.8)
  expect(retryDelay(0)).toBe(1200)
})

test.each([502, 503, 504])('an unavailable server (%i) is shown at once, and asked again when it says so', async (status) => {
  expect(shouldRetry(0, failure(status))).toBe(false)
  const shown = (error: Error, state = 'error') => refetchInterval({ state: { status: state, error } })
  const busy = (retryAfter: number) => Object.assign(failure(status), { retryAfter })
  expect([shown(failure(status)), shown(busy(9)), shown(busy(60))]).toEqual([4000, 9000, 30_000])
  expect([shown(failure(500)), shown(failure(404)), shown(failure(status), 'success')]).toEqual([false, false, false])
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const client = createQueryClient()
  const queryFn = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failure(status)).mockResolvedValue('here')
  const observer = new QueryObserver(client, { queryKey: ['x'], queryFn })
  onTestFinished(observer.subscribe(() => undefined))
  await vi.advanceTimersByTimeAsync(10)
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' })
  await vi.advanceTimersByTimeAsync(4000)
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'here' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queryFn).toHaveBeenCalledTimes(2)
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
