/** Leases on files and uploads: one caller at a time works on each, across all processes. */

import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/drizzle.ts'
import { files, uploads } from '#db/schema/media.ts'

type Leased = typeof files | typeof uploads

/** How long the lease of a dead process lasts: longer than an event loop ever blocks, shorter than a caller waits. */
const leaseInterval = sql`interval '10 seconds'`
const renewEveryMs = 3000

/** Uses the database's clock, shared by all processes, and the current time rather than that of the transaction. A lease too far in the future dates from before the clock was set back. */
export const isFree = (table: Leased): SQL =>
  sql`(${table.busyUntil} is null or ${table.busyUntil} < clock_timestamp() or ${table.busyUntil} > clock_timestamp() + ${leaseInterval})`

/** Keys that this process is working on, even if the database was unavailable for longer than a lease. */
const ownKeys = new Set<string>()

/** Does the work and returns its result; undefined if someone else is doing it, or if it is already done. */
export async function whileLeased<T>(db: Db, table: Leased, key: string, work: () => Promise<T>): Promise<{ result: T } | undefined> {
  if (ownKeys.has(key)) return undefined
  ownKeys.add(key)
  try {
    const isOpen = sql`${table.status} in ('PENDING', 'OPEN')`
    const { rowCount } = await db.execute(
      sql`update ${table} set busy_until = clock_timestamp() + ${leaseInterval} where ${table.key} = ${key} and ${isOpen} and ${isFree(table)}`,
    )
    if (rowCount === 0) return undefined
    const set = (until: SQL) => db.execute(sql`update ${table} set busy_until = ${until} where ${table.key} = ${key}`)
    const renewal = setInterval(() => void set(sql`clock_timestamp() + ${leaseInterval}`).catch(() => {}), renewEveryMs)
    try {
      return { result: await work() }
    } finally {
      clearInterval(renewal)
      // If the database is unavailable, the lease expires.
      await set(sql`null`).catch(() => {})
    }
  } finally {
    ownKeys.delete(key)
  }
}

/** Only for the sole process of a database: remaining leases belong to processes that have ended. */
export async function endLeases(db: Db): Promise<void> {
  await db.execute(sql`update ${files} set busy_until = null where busy_until is not null`)
  await db.execute(sql`update ${uploads} set busy_until = null where busy_until is not null`)
}
