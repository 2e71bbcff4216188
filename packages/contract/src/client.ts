/** Contract → typed client. Only needs method and path at run time, so that no schema is part of the browser's first load. */

import type { Contract } from '#index.ts'
import type { FieldError, Problem, ProblemName } from '#problems.ts'
import type { Reply, Request, Route } from '#route.ts'

type Args<R extends Route> =
  object extends Request<R> ? [request?: Request<R>, options?: CallOptions] : [request: Request<R>, options?: CallOptions]
export interface CallOptions {
  signal?: AbortSignal
  idempotencyKey?: string
  /** A bearer token other than the session's. */
  token?: string
  /** Lets the browser finish the call after the page is closed. */
  keepalive?: boolean
  /** Called with the share of the body that was sent, from 0 to 1, if the transport reports it. */
  onUpload?: (share: number) => void
}
export type Client = {
  [D in keyof Contract]: {
    [N in keyof Contract[D]]: Contract[D][N] extends Route ? (...args: Args<Contract[D][N]>) => Promise<Reply<Contract[D][N]>> : never
  }
}

export type Transport = (url: string, init: RequestInit, onUpload?: (share: number) => void) => Promise<Response>
type Table = { [domain: string]: { [name: string]: { method: string; path: string } } }
type Scalar = string | number | boolean | null | undefined
type Parts = { params?: Record<string, string>; query?: Record<string, Scalar>; body?: unknown }

/** Thrown for every response that is not a success. `problem` is a problem type of the contract, or `offline` if there was no response. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly problem: ProblemName | 'offline'
  readonly status: number
  readonly errors: FieldError[]
  /** The request's id, for error reports to the operator. */
  readonly instance: string | undefined
  readonly current: unknown
  /** For a wrong code: the number of remaining tries, if given. */
  readonly triesLeft: number | undefined
  /** Seconds until a retry makes sense, if given. */
  readonly retryAfter: number | undefined
  constructor(
    problem: ProblemName | 'offline',
    facts: {
      status: number
      detail: string
      errors?: FieldError[] | undefined
      instance?: string | undefined
      current?: unknown
      triesLeft?: number | undefined
      retryAfter?: number | undefined
    },
  ) {
    super(facts.detail)
    this.problem = problem
    this.status = facts.status
    this.errors = facts.errors ?? []
    this.instance = facts.instance
    this.current = facts.current
    this.triesLeft = facts.triesLeft
    this.retryAfter = facts.retryAfter
  }
}

/** Fills a path's `:names` and appends the query; undefined values are left out. */
export function toUrl(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]])))
  return search.size ? `${filled}?${search}` : filled
}

/** Builds the client over a table of methods and paths. `transport` adds the base address and the session. */
export function createClient(table: Table, transport: Transport): Client {
  const call = async ({ method, path }: { method: string; path: string }, request: Parts = {}, options: CallOptions = {}) => {
    const isForm = typeof FormData !== 'undefined' && request.body instanceof FormData
    const headers: Record<string, string> = {}
    if (request.body !== undefined && !isForm) headers['content-type'] = 'application/json'
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
    if (options.token) headers['authorization'] = `Bearer ${options.token}`
    const body = request.body === undefined ? null : isForm ? (request.body as FormData) : JSON.stringify(request.body)
    const init = { method, headers, body, signal: options.signal ?? null, ...(options.keepalive && { keepalive: true }) }
    const response = await transport(toUrl(path, request), init, options.onUpload).catch(throwUnanswered)
    return response.ok ? readReply(response).catch(throwUnanswered) : Promise.reject(await readProblem(response))
  }
  const domains = Object.entries(table).map(([domain, calls]) => [
    domain,
    Object.fromEntries(
      Object.entries(calls).map(([name, route]) => [name, (request?: Parts, options?: CallOptions) => call(route, request, options)]),
    ),
  ])
  return Object.fromEntries(domains) as Client
}

/** Also if the connection broke during the response: the request may have been executed. */
function throwUnanswered(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  throw new ApiProblem('offline', { status: 0, detail: 'The server did not answer.' })
}

async function readReply(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  return response.headers.get('content-type')?.includes('json') ? response.json() : response.blob()
}

/** A proxy takes bodies up to a limit of its own, and says so in HTML. */
export const refusedSize = 'The server in front refused the size. Your administrator can raise its limit.'

/** The response may come from a proxy instead of the server, without a problem document. */
async function readProblem(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => null)) as Problem | null
  if (!body?.type && response.status === 413) return new ApiProblem('too-large', { status: 413, detail: refusedSize })
  if (!body?.type) return new ApiProblem('unavailable', { status: response.status, detail: 'The server did not answer.' })
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  return new ApiProblem(body.type.split('/').at(-1) as ProblemName, { ...body, retryAfter })
}
