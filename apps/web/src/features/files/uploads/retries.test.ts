/** Retries: only after temporary errors, and no sooner than the server says. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { withRetries } from './retries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const { signal } = new AbortController()

const failingOnce = (error: Error) => {
  let tries = 0
  return vi.fn<() => Promise<string>>(async () => {
    if (++tries === 1) throw error
    return 'done'
  })
}

test('too many requests: again, but not before the server’s time', async () => {
  const work = failingOnce(new ApiProblem('rate-limited', { status: 429, detail: 'Later.', retryAfter: 30 }))
  const done = withRetries(work, { signal })
  await vi.advanceTimersByTimeAsync(29_000)
  expect(work).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1000)
  await expect(done).resolves.toBe('done')
})

test.each([500, 503, 0])('%i is tried again after a second', async (status) => {
  const work = failingOnce(new ApiProblem(status === 0 ? 'offline' : 'unavailable', { status, detail: 'Down.' }))
  const done = withRetries(work, { signal })
  await vi.advanceTimersByTimeAsync(1300)
  await expect(done).resolves.toBe('done')
})

test.each([400, 403, 404, 409, 413, 422])('%i is final', async (status) => {
  const work = failingOnce(new ApiProblem('conflict', { status, detail: 'No.' }))
  await expect(withRetries(work, { signal })).rejects.toMatchObject({ status })
  expect(work).toHaveBeenCalledOnce()
})

test.each([0, 502, 503, 504])('a server that cannot be reached (%i) is waited for, as a connection is', async (status) => {
  let isUp = false
  const work = vi.fn<() => Promise<string>>(async () => {
    if (isUp) return 'done'
    throw new ApiProblem(status === 0 ? 'offline' : 'unavailable', { status, detail: 'Down.' })
  })
  const onOffline = vi.fn<(isOffline: boolean) => void>()
  const done = withRetries(work, { signal, onOffline })
  await vi.advanceTimersByTimeAsync(120_000)
  isUp = true
  await vi.advanceTimersByTimeAsync(15_000)
  await expect(done).resolves.toBe('done')
  expect(onOffline).toHaveBeenLastCalledWith(false)
})
