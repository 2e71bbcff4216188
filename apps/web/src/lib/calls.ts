/** Calls of the contract as TanStack queries and mutations: one way to read, one to write. */
import { queryOptions, useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { Client } from '@lms/contract/client'
import type { ApiProblem } from '@lms/contract/client'
import { api, isDecided } from '#lib/api.ts'
import { beginEarly, takeEarly } from '#lib/early-calls.ts'
import { newId } from '#lib/ids.ts'
import { forgetKeyOf, keptKeyOf } from '#lib/request-keys.ts'

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
export function read<D extends Domain, N extends keyof Client[D]>(domain: D, name: N) {
  type Request = RequestOf<Client[D][N]>
  type Reply = ReplyOf<Client[D][N]>
  const keyOf = (request: Request | undefined) => [domain, name, request ?? null]
  const query = (...[request]: undefined extends Request ? [request?: Request] : [request: Request]) =>
    queryOptions<Reply, ApiProblem>({
      queryKey: keyOf(request),
      queryFn: ({ signal, queryKey }) => (takeEarly(queryKey) ?? callOf(domain, name)(request, { signal })) as Promise<Reply>,
    })
  const begin = (request: Request): void => beginEarly(keyOf(request), () => callOf(domain, name)(request))
  return Object.assign(query, { begin })
}

interface WriteMeta {
  /** Domains whose cached answers are old after this. */
  invalidates?: readonly Domain[]
  /** The screen shows the failure itself: no toast. */
  errors?: 'inline'
  /** The same request is the same one also after a reload: for what is written in a form, which outlives it too. */
  outlives?: 'page'
}

/** A form says nothing of its file when it is written as text, so each stands for itself. */
function fingerprintOf(request: unknown): string | FormData {
  const { body } = (request ?? {}) as { body?: unknown }
  return body instanceof FormData ? body : JSON.stringify(request ?? null)
}

/**
 * `const useCreateCourse = write('courses', 'createCourse', { invalidates: ['courses'] })`. A request whose answer was lost
 * keeps its Idempotency-Key, so that sending it again cannot do it twice.
 */
export function write<D extends Domain, N extends keyof Client[D]>(domain: D, name: N, meta: WriteMeta = {}) {
  type Request = RequestOf<Client[D][N]>
  type Reply = ReplyOf<Client[D][N]>
  const { outlives, ...told } = meta
  const pending = new Map<string | FormData, string>()
  const keyOf = (fingerprint: string | FormData): string =>
    pending.get(fingerprint) ??
    (outlives && typeof fingerprint === 'string' ? keptKeyOf(`${domain}.${String(name)} ${fingerprint}`) : newId())
  const forget = (fingerprint: string | FormData): void => {
    pending.delete(fingerprint)
    if (outlives && typeof fingerprint === 'string') forgetKeyOf(`${domain}.${String(name)} ${fingerprint}`)
  }
  const send = async (request: Request): Promise<Reply> => {
    const fingerprint = fingerprintOf(request)
    const idempotencyKey = keyOf(fingerprint)
    pending.set(fingerprint, idempotencyKey)
    try {
      const reply = (await callOf(domain, name)(request, { idempotencyKey })) as Reply
      forget(fingerprint)
      return reply
    } catch (error) {
      if (isDecided(error)) forget(fingerprint)
      throw error
    }
  }
  return (): UseMutationResult<Reply, ApiProblem, Request> => useMutation<Reply, ApiProblem, Request>({ mutationFn: send, meta: told })
}
