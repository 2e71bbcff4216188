/** What a call is: one plain object that names method, path, right, shapes and problems. Everything else folds over it. */
import type { z } from 'zod'
import type { Action } from '#policy.ts'
import type { ProblemName } from '#problems.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `anyone` needs no session; `reset-token` takes the temporary token of the password reset and nothing else. */
export type Allow = Action | 'anyone' | 'signed-in' | 'reset-token'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export interface Route {
  method: Method
  /** Fastify's notation: `/api/courses/:id`. */
  path: `/api/${string}`
  summary: string
  allow: Allow
  /**
   * Where the request names its course. The actor's access to it is then checked before anything else is loaded:
   * unknown or hidden → 404, outside the action's reach → 403.
   */
  course?: `${'params' | 'query' | 'body'}.${string}`
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Absent: 204 without a body. */
  reply?: z.ZodType
  /** Status of success; a second one is what a repeated or lesser success answers. Default 200, or 204 without a reply. */
  status?: readonly [number, ...number[]]
  /** Media types that the call may stream instead of JSON. */
  download?: readonly string[]
  /** The media type of a request that is not JSON: a form with one file in the field `file`. */
  consumes?: 'multipart/form-data'
  /**
   * Where the body names uploaded files, as paths: `attachments.*.key` is the key of each attachment. They are checked before
   * the handler runs, because the check asks the file store.
   */
  files?: readonly string[]
  /** `own`: the call waits for the file store or a hash, so it starts its own transactions around the waiting. */
  transactions?: 'own'
  /**
   * Which limit a write counts towards, `write` if absent. `autosave`: pages send it in the background, so ten times as many are
   * allowed in a minute. `comment`: others read it, so one user's are some seconds apart; it counts as a write too.
   */
  rateLimit?: 'write' | 'autosave' | 'comment'
  /** Allowed while the disk is nearly full, like reading and deleting: it writes next to nothing. */
  whenFull?: true
  /** Problems beyond those that every call has. */
  problems?: readonly ProblemName[]
  /** A request that is valid in shape: shown in the OpenAPI document, sent by the generated tests. */
  example?: { query?: Record<string, string | number | boolean>; body?: Json }
}

/** Keeps the literal types of one route. */
export const route = <const R extends Route>(spec: R): R => spec

type Part<R, K extends string, Side extends 'input' | 'output'> = R extends { [P in K]: infer S extends z.ZodType }
  ? Side extends 'input'
    ? object extends z.input<S>
      ? { [P in K]?: z.input<S> }
      : { [P in K]: z.input<S> }
    : { [P in K]: z.output<S> }
  : unknown

/** What a handler is given: parsed, defaults filled in. */
export type Input<R extends Route> = Part<R, 'params', 'output'> & Part<R, 'query', 'output'> & Part<R, 'body', 'output'>

/** A form goes as it is: its field `file` holds the file. */
type Form<R> = R extends { consumes: 'multipart/form-data' } ? { body: FormData } : unknown

/** What a caller sends. */
export type Request<R extends Route> = Part<R, 'params', 'input'> & Part<R, 'query', 'input'> & Part<R, 'body', 'input'> & Form<R>

/** What a caller gets: the reply, else the stream of a download, else nothing. */
export type Reply<R extends Route> = R extends { reply: infer S extends z.ZodType }
  ? z.output<S>
  : R extends { download: readonly string[] }
    ? Blob
    : void
