/** Who works on a file in the store, or on an upload: one caller at a time, in all processes together. */
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/drizzle.ts'
import { files, uploads } from '#db/schema/media.ts'

type Leased = typeof files | typeof uploads

/** As long as a process that died is waited for: longer than one is ever away from its event loop, shorter than a caller waits. */
const leaseInterval = sql`interval '10 seconds'`
/** Milliseconds. */
const renewEvery = 3000

/** By the database's clock, on which processes agree, and not by the beginning of the transaction; later than any lease is one from before that clock was set back. */
export const isFree = (table: Leased): SQL =>
  sql`(${table.busyUntil} is null or ${table.busyUntil} < clock_timestamp() or ${table.busyUntil} > clock_timestamp() + ${leaseInterval})`

/** Keys that this process works on: also while the database was away for longer than a lease. */
const ownKeys = new Set<string>()

/** Does the work, and gives its result; undefined where somebody else is at it, or where it is done already. */
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
    const renewal = setInterval(() => void set(sql`clock_timestamp() + ${leaseInterval}`).catch(() => {}), renewEvery)
    try {
      return { result: await work() }
    } finally {
      clearInterval(renewal)
      // If the database is away, the lease expires.
      await set(sql`null`).catch(() => {})
    }
  } finally {
    ownKeys.delete(key)
  }
}

/** For the only process of a database: leases that are left belong to processes that have ended. */
export async function endLeases(db: Db): Promise<void> {
  await db.execute(sql`update ${files} set busy_until = null where busy_until is not null`)
  await db.execute(sql`update ${uploads} set busy_until = null where busy_until is not null`)
}
