/** Sending again: when a request is the same one, and when it is another. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { write } from '#lib/calls.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

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

/** The keys of a request that is lost and sent again by another load of the page, which remembers nothing. */
async function keysOverReload(before: string, after: string): Promise<(string | null)[]> {
  const keys: (string | null)[] = []
  const answers = [() => Promise.reject(new TypeError('Failed to fetch')), async () => Response.json({}), async () => Response.json({})]
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return answers.shift()!()
  })
  const client = new QueryClient()
  for (const content of [before, after, after]) {
    const useSayAgain = write('discussions', 'createComment', { outlives: 'page' })
    const { result } = renderHook(useSayAgain, {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    })
    await result.current.mutateAsync({ ...comment, body: { content } }).catch(() => undefined)
  }
  return keys
}

test('what outlives the page is the same request after a reload, until it is answered', async () => {
  const [lost, again, later] = await keysOverReload('Words', 'Words')
  expect([again === lost, later === lost]).toEqual([true, false])
  expect(localStorage.getItem('requests:nobody')).toBeNull()
  const [one, other] = await keysOverReload('Words', 'Other words')
  expect(other).not.toBe(one)
})

test('of what was sent nothing but a number is kept, and it is old after twenty hours', async () => {
  await keysOverReload('Secret words', 'Other words')
  const kept = localStorage.getItem('requests:nobody')!
  expect(kept).not.toContain('Secret')
  const [key] = Object.values(JSON.parse(kept) as Record<string, { key: string }>).map((one) => one.key)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20 * 3_600_000)
  const [next] = await keysOverReload('Secret words', 'Other words')
  expect(next).not.toBe(key)
})
