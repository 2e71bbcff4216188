/** A database in which nothing lasts: each piece of work finds it as it was made, and may change what it likes. */

import pg from 'pg'
import type { Database } from '#db/client.ts'
import { databaseOn } from '#db/drizzle.ts'

export interface RollbackDatabase {
  database: Database
  /** Does `work`, returns whether it changed anything, and rolls it back. */
  run: <T>(work: () => Promise<T>) => Promise<{ result: T; isChanged: boolean }>
}

/**
 * One connection and one transaction for each piece of work: those of the application are savepoints in it. `onStatement` gets
 * each statement of the application before it is sent, with the number of its round trip, and may throw, or return what gets its result.
 */
export async function openRollbackDatabase(
  url: string,
  base: Database,
  onStatement: (statement: string, roundTrip: number) => void | ((result: pg.QueryResult) => void) = () => {},
): Promise<RollbackDatabase> {
  const client = new pg.Client({ connectionString: url, pipeline: true })
  await client.connect()
  // Statements that are sent before there is another answer are one round trip.
  let answered = 0
  const query = async (config: pg.QueryConfig, values: unknown[]) => {
    const roundTrip = answered + 1
    const onResult = onStatement(config.text, roundTrip)
    const result = await client.query(config, values)
    onResult?.(result)
    answered = Math.max(answered, roundTrip)
    return result
  }
  const db = databaseOn({ query } as unknown as pg.Client)
  const transaction: Database['transaction'] = async (work) => {
    await client.query('savepoint call')
    try {
      const result = await work(db)
      await client.query('release savepoint call')
      return result
    } catch (error) {
      await client.query('rollback to savepoint call')
      throw error
    }
  }
  const tables = await tablesOf(client)
  const digest = async () => (await client.query<{ digest: string }>(tables)).rows[0]!.digest
  const before = await digest()
  await client.query('begin')
  const run = async <T>(work: () => Promise<T>) => {
    answered = 0
    try {
      const result = await work()
      // Without a number of its own a transaction has not even locked a row.
      const { rows } = await client.query<{ id: string | null }>('select pg_current_xact_id_if_assigned() as id')
      return { result, isChanged: rows[0]!.id !== null && (await digest()) !== before }
    } finally {
      await client.query('rollback and chain')
    }
  }
  // What is read piece by piece reads on a connection of its own, which sees the same.
  return { database: { db, transaction, snapshot: base.snapshot, check: base.check, close: () => client.end() }, run }
}

/** A query for one digest of all rows of ours, and of the jobs that wait. */
async function tablesOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' or (table_schema, table_name) = ('graphile_worker', '_private_jobs')
     order by 1`,
  )
  const each = rows.map(
    ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${name} t`,
  )
  return `select md5(string_agg(digest, '|' order by name)) as digest from (${each.join(' union all ')}) tables`
}

/** One digest of all that is in a database. */
export async function digestOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ digest: string }>(await tablesOf(client))).rows[0]!.digest
  } finally {
    await client.end()
  }
}
