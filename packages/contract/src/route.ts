/** The definition of a call: an object with its method, path, right, shapes and problems, from which everything else is derived. */

import type { z } from 'zod'
import type { Action } from '#policy.ts'
import type { ProblemName } from '#problems.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `anyone` needs no session; `reset-token` only accepts the temporary token of a password reset. */
export type Allow = Action | 'anyone' | 'signed-in' | 'reset-token'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export interface Route {
  method: Method
  /** Fastify's notation: `/api/courses/:id`. */
  path: `/api/${string}`
  summary: string
  allow: Allow
  /**
   * The path of the course id in the request. The actor's access to it is checked before anything else is loaded:
   * unknown or hidden → 404, outside the action's reach → 403.
   */
  course?: `${'params' | 'query' | 'body'}.${string}`
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Absent: 204 without a body. */
  reply?: z.ZodType
  /** Success statuses; the second one is for repeated or partial success. Default 200, or 204 without a reply. */
  status?: readonly [number, ...number[]]
  /** Media types that the call may stream instead of JSON. */
  download?: readonly string[]
  /** The media type of a request that is not JSON: a form with one file in the field `file`. */
  consumes?: 'multipart/form-data'
  /**
   * Paths of uploaded file keys in the body: `attachments.*.key` is the key of each attachment. They are checked before
   * the handler runs, because the check asks the file store.
   */
  files?: readonly string[]
  /** `own`: the call waits for the file store or a hash, or counts tries, so it starts its own transactions before or after that. */
  transactions?: 'own'
  /**
   * The rate limit that a write counts towards, `write` if absent. `autosave`: sent by pages in the background, with a tenfold limit
   * per minute. `comment`: read by others, so a user's comments must be some seconds apart; it counts as a write too.
   */
  rateLimit?: 'write' | 'autosave' | 'comment'
  /** Allowed while the disk is nearly full, like reading and deleting: it hardly writes anything. */
  whenFull?: true
  /** Problems beyond those that every call has. */
  problems?: readonly ProblemName[]
  /** A request that is valid in shape: shown in the OpenAPI document, sent by the generated tests. */
  example?: { query?: Record<string, string | number | boolean>; body?: Json }
}

/** Preserves the literal types of a route. */
export const route = <const R extends Route>(spec: R): R => spec

type Part<R, K extends string, Side extends 'input' | 'output'> = R extends { [P in K]: infer S extends z.ZodType }
  ? Side extends 'input'
    ? object extends z.input<S>
      ? { [P in K]?: z.input<S> }
      : { [P in K]: z.input<S> }
    : { [P in K]: z.output<S> }
  : unknown

/** The input of a handler: parsed, with defaults filled in. */
export type Input<R extends Route> = Part<R, 'params', 'output'> & Part<R, 'query', 'output'> & Part<R, 'body', 'output'>

/** Forms are passed unparsed; the field `file` contains the file. */
type Form<R> = R extends { consumes: 'multipart/form-data' } ? { body: FormData } : unknown

/** The input of a caller. */
export type Request<R extends Route> = Part<R, 'params', 'input'> & Part<R, 'query', 'input'> & Part<R, 'body', 'input'> & Form<R>

/** The result for a caller: the reply, else the stream of a download, else nothing. */
export type Reply<R extends Route> = R extends { reply: infer S extends z.ZodType }
  ? z.output<S>
  : R extends { download: readonly string[] }
    ? Blob
    : void
