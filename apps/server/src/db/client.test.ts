import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const { database } = await testApp()

test('however many read slowly, statements and transactions go on', async () => {
  const pieces = Array.from({ length: 12 }, () =>
    database.snapshot(async function* (db) {
      for (;;) yield (await db.execute<{ n: number }>(sql`select 1 as n`)).rows[0]!.n
    }),
  )
  const begun = pieces.map((reader) => reader.next())
  await Promise.race(begun)
  const add = () => database.transaction(async (db) => (await db.execute<{ n: number }>(sql`select 1 + 1 as n`)).rows[0]!.n)
  await expect(Promise.all(Array.from({ length: 20 }, add))).resolves.toEqual(Array<number>(20).fill(2))
  // Those that end make room for those that wait.
  await Promise.all(pieces.map(async (reader, n) => begun[n]!.then(() => reader.return(undefined))))
})
