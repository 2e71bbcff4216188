/** Migrations: each in a transaction of its own, conversions of many rows in batches, so that an interrupted upgrade continues where it was. */

import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'

const read = (folder: string) => readMigrationFiles({ migrationsFolder: fileURLToPath(new URL(folder, import.meta.url)) })
/**
 * What brings a database of version 0.1 to that of 1.0, with which new databases start. To be removed, with its folder, when no school
 * has such a database any more.
 */
const before = read('./migrations/before-1.0')
/** When the last migration of version 0.1 was made. */
const lastOf01 = 1_795_559_834_860
/** An arbitrary number, the same for every process. */
const migrationLock = 7_204_511

/** Throws if the latest migration is unknown: an older version would misread the data of a newer one. */
async function refuseNewer(db: NodePgDatabase, all: readonly MigrationMeta[]): Promise<void> {
  const newest = Math.max(...all.map(({ folderMillis }) => folderMillis))
  if ((await db.$count(sql`drizzle.__drizzle_migrations`, sql`created_at > ${newest}`)) > 0)
    throw new Error(
      'The database was changed by a newer version of LMS than this one. Start that version, or one after it; or restore the backup from before.',
    )
}

/** Throws if the database is from before version 0.1: its migrations are gone. */
function refuseOlder(done: number): void {
  if (done < lastOf01) throw new Error('The database is of a version of LMS before 0.1, which this one cannot update.')
}

/** The table of drizzle-kit: migrations count by their time, so that a row is all that is needed to skip one. */
const createHistory = sql`create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`

/**
 * Begins a statement that converts some rows: it is repeated, each time in a transaction, until it finds none. All statements of such a
 * migration must allow to be run again.
 */
const inBatches = '-- in batches'

type Report = (words: string) => void
/** Milliseconds between two messages. */
const quietMs = 5000

async function convert(db: NodePgDatabase, statement: string, report: Report): Promise<void> {
  let [rows, reportedAt] = [0, performance.now()]
  for (;;) {
    const { rowCount } = await db.execute(sql.raw(statement))
    if (!rowCount) return
    rows += rowCount
    if (performance.now() - reportedAt < quietMs) continue
    report(`Updating the database: ${rows.toLocaleString('en')} rows converted …`)
    reportedAt = performance.now()
  }
}

async function run(db: NodePgDatabase, { sql: statements, hash, folderMillis }: MigrationMeta, report: Report): Promise<void> {
  const last = statements.findLastIndex((statement) => statement.trimStart().startsWith(inBatches))
  for (const statement of statements.slice(0, last + 1)) {
    if (statement.trimStart().startsWith(inBatches)) await convert(db, statement, report)
    else await db.execute(sql.raw(statement))
  }
  await db.transaction(async (tx) => {
    for (const statement of statements.slice(last + 1)) await tx.execute(sql.raw(statement))
    await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`)
  })
}

/**
 * Migrates the schema, including that of the jobs; processes that start together wait for each other. Throws if a newer version
 * has migrated it. Reports nothing for a new database.
 */
export async function migrateDatabase(url: string, report: Report = () => undefined, all = read('./migrations')) {
  const client = new pg.Client({ connectionString: url, application_name: 'lms-migrate' })
  // A broken connection also fails the statement.
  client.on('error', () => {})
  await client.connect()
  try {
    const db = drizzle(client)
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`)
    await db.execute(createHistory)
    await refuseNewer(db, all)
    const { rows } = await db.execute<{ at: string | null }>(sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`)
    const done = Number(rows[0]!.at ?? 0)
    const isNew = done === 0
    if (!isNew) refuseOlder(done)
    // The first migration makes the tables of a new database.
    const left = (isNew ? all : [...before, ...all.slice(1)]).filter(({ folderMillis }) => folderMillis > done)
    for (const [index, migration] of left.entries()) {
      if (!isNew) report(`Updating the database: step ${index + 1} of ${left.length} …`)
      await run(db, migration, report)
    }
    await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) })
  } finally {
    await client.end()
  }
}
