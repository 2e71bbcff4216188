/** Calls of the contract as TanStack queries and mutations: one way to read, one to write. */

import { queryOptions, useIsMutating, useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ApiProblem, Client } from '@lms/contract/client'
import { paths } from '@lms/contract/generated/paths'
import { createUnauthenticatedError, isDefinitive } from './api-errors.ts'
import { api } from './api.ts'
import { getIdempotencyKey } from './idempotency-keys.ts'
import { useSession } from './session.ts'

export type Domain = keyof Client
/** The loose type stays in this file: both functions return the contract's types. */
type Call = (request?: unknown, options?: { signal?: AbortSignal; idempotencyKey?: string }) => Promise<unknown>
export type RequestOf<F> = F extends (...args: infer A) => unknown ? A[0] : never
export type ReplyOf<F> = F extends (...args: never[]) => Promise<infer R> ? R : never

export const getCall = (domain: Domain, name: PropertyKey) => (api[domain] as Record<PropertyKey, unknown>)[name] as Call

interface WriteOptions<Reply> {
  onSaved?: (reply: Reply) => void
  onFailed?: (error: ApiProblem) => void
  /** Finds running and failed requests after the page was left: for `useMutationState`. */
  key?: readonly string[]
  /** Mutations of one queue are sent one after the other, in order. */
  queue?: string
}

/**
 * `const courseQuery = apiQuery('courses', 'getCourse')`, then `useQuery(courseQuery({ params }))`. The key starts with the
 * domain, so that mutations can invalidate domains.
 */
export function apiQuery<D extends Domain, N extends keyof Client[D]>(domain: D, name: N, options: { staleTime?: number } = {}) {
  type Request = RequestOf<Client[D][N]>
  type Reply = ReplyOf<Client[D][N]>
  return (...[request]: undefined extends Request ? [request?: Request] : [request: Request]) =>
    queryOptions<Reply, ApiProblem>({
      queryKey: [domain, name, request ?? null],
      queryFn: ({ signal }) => getCall(domain, name)(request, { signal }) as Promise<Reply>,
      ...options,
    })
}

interface WriteMeta {
  /** Domains whose cached data is stale afterwards. */
  invalidates?: readonly Domain[]
  /** The screen shows the error itself; a toast is only shown if the screen was left. */
  errors?: 'inline'
  /** Timeout in milliseconds: for writes that others wait for. */
  timeout?: number
}

/**
 * `const invite = callWithIdempotencyKey('users', 'resendInvitation')`, for calls without a hook. A request whose response was
 * lost keeps its Idempotency-Key, so that a retry does not repeat it.
 */
export function callWithIdempotencyKey<D extends Domain, N extends keyof Client[D]>(domain: D, name: N, timeout?: number) {
  // Other methods are not repeated after a reload, and nothing of a sign-in is stored.
  const calls: Record<PropertyKey, { method: string }> = paths[domain]
  const isStored = calls[name]?.method === 'POST' && domain !== 'auth'
  return async (request: RequestOf<Client[D][N]>): Promise<ReplyOf<Client[D][N]>> => {
    const { key, release } = getIdempotencyKey(`${domain}.${String(name)}`, request ?? {}, { isStored })
    const sender = useSession.getState().user?.id
    try {
      const reply = (await getCall(domain, name)(request, {
        idempotencyKey: key,
        ...(timeout && { signal: AbortSignal.timeout(timeout) }),
      })) as ReplyOf<Client[D][N]>
      release()
      return reply
    } catch (error) {
      if (isDefinitive(error)) release()
      const now = useSession.getState().user?.id
      // A different user who has signed in since does not see the error, as after a 401.
      throw now !== undefined && now !== sender ? createUnauthenticatedError() : error
    }
  }
}

/**
 * `const useCreateCourse = apiMutation('courses', 'createCourse', { invalidates: ['courses'] })`: idempotent, as above. `onSaved` and
 * `onFailed` are called even if the page was left before the response: clear drafts there. Callbacks for the page belong in `mutate`.
 */
export function apiMutation<D extends Domain, N extends keyof Client[D]>(domain: D, name: N, { timeout, ...meta }: WriteMeta = {}) {
  type Request = RequestOf<Client[D][N]>
  type Reply = ReplyOf<Client[D][N]>
  const send = callWithIdempotencyKey(domain, name, timeout)
  return function useApiMutation(options: WriteOptions<Reply> = {}): UseMutationResult<Reply, ApiProblem, Request> {
    const { onSaved, onFailed, key, queue } = options
    const isMounted = useIsMounted()
    return useMutation<Reply, ApiProblem, Request>({
      mutationFn: send,
      // A handler for failures leads back to the page.
      meta: { ...meta, ...(!onFailed && { isMounted }) },
      ...(onSaved && { onSuccess: onSaved }),
      ...(onFailed && { onError: onFailed }),
      ...(key && { mutationKey: key }),
      ...(queue && { scope: { id: queue } }),
    })
  }
}

/** Number of queued writes: leaving the product would lose them, even if their pages were left before. */
export const useQueuedWrites = (): number => useIsMutating({ predicate: ({ options }) => options.scope !== undefined })

/** Whether the page that sent a request is still mounted when the response arrives. */
function useIsMounted(): () => boolean {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return () => isMounted.current
}
