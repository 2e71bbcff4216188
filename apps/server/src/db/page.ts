/** Paging, and search text that is meant literally. */
import { sql } from 'drizzle-orm'

/** How many rows there are without the limit: a column of every paged query. */
export const total = sql<number>`(count(*) over ())::int`

export interface Page {
  page: number
  limit: number
}

/** Fetches one page. Beyond the end it is empty, and the total is still told. */
export async function paged<T extends { total: number }>(
  fetch: (limit: number, offset: number) => PromiseLike<T[]>,
  { page, limit }: Page,
) {
  const rows = await fetch(limit, (page - 1) * limit)
  const [first] = rows.length > 0 || page === 1 ? rows : await fetch(1, 0)
  return { items: rows.map(({ total: _, ...item }) => item), page, limit, total: first?.total ?? 0 }
}

/** `%` and `_` of a search are letters, not wildcards. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
