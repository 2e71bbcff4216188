/** The connection pool, and the database as the queries see it. */
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'

/** A pool or a transaction: queries cannot tell, and need not. */
export type Db = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute' | 'with' | '$with' | '$count'
>

export interface Database {
  db: NodePgDatabase
  /** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
  transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Rows of one moment, read piece by piece: whatever is written meanwhile, they fit each other. */
  snapshot: <T>(read: (db: Db) => AsyncIterable<T>) => AsyncGenerator<T>
  close: () => Promise<void>
}

/** Milliseconds that a reader may take over one piece: then its connection is needed by others. */
const readerPatience = 60_000

const ignore = () => {}

async function* snapshotOf<T>(pool: pg.Pool, read: (db: Db) => AsyncIterable<T>): AsyncGenerator<T> {
  const client = await pool.connect()
  let isWhole = false
  // It may break between two pieces, when no statement is there to fail.
  client.on('error', ignore)
  const db = drizzle(client, { casing: 'snake_case' })
  try {
    await db.execute(sql`begin isolation level repeatable read read only`)
    await db.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${readerPatience}`))
    yield* read(db)
    await db.execute(sql`commit`)
    isWhole = true
  } finally {
    // A connection that is left in the middle is closed, not given to the next.
    client.off('error', ignore).release(!isWhole)
  }
}

/** Readers at once in one process, on connections of their own: whoever downloads slowly keeps nobody else waiting. */
const readersAtOnce = 6
/** Milliseconds that one more waits for its turn. */
const readerTurn = 30_000

/** Statements end after 10 s; `max` connections a process. `onStatement` sees each statement: tests count them. */
export function openDatabase(url: string, { max = 16, onStatement }: { max?: number; onStatement?: (sql: string) => void } = {}): Database {
  const pool = openPool({ connectionString: url, max, connectionTimeoutMillis: 5_000 })
  const readers = openPool({ connectionString: url, max: readersAtOnce, connectionTimeoutMillis: readerTurn })
  const db = drizzle(pool, { casing: 'snake_case', ...(onStatement && { logger: { logQuery: onStatement } }) })
  return {
    db,
    transaction: (work) => db.transaction((tx) => work(tx)),
    snapshot: (read) => snapshotOf(readers, read),
    close: async () => void (await Promise.all([pool.end(), readers.end()])),
  }
}

/** No connection could be had; `cause` is what the driver said. Statements that fail are drizzle's `DrizzleQueryError`. */
export class ConnectionFault extends Error {}

/** A pool that outlives the breaking of its connections, also while it ends. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ statement_timeout: 10_000, application_name: 'lms', ...config })
  // An idle connection that breaks (the database was restarted) must not end the process: the pool replaces it.
  pool.on('error', ignore)
  // The pool listens only while a connection is idle; one that breaks on its way out would end the process as well.
  pool.on('connect', (client) => void client.on('error', ignore))
  const connect = pool.connect.bind(pool)
  const connectOrFault: typeof connect = () =>
    connect().catch((cause: unknown) => Promise.reject(new ConnectionFault('no connection to the database', { cause })))
  // The pool itself calls it with a callback, for statements outside transactions: drizzle marks what fails there.
  pool.connect = ((done?: Parameters<typeof pool.connect>[0]) => (done ? connect(done) : connectOrFault())) as typeof connect
  return pool
}

/**
 * A named prepared statement, made once for each database: half the cost of one that is planned anew. For hot reads only,
 * outside transactions.
 */
export function prepared<T>(prepare: (db: Db) => T): (db: Db) => T {
  const made = new WeakMap<Db, T>()
  return (db) => {
    let statement = made.get(db)
    if (!statement) made.set(db, (statement = prepare(db)))
    return statement
  }
}

const migrations = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any number will do, as long as every process of the product takes the same. */
const migrationLock = 7_204_511

/** Throws where the last change of the schema is none of ours: an older version would misread what a newer one keeps. */
async function refuseNewer(db: Db): Promise<void> {
  const { rows } = await db.execute<{ there: boolean }>(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`)
  if (!rows[0]!.there) return
  const newest = Math.max(...readMigrationFiles({ migrationsFolder: migrations }).map(({ folderMillis }) => folderMillis))
  if ((await db.$count(sql`drizzle.__drizzle_migrations`, sql`created_at > ${newest}`)) > 0)
    throw new Error(
      'The database was changed by a newer version of LMS than this one. Start that version, or one after it; or restore the backup from before.',
    )
}

/**
 * Brings the schema up to date, that of the jobs too; processes that start together take turns. Throws where a newer version
 * has been here.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'lms-migrate' })
  await client.connect()
  try {
    const db = drizzle(client)
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`)
    await refuseNewer(db)
    await migrate(db, { migrationsFolder: migrations })
    await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) })
  } finally {
    await client.end()
  }
}
