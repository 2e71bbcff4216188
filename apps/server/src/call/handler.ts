/** The types of handlers and their context. */

import type { Readable } from 'node:stream'
import type { Action, Reach } from '@lms/contract/policy'
import type { Input, Reply, Route } from '@lms/contract/route'
import type { Actor, CourseAccess, FindSelf, ResetToken, Subject } from '#call/actor.ts'
import type { Limits } from '#call/limits.ts'
import type { Database, Db } from '#db/client.ts'
import type { Services } from '#services/services.ts'

export interface BaseContext {
  /** The transaction of the call if its method writes, else the pool. */
  db: Db
  /**
   * Calls without a session, and those whose route says so, get the pool and start their transaction here: they hash
   * passwords or count tries, which must not occupy a database connection.
   */
  transaction: Database['transaction']
  /** Several reads from one snapshot of the database. */
  snapshot: Database['snapshot']
  services: Services
  /** The server's clock: the only one that decides. */
  now: () => Date
  /** `ip` is the socket's, or taken from a header of a trusted proxy (TRUSTED_PROXIES). */
  request: { id: string; ip: string; isLocal: boolean; userAgent: string | undefined; cookie: string | undefined }
  /** Rate limits, outside of transactions only. Calls that write have been counted already. */
  limits: Limits
  /** Whether the disk has room for so many bytes of files; true for a store elsewhere. */
  hasRoom: (bytes: number) => boolean
  /** Runs after the transaction is committed. A failure is logged and does not change the response. */
  afterCommit: (effect: () => Promise<void> | void) => void
  /** Sends `Set-Cookie` headers with the response, once the transaction is committed. */
  setCookies: (cookies: string[]) => void
  /** Sets one of the route's statuses. */
  status: (code: number) => void
}

/** With the valid temporary token of a password reset; the first call that uses it wins. */
export interface ResetContext extends BaseContext {
  reset: ResetToken
}

export interface Context extends BaseContext {
  actor: Actor
  /** The reach of the route's action for the actor, for the `where` of a list. */
  reach: () => Reach
  /**
   * Why files in the request may not be used: sentences by key. Checked before the transaction starts, because a
   * connection must not wait for the file store.
   */
  fileErrors: ReadonlyMap<string, string>
  /** Throws unless the actor may do `action` to the subject: 403 if the actor may read it, else 404. */
  allow: (action: Action, subject: Subject) => Promise<void>
}

/** With a course in the request: the actor's access to it. */
export interface CourseContext extends Context {
  course: CourseAccess
}

export interface Upload {
  name: string
  bytes: Buffer
}

/**
 * A call that receives a file gets the pool until it starts its transaction: a connection must not wait for an upload. Its
 * Idempotency-Key applies within that transaction.
 */
export interface FileContext extends Context {
  /** The form field `file`, read on demand. Throws `too-large`, and `validation-failed` if it is missing. */
  file: () => Promise<Upload>
}

/** A call that waits for the file store or a hash, or counts tries, gets the pool, and starts its transactions before or after that. */
export interface WaitingContext extends Context {
  /** Starts a transaction in which the Idempotency-Key applies: a repeated call gets the result of the first. */
  once: Database['transaction']
}

type ContextOf<R extends Route> = R['allow'] extends 'anyone'
  ? BaseContext
  : R['allow'] extends 'reset-token'
    ? ResetContext
    : R extends { course: string }
      ? R extends { consumes: string }
        ? CourseContext & FileContext
        : CourseContext
      : R extends { consumes: string }
        ? FileContext
        : R extends { transactions: 'own' }
          ? WaitingContext
          : Context

/** Bytes instead of JSON, with the file name for downloads. */
export class Download {
  readonly type: string
  readonly fileName: string
  readonly content: Readable
  constructor(type: string, fileName: string, content: Readable) {
    this.type = type
    this.fileName = fileName
    this.content = content
  }
}

type Answer<R extends Route> = (R extends { download: readonly string[] } ? Download : never) | Exclude<Reply<R>, Blob>

/** One function per route: load, check, decide, write. */
export type Handler<R extends Route> = (ctx: ContextOf<R>, input: Input<R>) => Promise<Answer<R>>

/**
 * For a POST whose reply may be long: a repeated call with its Idempotency-Key reads it again by its id, instead of getting a copy of up
 * to a megabyte that was stored for each call. Checks the right, as a handler does.
 */
export const rereadBy = <R extends Route>(handler: Handler<R>, reread: (ctx: ContextOf<R>, id: string) => Promise<Answer<R>>): Handler<R> =>
  Object.assign(handler, { reread })

/** For a POST whose reply may be long and cannot be read again: what a repeated call with its Idempotency-Key gets instead. */
export const shortenedBy = <R extends Route>(handler: Handler<R>, shorten: (reply: Answer<R>) => Answer<R>): Handler<R> =>
  Object.assign(handler, { shorten })

/** For a call about the caller, which reads them together with the session, in one statement: `ctx.self`. */
export const withSelf = <R extends Route, S>(
  findSelf: (...values: Parameters<FindSelf>) => Promise<(NonNullable<Awaited<ReturnType<FindSelf>>> & { self: S }) | undefined>,
  handler: (ctx: ContextOf<R> & { self: S }, input: Input<R>) => Promise<Answer<R>>,
): Handler<R> => Object.assign(handler as Handler<R>, { findSelf })

/** Placeholder for a handler that does not exist yet: the call returns 501. */
export const notImplemented = 'not implemented'

export type Handlers<C> = {
  [D in keyof C]: { [N in keyof C[D]]: C[D][N] extends Route ? Handler<C[D][N]> | typeof notImplemented : never }
}
