/** Connections to PostgreSQL: timeouts, and handling broken connections. */

import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'

/** No connection was available; `cause` is the driver's error. Failed statements are drizzle's `DrizzleQueryError`. */
export class ConnectionError extends Error {}
/** The connection broke during a commit, so its outcome is unknown. `cause` is the driver's error. */
export class CommitError extends Error {}

/** The error of the database driver, if it is one: other broken sockets have the same codes. */
export function getDriverError(error: unknown): unknown {
  if (error instanceof ConnectionError || error instanceof CommitError) return error.cause
  if (error instanceof DrizzleQueryError) return error.cause instanceof ConnectionError ? error.cause.cause : error.cause
  if (error instanceof pg.DatabaseError) return error
  return error instanceof Error ? getDriverError(error.cause) : undefined
}

const ignore = () => {}

/** A pool that survives broken connections, also while it ends. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ statement_timeout: 10_000, application_name: 'lms', keepAlive: true, ...config })
  // An idle connection that breaks (the database was restarted) must not end the process: the pool replaces it.
  pool.on('error', ignore)
  // The pool only listens while a connection is idle; one that breaks while it is released would end the process as well.
  pool.on('connect', (client) => void client.on('error', ignore))
  return pool
}

/**
 * The timeouts of a call (decision 0005), in milliseconds. The server aborts a statement first; `query_timeout` is for an
 * unresponsive server or network, and the connection is then destroyed.
 */
const queryTimeouts = { statement_timeout: 10_000, query_timeout: 12_000, lock_timeout: 3_000, idle_in_transaction_session_timeout: 30_000 }

/** Planner settings for a database in memory or on an SSD; compiling a plan takes longer than our statements do. Times are in UTC. */
export const planning = '-c random_page_cost=1.1 -c jit=off -c timezone=UTC'

/** The pool for calls. Statements are planned once per connection, and pipelined: the next is sent before the last is answered. */
export const openCallPool = (config: pg.PoolConfig): pg.Pool =>
  openPool({ ...queryTimeouts, pipeline: true, options: planning, maxLifetimeSeconds: hourSeconds, Client: NamingClient, ...config })

type Release = (error?: Error | boolean) => void
type Use = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void

function onlyOnce(release: Release): Release {
  let isReleased = false
  return (error) => {
    if (!isReleased) release(error)
    isReleased = true
  }
}

/**
 * The pool for graphile-worker's own statements, which are short: jobs use the pool for calls. If the database disappeared without closing the
 * connections, nothing else would notice before TCP gives up, after a quarter of an hour. The server ends a slow statement first: one that the
 * client has given up could still take a job, which nobody would do.
 */
export function openWorkerPool(config: pg.PoolConfig): pg.Pool {
  const pool = openPool({
    statement_timeout: 25_000,
    query_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    keepAliveInitialDelayMillis: 10_000,
    Client: SelfEndingClient,
    ...config,
  })
  // graphile-worker releases its listening connection twice if that breaks while it stops. The pool would throw where nobody catches it.
  const connect = pool.connect.bind(pool) as (use?: Use) => Promise<pg.PoolClient>
  pool.connect = (use?: Use) =>
    connect(use && ((error, client, release) => use(error, client, onlyOnce(release)))) as Promise<pg.PoolClient> & void
  return pool
}

/** Statements, and again transactions, that wait for a connection at once: more would wait in vain, and fill the memory. */
export const maxWaitingStatements = 5_000

/** As the pool itself fails after its time. */
export const tooMany = (what: string) => new ConnectionError(what, { cause: new Error('timeout exceeded when trying to connect') })

/** Takes a connection. Throws `ConnectionError` if there is none. */
export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  if (pool.waitingCount >= maxWaitingStatements) throw tooMany('too many wait for a connection')
  return pool.connect().catch((cause: unknown) => Promise.reject(new ConnectionError('no connection to the database', { cause })))
}

/** Begins a transaction. Throws `ConnectionError` if the connection broke while it was idle in the pool. */
export async function begin(client: pg.PoolClient, modes = ''): Promise<void> {
  await client.query(`begin ${modes}`).catch((cause: unknown) => {
    throw new ConnectionError('the connection to the database broke', { cause })
  })
}

/**
 * Whether the connection can be used after this error: yes if the server rejected a statement and goes on. Errors that
 * end the connection (08, 57P), timeouts and broken sockets leave it in an unknown state.
 */
export const isUsableAfter = (error: unknown): boolean => error instanceof pg.DatabaseError && !/^(08|57P|25P03)/.test(error.code ?? '')

/** The connection was lost during a statement. Not for a refused connection, whose message contains the address. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (/^Connection terminated|^Query read timeout/.test(error.message) || /^(57P|08)|^(ECONNRESET|EPIPE)$/.test(getCode(error)))

const getCode = (error: Error): string => ('code' in error ? String(error.code) : '')

/** Does `work` on one connection. */
export type OnConnection = <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>

/**
 * The pool passed to drizzle. `pg.Pool.query` would destroy a connection, with all its prepared statements, on any rejected
 * statement; this returns it to the pool.
 */
export const statementsOn = (pool: pg.Pool): pg.Pool => {
  const onConnection: OnConnection = async (work) => {
    const client = await connect(pool)
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      client.release(!isUsableAfter(getDriverError(error)))
      throw error
    }
  }
  const query = (config: pg.QueryConfig, values: unknown[]) => onConnection((client) => client.query(config, values))
  return { query, onConnection } as unknown as pg.Pool
}

/** A statement is named on its third use, so that PostgreSQL plans it once per connection. */
const namedAfter = 2
/** Each takes memory in PostgreSQL: after so many the counter starts again, and connections are renewed within the hour. */
const mostNames = 400
const hourSeconds = 3600
/** Counted texts: limited, because lists of many lengths would fill the memory. */
const mostTexts = 5_000
const useCounts = new Map<string, number>()
const statementNames = new Map<string, string>()
let lastNumber = 0

function getStatementName(text: string): string | undefined {
  const name = statementNames.get(text)
  if (name !== undefined) return name
  const count = useCounts.get(text) ?? 0
  if (count < namedAfter) {
    if (useCounts.size >= mostTexts) useCounts.clear()
    useCounts.set(text, count + 1)
    return undefined
  }
  useCounts.delete(text)
  if (statementNames.size >= mostNames) statementNames.clear()
  const next = `lms_${++lastNumber}`
  statementNames.set(text, next)
  return next
}

/** Names repeated statements, inside and outside of transactions. Plain text (`begin`, `set`) is left alone. */
class NamingClient extends pg.Client {
  /** Query timeout of one statement in milliseconds, if not the default. */
  patience: number | undefined

  // oxlint-disable-next-line typescript/no-explicit-any -- pg declares a dozen overloads, and an override must fit them all
  override query(...[config, values, ...rest]: any[]): any {
    const isOurs = typeof config === 'object' && Array.isArray(values) && config.name === undefined
    const name = isOurs ? getStatementName(config.text as string) : undefined
    const named = name || (this.patience && isOurs) ? { ...config, name, query_timeout: this.patience } : config
    return (super.query as (...parameters: unknown[]) => unknown)(named, values, ...rest)
  }
}

/** Ends its connection after a query timeout: graphile-worker returns it to the pool, and all later statements would wait behind that one. */
class SelfEndingClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  override query(...parameters: any[]): any {
    const result = (super.query as (...parameters: unknown[]) => unknown)(...parameters)
    if (result instanceof Promise)
      result.catch((error: Error) => {
        if (error.message === 'Query read timeout') this.connection.stream.destroy()
      })
    return result
  }
}

/** Query timeout of this connection's statements from now on, in milliseconds; undefined for the default. */
export function setPatience(client: object, patience: number | undefined): void {
  if (client instanceof NamingClient) client.patience = patience
}
