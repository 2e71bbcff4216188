/** The counts of rate limits in SQL; each has a window that begins with its first try. */

import { sql } from 'drizzle-orm'
import { prepared, type Db } from '#db/drizzle.ts'
import { rateLimits } from '#db/schema/system.ts'

export interface RateLimitKey {
  key: string
  most: number
  seconds: number
  why: string
}

/** Allowed difference in seconds between the clocks of processes, including the time between reading the clock and counting. */
export const clockSlackSeconds = 10

export type Row = typeof rateLimits.$inferSelect
/** The current counts, each in its window. */
export type Taken = readonly Pick<Row, 'key' | 'endsAt'>[]

const { placeholder } = sql
const now = sql`${placeholder('now')}::timestamptz`
/** Includes windows that end too late: the clock was set back after they started. */
const isOver = sql`(${rateLimits.endsAt} <= ${now}
  or ${rateLimits.endsAt} > excluded.ends_at + make_interval(secs => ${sql.raw(String(clockSlackSeconds))}))`
const triesCounted = prepared((db) =>
  db
    .insert(rateLimits)
    .select(
      sql`select key, ${placeholder('tries')}::int, ends_at from unnest(${placeholder('keys')}::text[], ${placeholder('ends')}::timestamptz[]) tried (key, ends_at)`,
    )
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then excluded.count else ${rateLimits.count} + excluded.count end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateLimits.endsAt} end`,
      },
    })
    .returning(),
)
/** Adds `tries` under each key, or only locks the rows. In the order of their keys, so that concurrent calls cannot deadlock. */
export function countTries(db: Db, claims: RateLimitKey[], at: Date, tries: 0 | 1): Promise<Row[]> {
  const sorted = claims.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const ends = sorted.map(({ seconds }) => new Date(at.getTime() + seconds * 1000).toISOString())
  return triesCounted(db, { keys: sorted.map(({ key }) => key), ends, tries, now: at.toISOString() })
}

const limitRows = prepared((db) =>
  db
    .select()
    .from(rateLimits)
    .where(sql`${rateLimits.key} = any(${placeholder('keys')}::text[])`),
)
export const readCounts = (db: Db, claims: RateLimitKey[]): Promise<Row[]> => limitRows(db, { keys: claims.map(({ key }) => key) })

/** Subtracts tries; a window that has ended is left alone. Locks the rows in the same order as counting does. */
export async function refund(db: Db, taken: Taken): Promise<void> {
  await db.execute(sql`
    with held as (
      select rate_limit.key from rate_limits rate_limit
      join unnest(${sql.param(taken.map(({ key }) => key))}::text[], ${sql.param(taken.map(({ endsAt }) => endsAt))}::timestamptz[]) taken (key, ends_at)
        on taken.key = rate_limit.key and taken.ends_at = rate_limit.ends_at
      order by rate_limit.key for update of rate_limit)
    update rate_limits set count = greatest(count - 1, 0) where key in (select key from held)`)
}

/** Of all keys with one of the prefixes. */
export async function deleteCounts(db: Db, prefixes: readonly string[]): Promise<void> {
  await db.delete(rateLimits).where(sql`${rateLimits.key} ^@ any(${sql.param(prefixes)}::text[])`)
}
