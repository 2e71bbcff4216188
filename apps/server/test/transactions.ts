import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

/** How many transactions wrote these rows last: one, if they were written together. `rows`: table and condition. */
export async function countTransactions(db: Db, ...rows: SQL[]): Promise<number> {
  const found = await Promise.all(rows.map((one) => db.execute<{ xmin: string }>(sql`select distinct xmin::text from ${one}`)))
  if (found.some((one) => one.rows.length === 0)) throw new Error('No row to look at')
  return new Set(found.flatMap((one) => one.rows.map(({ xmin }) => xmin))).size
}
