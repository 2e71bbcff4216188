/** The database: statements, transactions and snapshots on a pool of connections. */

import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type pg from 'pg'
import { getConnection, databaseOn, type Db } from '#db/drizzle.ts'
import {
  begin,
  CommitError,
  connect,
  getDriverError,
  isUsableAfter,
  maxWaitingStatements,
  openCallPool,
  setPatience,
  statementsOn,
  tooMany,
} from '#db/pool.ts'

export type { Db } from '#db/drizzle.ts'

export interface Database {
  /** Each statement on its own. */
  db: Db
  /** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
  transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Reads a snapshot row by row in chunks: consistent, whatever is written in the meantime. */
  snapshot: <T>(read: (db: Db) => AsyncIterable<T>) => AsyncGenerator<T>
  /** Throws if the database does not answer soon; a pool that is in full use does not matter. Concurrent calls share one check. */
  check: () => Promise<void>
  close: () => Promise<void>
}

/** Milliseconds that a reader may take per chunk: then its connection is needed by others. */
const readerPatienceMs = 60_000
/** Concurrent readers per process, on their own connections: slow downloads do not block anyone else. */
const readersAtOnce = 6
/** Milliseconds that another reader waits for its turn. */
const readerTurnMs = 30_000
/**
 * Milliseconds that a statement or a transaction waits for its connection: a class that opens a course at once is served later, not
 * refused. The web app waits 20 s for an answer.
 */
const connectionPatience = 15_000
/** Milliseconds for a connection, and again for the answer, of a check. */
const checkTimeoutMs = 3_000

interface DatabaseOptions {
  /** Connections of this process: each costs 8 MiB in the database, and at 100 calls a second one is busy. */
  max?: number
  /** Statement timeout in milliseconds instead of 10 s, for filling a database. */
  patience?: number
  /** Milliseconds that a statement or a transaction waits for its connection, instead of 15 s. */
  turn?: number
  /** Called with each statement: tests count them. */
  onStatement?: (sql: string) => void
}

export function openDatabase(url: string, { max = 5, patience, turn = connectionPatience, onStatement }: DatabaseOptions = {}): Database {
  const limits = patience === undefined ? {} : { statement_timeout: patience, query_timeout: patience + 2_000, lock_timeout: patience }
  const pool = openCallPool({ connectionString: url, max, connectionTimeoutMillis: turn, ...limits })
  const readers = openCallPool({ connectionString: url, max: readersAtOnce, connectionTimeoutMillis: readerTurnMs })
  const checks = openCallPool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: checkTimeoutMs,
    statement_timeout: checkTimeoutMs,
    query_timeout: checkTimeoutMs,
  })
  let checking: Promise<void> | undefined
  const check = () =>
    (checking ??= databaseOn(statementsOn(checks))
      .execute(sql`select 1`)
      .then(() => {})
      .finally(() => (checking = undefined)))

  // One connection is left for reads, however many transactions wait for a locked row.
  const withTurn = takeTurns(Math.max(1, max - 1), turn)
  const transaction = <T>(work: (db: Db) => Promise<T>): Promise<T> => withTurn(() => runTransaction(work))

  async function runTransaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const client = await connect(pool)
    let isUsable = false
    try {
      await begin(client)
      const result = await work(databaseOn(client, onStatement))
      await commit(client)
      isUsable = true
      return result
    } catch (error) {
      isUsable = await rollBack(client, error)
      throw error
    } finally {
      setPatience(client, undefined)
      client.release(!isUsable)
    }
  }

  async function* snapshot<T>(read: (db: Db) => AsyncIterable<T>): AsyncGenerator<T> {
    const client = await connect(readers)
    let isWhole = false
    try {
      await begin(client, 'isolation level repeatable read read only')
      await client.query(`set local idle_in_transaction_session_timeout = ${readerPatienceMs}`)
      yield* read(databaseOn(client, onStatement))
      await client.query('commit')
      isWhole = true
    } finally {
      // An interrupted connection is closed, not reused.
      client.release(!isWhole)
    }
  }

  const close = async () => void (await Promise.all([pool, readers, checks].map((one) => one.end())))
  return { db: databaseOn(statementsOn(pool), onStatement), transaction, snapshot, check, close }
}

/** Runs at most so many at once. The others wait for their turn; if it does not come in time, they fail as the pool itself fails. */
function takeTurns(atOnce: number, patience: number) {
  const limit = pLimit(atOnce)
  return <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      let isLate = false
      const refuse = () => reject(tooMany('no turn for a transaction'))
      if (limit.pendingCount >= maxWaitingStatements) {
        refuse()
        return
      }
      const timer = setTimeout(() => {
        isLate = true
        refuse()
      }, patience)
      void limit(async () => {
        clearTimeout(timer)
        if (!isLate) await work().then(resolve, reject)
      })
    })
}

/** Sets the timeout of this transaction's statements and locks to a minute: for imports and the purge, of which few run at once. */
export async function allowWaiting(db: Db): Promise<void> {
  const minute = '60000'
  await db.execute(sql`select set_config('statement_timeout', ${minute}, true), set_config('lock_timeout', ${minute}, true)`)
  setPatience(getConnection(db), 62_000)
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch((cause: unknown) => {
    throw isUsableAfter(cause) ? cause : new CommitError('the connection broke during commit', { cause })
  })
  // PostgreSQL reports this if a statement failed and its error was caught: nothing was written.
  if (command === 'ROLLBACK') throw new Error('A statement of this transaction failed, so it could not be committed.')
}

/** Whether the connection can be reused. Errors of the rollback are ignored: the first error is the one to report. */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<boolean> {
  const cause = getDriverError(error)
  if (cause !== undefined && !isUsableAfter(cause)) return false
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}
