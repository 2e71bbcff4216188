/** Connections to PostgreSQL: how long anything may wait, and what happens to a connection that broke. */
import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'

/** No connection could be had; `cause` is what the driver said. Statements that fail are drizzle's `DrizzleQueryError`. */
export class ConnectionError extends Error {}
/** The connection broke while a transaction was committed: nobody knows whether it was. `cause` is what the driver said. */
export class CommitError extends Error {}

/** What the driver of the database threw, if it did: sockets that break elsewhere have the same codes. */
export function getDriverError(error: unknown): unknown {
  if (error instanceof ConnectionError || error instanceof CommitError) return error.cause
  if (error instanceof DrizzleQueryError) return error.cause instanceof ConnectionError ? error.cause.cause : error.cause
  if (error instanceof pg.DatabaseError) return error
  return error instanceof Error ? getDriverError(error.cause) : undefined
}

const ignore = () => {}

/** A pool that outlives the breaking of its connections, also while it ends. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ statement_timeout: 10_000, application_name: 'lms', keepAlive: true, ...config })
  // An idle connection that breaks (the database was restarted) must not end the process: the pool replaces it.
  pool.on('error', ignore)
  // The pool listens only while a connection is idle; one that breaks on its way out would end the process as well.
  pool.on('connect', (client) => void client.on('error', ignore))
  return pool
}

/**
 * The limits of a call (decision 0005), in milliseconds. The server ends a statement first; `query_timeout` is for a
 * server or a network that says nothing, and the connection is then destroyed.
 */
const queryTimeouts = { statement_timeout: 10_000, query_timeout: 12_000, lock_timeout: 3_000, idle_in_transaction_session_timeout: 30_000 }

/** Plans for a database in memory or on a disk without moving parts; compiling a plan takes longer than our statements do. Times come in UTC. */
export const planning = '-c random_page_cost=1.1 -c jit=off -c timezone=UTC'

/** The pool that calls use. Its statements are planned once for each connection. */
export const openCallPool = (config: pg.PoolConfig): pg.Pool =>
  openPool({ ...queryTimeouts, options: planning, maxLifetimeSeconds: hourSeconds, Client: NamingClient, ...config })

/** Takes a connection. Throws `ConnectionError` where there is none. */
export const connect = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch((cause: unknown) => Promise.reject(new ConnectionError('no connection to the database', { cause })))

/** Begins a transaction. Throws `ConnectionError` where the connection broke while it waited in the pool. */
export async function begin(client: pg.PoolClient, modes = ''): Promise<void> {
  await client.query(`begin ${modes}`).catch((cause: unknown) => {
    throw new ConnectionError('the connection to the database broke', { cause })
  })
}

/**
 * Whether the connection can be used after this error: yes if the server itself refused a statement and goes on. What
 * it says as it ends the connection (08, 57P), silence and broken sockets leave a connection of unknown state.
 */
export const isUsableAfter = (error: unknown): boolean => error instanceof pg.DatabaseError && !/^(08|57P|25P03)/.test(error.code ?? '')

/** The database went away during a statement. Not for a refused connection, whose message names the address. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (/^Connection terminated|^Query read timeout/.test(error.message) || /^(57P|08)|^(ECONNRESET|EPIPE)$/.test(getCode(error)))

const getCode = (error: Error): string => ('code' in error ? String(error.code) : '')

/**
 * What drizzle takes for a pool. `pg.Pool.query` would destroy a connection, with all its prepared statements, on any refusal of
 * a statement; this returns it.
 */
export const statementsOn = (pool: pg.Pool): pg.Pool => {
  const query = async (config: pg.QueryConfig, values: unknown[]) => {
    const client = await connect(pool)
    try {
      const result = await client.query(config, values)
      client.release()
      return result
    } catch (error) {
      client.release(!isUsableAfter(error))
      throw error
    }
  }
  return { query } as unknown as pg.Pool
}

/** A statement is named the third time, so that PostgreSQL plans it once for each connection. */
const namedAfter = 2
/** Each costs memory there: after so many they are given out from the beginning, and connections end within the hour with what they have. */
const mostNames = 400
const hourSeconds = 3600
/** Texts that are counted: those with lists of many lengths must not fill the memory. */
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

/** Names the statements that come again, inside transactions and outside. Those without values (`begin`, `set`) are left alone. */
class NamingClient extends pg.Client {
  /** Milliseconds that one statement may take in silence, where it is not the usual time. */
  patience: number | undefined

  // oxlint-disable-next-line typescript/no-explicit-any -- pg declares a dozen overloads, and an override must fit them all
  override query(...[config, values, ...rest]: any[]): any {
    const isOurs = typeof config === 'object' && Array.isArray(values) && values.length > 0 && config.name === undefined
    const name = isOurs ? getStatementName(config.text as string) : undefined
    const named = name || (this.patience && isOurs) ? { ...config, name, query_timeout: this.patience } : config
    return (super.query as (...parameters: unknown[]) => unknown)(named, values, ...rest)
  }
}

/** How long the statements of this connection may take in silence from now on, in milliseconds; undefined for the usual time. */
export function setPatience(client: object, patience: number | undefined): void {
  if (client instanceof NamingClient) client.patience = patience
}
