/** Calls of the contract as TanStack queries and mutations: one way to read, one to write. */
import { paths } from '@lms/contract/generated/paths'
import { queryOptions, useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { Client } from '@lms/contract/client'
import type { ApiProblem } from '@lms/contract/client'
import { api, isDefinitive, createUnauthenticatedError } from './api.ts'
import { beginEarly, takeEarly } from './early-calls.ts'
import { getIdempotencyKey } from './idempotency-keys.ts'
import { useSession } from './session.ts'
import { useIsMounted } from './use-is-mounted.ts'

type Domain = keyof Client
/** The loose type stays inside this file: both functions give out the contract's. */
type Call = (request?: unknown, options?: { signal?: AbortSignal; idempotencyKey?: string }) => Promise<unknown>
type RequestOf<F> = F extends (...args: infer A) => unknown ? A[0] : never
type ReplyOf<F> = F extends (...args: never[]) => Promise<infer R> ? R : never

const callOf = (domain: Domain, name: PropertyKey) => (api[domain] as Record<PropertyKey, unknown>)[name] as Call

/**
 * `const courseQuery = read('courses', 'getCourse')`, then `useQuery(courseQuery({ params }))`. The key begins with the
 * domain, so that a write can name which domains it makes stale. `courseQuery.begin({ params })` asks ahead of the screen.
 */
export function apiQuery<D extends Domain, N extends keyof Client[D]>(domain: D, name: N) {
  type Request = RequestOf<Client[D][N]>
  type Reply = ReplyOf<Client[D][N]>
  const keyOf = (request: Request | undefined) => [domain, name, request ?? null]
  const query = (...[request]: undefined extends Request ? [request?: Request] : [request: Request]) =>
    queryOptions<Reply, ApiProblem>({
      queryKey: keyOf(request),
      queryFn: ({ signal, queryKey, client }) => {
        const early = takeEarly(queryKey, client.getQueryState(queryKey)?.dataUpdatedAt)
        return (early ?? callOf(domain, name)(request, { signal })) as Promise<Reply>
      },
    })
  const begin = (request: Request): void => beginEarly(keyOf(request), () => callOf(domain, name)(request))
  return Object.assign(query, { begin })
}

interface WriteMeta {
  /** Domains whose cached answers are old after this. */
  invalidates?: readonly Domain[]
  /** The screen shows the failure itself: a toast only tells it where the screen was left. */
  errors?: 'inline'
}

/**
 * `const invite = callWithIdempotencyKey('users', 'resendInvitation')`, for what is called without a hook. A request whose answer was
 * lost keeps its Idempotency-Key, so that sending it again cannot do it twice.
 */
export function callWithIdempotencyKey<D extends Domain, N extends keyof Client[D]>(domain: D, name: N) {
  // Only a POST is repeated by its key, and what is sent to sign in is secret.
  const calls: Record<PropertyKey, { method: string }> = paths[domain]
  const isKept = calls[name]?.method === 'POST' && domain !== 'auth'
  return async (request: RequestOf<Client[D][N]>): Promise<ReplyOf<Client[D][N]>> => {
    const { key, settle } = getIdempotencyKey(`${domain}.${String(name)}`, request ?? {}, { isKept })
    const sender = useSession.getState().user?.id
    try {
      const reply = (await callOf(domain, name)(request, { idempotencyKey: key })) as ReplyOf<Client[D][N]>
      settle()
      return reply
    } catch (error) {
      if (isDefinitive(error)) settle()
      const now = useSession.getState().user?.id
      // It is nobody's news who has signed in since; as after a 401, nothing is told.
      throw now !== undefined && now !== sender ? createUnauthenticatedError() : error
    }
  }
}

/**
 * `const useCreateCourse = write('courses', 'createCourse', { invalidates: ['courses'] })`: sent once, as above. `onSaved` is called also
 * where the page was left before the answer came: there a draft is forgotten. What belongs to the page goes to `mutate`.
 */
export function apiMutation<D extends Domain, N extends keyof Client[D]>(domain: D, name: N, meta: WriteMeta = {}) {
  type Request = RequestOf<Client[D][N]>
  type Reply = ReplyOf<Client[D][N]>
  const send = callWithIdempotencyKey(domain, name)
  return function useWrite({ onSaved }: { onSaved?: (reply: Reply) => void } = {}): UseMutationResult<Reply, ApiProblem, Request> {
    const isHere = useIsMounted()
    return useMutation<Reply, ApiProblem, Request>({ mutationFn: send, meta: { ...meta, isHere }, ...(onSaved && { onSuccess: onSaved }) })
  }
}
