import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { migrateDatabase } from '#db/client.ts'

const { database, url } = await testApp()

test('a database that a newer version has changed is refused with a sentence, and not touched', async () => {
  const { db } = database
  await migrateDatabase(url)
  const [last] = (await db.execute<{ at: string }>(sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`)).rows
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', ${Number(last!.at) + 1})`)
  const before = await db.$count(sql`drizzle.__drizzle_migrations`)
  await expect(migrateDatabase(url)).rejects.toThrow(
    'The database was changed by a newer version of LMS than this one. Start that version, or one after it; or restore the backup from before.',
  )
  expect(await db.$count(sql`drizzle.__drizzle_migrations`)).toBe(before)
  await db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'of a newer version'`)
  await expect(migrateDatabase(url)).resolves.toBeUndefined()
})

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
