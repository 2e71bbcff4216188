/** Sending again: when a request is the same one, and when it is another. */

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { notify } from '#ui/toasts.tsx'
import { createQueryClient } from '#app/query-client.ts'
import { apiMutation, apiQuery, useQueuedWrites } from './api-hooks.ts'
import { useSession } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

const useSay = apiMutation('discussions', 'createComment')
const useInline = apiMutation('discussions', 'createComment', { errors: 'inline' })
const comment = (content = 'Words') => ({ params: { courseId: 'c', discussionId: 'd' }, body: { content } })

/** Keeps the Idempotency-Keys that a server gets; it answers with `status`, or not at all. */
function listening() {
  const keys: (string | null)[] = []
  const answer = { status: 'lost' as number | 'lost' }
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    const { status } = answer
    if (status === 'lost') throw new TypeError('Failed to fetch')
    if (status === 200) return Response.json({ id: 'new' })
    return Response.json({ type: '/problems/any', title: '', status, detail: '', instance: '' }, { status })
  })
  return { keys, answer }
}
function drawn<T>(hook: () => T) {
  const client = new QueryClient()
  return renderHook(hook, { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> })
}

/** The Idempotency-Keys of one comment that is sent twice; the first try ends with `status`, or without an answer. */
async function keysAfter(status: number | 'lost'): Promise<(string | null)[]> {
  const { keys, answer } = listening()
  answer.status = status
  const { result } = drawn(() => useSay())
  for (let n = 0; n < 2; n++) await result.current.mutateAsync(comment()).catch(() => undefined)
  return keys
}

test.each(['lost', 503, 429, 401] as const)('after %s the same comment goes under the same key: it is there once', async (status) => {
  const [first, second] = await keysAfter(status)
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})

test.each([409, 422, 200])('after a %i it is another request', async (status) => {
  const [first, second] = await keysAfter(status)
  expect(second).not.toBe(first)
})

test('sending something else in between makes the first request a new one', async () => {
  const { keys, answer } = listening()
  const { result } = drawn(() => useSay())
  await result.current.mutateAsync(comment('present')).catch(() => undefined)
  answer.status = 200
  await result.current.mutateAsync(comment('absent'))
  await result.current.mutateAsync(comment('present'))
  expect(new Set(keys).size).toBe(3)
})

test('a reload makes it no other request, and what it said is not kept; passwords leave nothing', async () => {
  const { keys, answer } = listening()
  await drawn(() => useSay())
    .result.current.mutateAsync(comment('Nobody else reads this'))
    .catch(() => undefined)
  vi.resetModules()
  const again = await import('./api-hooks.ts')
  const useSayAgain = again.apiMutation('discussions', 'createComment')
  expect(JSON.stringify({ ...localStorage })).not.toContain('Nobody else')
  answer.status = 200
  await drawn(() => useSayAgain()).result.current.mutateAsync(comment('Nobody else reads this'))
  expect(keys[1]).toBe(keys[0])
  expect(localStorage.getItem('requests')).toBeNull()
  answer.status = 'lost'
  const useLogin = again.apiMutation('auth', 'login')
  await drawn(() => useLogin())
    .result.current.mutateAsync({ body: { email: 'a@b.example', password: 'quiet desk 20' } })
    .catch(() => undefined)
  const useUpdateMe = again.apiMutation('users', 'updateMe')
  await drawn(() => useUpdateMe())
    .result.current.mutateAsync({ body: { currentPassword: 'quiet desk 20', newPassword: 'louder desk 21' } })
    .catch(() => undefined)
  expect(localStorage.getItem('requests')).toBeNull()
})

test('unreadable storage keeps nothing from being sent', async () => {
  const { keys, answer } = listening()
  answer.status = 200
  localStorage.setItem('requests', '{')
  await drawn(() => useSay()).result.current.mutateAsync(comment('New words'))
  expect(keys).toHaveLength(1)
})

test('a save is reported also when the page was left before the answer', async () => {
  const { answer } = listening()
  answer.status = 200
  const onSaved = vi.fn<(reply: { id: string }) => void>()
  const onSuccess = vi.fn<() => void>()
  const { result, unmount } = drawn(() => useSay({ onSaved }))
  result.current.mutate(comment(), { onSuccess })
  unmount()
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(onSaved.mock.calls[0]![0]).toEqual({ id: 'new' })
  expect(onSuccess).not.toHaveBeenCalled()
})

test('a person who signed in since does not see that a request of somebody else failed', async () => {
  const ana = { id: 'u1', name: 'Ana Li', email: 'a@b.example', role: 'USER', profileImage: null } as const
  const { setAuth, signOut } = useSession.getState()
  const lines: ((error: Error) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((_, reject) => lines.push(reject)))
  const client = createQueryClient()
  const bad = vi.spyOn(notify, 'error')
  const sendAndLeave = async (then: () => void) => {
    setAuth('one', ana)
    const { result, unmount } = renderHook(() => useInline(), {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    })
    lines.length = 0
    const sent = result.current.mutateAsync(comment(crypto.randomUUID()))
    await waitFor(() => expect(lines).toHaveLength(1))
    unmount()
    then()
    lines[0]!(new TypeError('Failed to fetch'))
    await expect(sent).rejects.toMatchObject({ name: 'ApiProblem' })
  }
  await sendAndLeave(() => setAuth('two', { ...ana, id: 'u2' }))
  expect(bad).not.toHaveBeenCalled()
  // The person who signed out may still be there, and has lost something.
  await sendAndLeave(() => signOut('person'))
  expect(bad).toHaveBeenCalledOnce()
  bad.mockRestore()
})

test('a lost request keeps its key while others are sent elsewhere, and another user of the browser gets one of their own', async () => {
  const ana = { id: 'u1', name: 'Ana Li', email: 'a@b.example', role: 'USER', profileImage: null } as const
  const { keys } = listening()
  const { result } = drawn(() => useSay())
  const say = (discussionId: string) =>
    result.current.mutateAsync({ params: { courseId: 'c', discussionId }, body: { content: 'Thanks' } }).catch(() => undefined)
  useSession.getState().setAuth('one', ana)
  for (const discussionId of ['d1', 'd2', 'd1']) await say(discussionId)
  useSession.getState().setAuth('two', { ...ana, id: 'u2' })
  await say('d1')
  const [first, second, again, other] = keys
  expect([again === first, second === first, other === first]).toEqual([true, false, false])
})

const useGrade = apiMutation('submissions', 'gradeSubmission', { timeout: 30_000 })
const mark = (id: string) => ({ params: { id }, body: { marks: 17, action: 'GRADE' as const } })

test('requests of one queue are sent one after the other; those behind it count as not saved yet', async () => {
  const lines: (() => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => lines.push(() => resolve(Response.json({ id: 'new' })))))
  const { result } = drawn(() => ({ grade: useGrade({ queue: 'marks' }), say: useSay(), waiting: useQueuedWrites() }))
  const [first, second] = ['s1', 's2'].map((id) => result.current.grade.mutateAsync(mark(id)))
  void result.current.say.mutateAsync(comment('not in the queue'))
  await waitFor(() => expect([lines.length, result.current.waiting]).toEqual([2, 2]))
  lines[0]!()
  await first
  await waitFor(() => expect([lines.length, result.current.waiting]).toEqual([3, 1]))
  lines[2]!()
  await second
  await waitFor(() => expect(result.current.waiting).toBe(0))
})

test('a request that others wait for is given up after its time', async () => {
  const given = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')))
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => Promise.reject(signal?.reason ?? new Error('no signal')))
  const { result } = drawn(() => useGrade())
  await expect(result.current.mutateAsync(mark('s1'))).rejects.toMatchObject({ status: 0 })
  expect(given.mock.calls).toEqual([[30_000]])
})

test('what a screen asked for is no longer waited for once it is left', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => (signals.push(signal), new Promise(() => undefined)))
  const { unmount } = drawn(() => useQuery(apiQuery('discussions', 'getDiscussion')({ params: { courseId: 'c', discussionId: 'd' } })))
  await waitFor(() => expect(signals).toHaveLength(1))
  expect(signals[0]?.aborted).toBe(false)
  unmount()
  await waitFor(() => expect(signals[0]?.aborted).toBe(true))
})
