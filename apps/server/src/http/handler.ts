/** What a handler is, and what it is given. */
import type { Readable } from 'node:stream'
import type { Action, Reach } from '@lms/contract/policy'
import type { Input, Reply, Route } from '@lms/contract/route'
import type { CourseAccess, Subject } from '#access/course.ts'
import type { Actor, ResetToken } from '#http/authenticate.ts'
import type { Limits } from '#http/limits.ts'
import type { Upload } from '#http/upload.ts'
import type { Database, Db } from '#db/client.ts'
import type { Services } from '#services/services.ts'

export interface BaseContext {
  /** The transaction of the call if its method writes, else the pool. */
  db: Db
  /**
   * Calls without a session, and those whose route says so, get the pool and start their transaction here: they hash
   * passwords, which must not occupy a database connection.
   */
  transaction: Database['transaction']
  /** Several reads that see the same state of the database. */
  snapshot: Database['snapshot']
  services: Services
  /** The server's clock: the only one that decides. */
  now: () => Date
  /** `ip` is the socket's, or what a proxy of TRUSTED_PROXIES says of it; a header of anybody else is not believed. */
  request: { id: string; ip: string; userAgent: string | undefined; cookie: string | undefined }
  /** How often something may be tried. Calls that write are counted before they get here. */
  limits: Limits
  /** Runs once the transaction is committed; never inside it. A failure is logged and does not change the answer. */
  afterCommit: (effect: () => Promise<void> | void) => void
  /** Sends `Set-Cookie` headers with the answer, once the transaction is committed. */
  setCookies: (cookies: string[]) => void
  /** Answers with this one of the route's statuses. */
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
   * Why files that the request names may not be used: sentences by key. Checked before the transaction starts, because a
   * connection must not wait for the file store.
   */
  fileErrors: ReadonlyMap<string, string>
  /** Fails unless the actor may do `action` to the subject: 403 if the actor may read it, else 404. */
  allow: (action: Action, subject: Subject) => Promise<void>
}

/** With a course in the request: the actor's access to it. */
export interface CourseContext extends Context {
  course: CourseAccess
}

/**
 * A call that takes a file gets the pool until it starts its transaction: a connection must not wait for an upload. Its
 * Idempotency-Key counts within that transaction.
 */
export interface FileContext extends Context {
  /** The form's field `file`, read when asked for. Throws `too-large`, and `validation-failed` where there is none. */
  file: () => Promise<Upload>
}

/** A call that waits for the file store or a hash gets the pool, and starts its transactions around the waiting. */
export interface WaitingContext extends Context {
  /** Starts a transaction in which the Idempotency-Key counts: a repeated call gets the result of the first. */
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

/** Bytes instead of JSON; the name is what the browser saves it under. */
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

/** Takes the place of a handler that is not built yet: the call answers 501. */
export const notImplemented = 'not implemented'

export type Handlers<C> = {
  [D in keyof C]: { [N in keyof C[D]]: C[D][N] extends Route ? Handler<C[D][N]> | typeof notImplemented : never }
}
