/** Sending again: when a request is the same one, and when it is another. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { write } from '#lib/calls.ts'

afterEach(() => vi.unstubAllGlobals())

const useSay = write('discussions', 'createComment')
const comment = { params: { courseId: 'c', discussionId: 'd' }, body: { content: 'Words' } }

/** The Idempotency-Keys of one comment that is sent twice; the first try ends with `status`, or without an answer. */
async function keysAfter(status: number | 'lost'): Promise<(string | null)[]> {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    if (status === 'lost') throw new TypeError('Failed to fetch')
    return Response.json({ type: '/problems/any', title: '', status, detail: '', instance: '' }, { status })
  })
  const client = new QueryClient()
  const { result } = renderHook(useSay, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  for (let n = 0; n < 2; n++) await result.current.mutateAsync(comment).catch(() => undefined)
  return keys
}

test.each(['lost', 503, 429, 401] as const)('after %s the same comment goes under the same key: it is there once', async (status) => {
  const [first, second] = await keysAfter(status)
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})

test.each([409, 422])('after a %i it is another request', async (status) => {
  const [first, second] = await keysAfter(status)
  expect(second).not.toBe(first)
})
