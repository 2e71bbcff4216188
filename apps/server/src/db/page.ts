/** Paging, and searches. */

import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/drizzle.ts'

/** The single column of a statement that counts rows. */
export const total = { total: sql<number>`count(*)::int` }

export interface Page {
  page: number
  limit: number
}

/**
 * Fetches one page, and counts all rows if the page itself does not show how many there are: the count needs none of the
 * page's joins, and the page none of the rows that are only counted. Beyond the end the page is empty, but the total is still right.
 * Rows may have it as `total`, which saves a round trip: a kept number, or one that is quickly counted (`totalIfFull`).
 */
export async function paged<T>(
  fetch: (limit: number, offset: number) => PromiseLike<T[]>,
  count: () => PromiseLike<{ total: number }[]>,
  { page, limit }: Page,
): Promise<{ items: T[]; page: number; limit: number; total: number }> {
  const offset = (page - 1) * limit
  const items = (await fetch(limit, offset)).slice(0, limit)
  const seen = offset + items.length
  const isLast = items.length < limit && (items.length > 0 || offset === 0)
  const known = (items[0] as { total?: number | null } | undefined)?.total
  // Rows deleted between the two statements are on the page nevertheless.
  const counted = isLast ? seen : Math.max(known ?? (await count())[0]!.total, items.length && seen)
  return { items, page, limit, total: counted }
}

/**
 * The page limit is part of a prepared statement: PostgreSQL plans for a tenth of all rows if it does not know that a page is short and
 * the first. Rounded up to a few sizes, since each makes a statement: there may be more rows than requested.
 */
export interface PageShape {
  size: number
  isFirst: boolean
}
export const pageShape = (limit: number, offset: number): PageShape => ({
  size: [21, 25, 51].find((size) => size >= limit) ?? 101,
  isFirst: offset === 0,
})
/** The end of such a statement; its value is `offset`. */
export const limitTo = ({ size, isFirst }: PageShape): SQL => (isFirst ? sql`limit ${size}` : sql`limit ${size} offset ${skipped}`)
export const skipped = sql.placeholder('offset')

/** The `total` of a statement with its page as the clause `page`: `count`, only if there may be more than the page. Sizes of pages may be one more than the limit. */
export const totalIfFull = (count: SQL, { size }: PageShape): SQL<number | null> =>
  sql<number | null>`case when (select count(*) from page) >= ${sql.raw(String(size - 1))} then (${count}) end`

/**
 * Whether folded text has every word of a search, which is text or a placeholder. The longest word uses the index, if there is one. The
 * subselects hide the patterns: otherwise PostgreSQL would plan again for each search, which takes longer than the search.
 */
export const isFound = (folded: SQL | PgColumn, search: unknown): SQL => sql`(${folded} like (select (search_patterns(${search}::text))[1])
  and ${folded} like all ((select search_patterns(${search}::text))::text[]))`

/** The `total` of a page of few rows, such as someone's own, all of which are found and sorted for each page anyway (decision 0015). */
export const totalOfAll = sql<number>`(count(*) over ())::int`

/** Counts rows: `from` is the statement after that word. */
export async function countRows(db: Db, from: SQL): Promise<{ total: number }[]> {
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total from ${from}`)
  return rows
}
