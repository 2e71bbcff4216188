/** Running migrations: newer ones, conversions in batches, and what an interrupted upgrade leaves. */

import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { migrateDatabase } from '#db/migrate.ts'
import { testApp } from '#test/app.ts'

const { database, url } = await testApp()
const { db } = database
const real = readMigrationFiles({ migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) })
const newest = Math.max(...real.map(({ folderMillis }) => folderMillis))

test('a database migrated by a newer version is refused with a message, and not changed', async () => {
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

test('rows are converted in batches, each kept: an interrupted upgrade continues, and says how far it is', async () => {
  await db.execute(sql`create table words (id int primary key, word text not null)`)
  await db.execute(sql`insert into words select n, case n when 5 then '' else 'w' || n end from generate_series(1, 7) n`)
  const batch = `-- in batches
    update words set word = upper(word) || case when word = '' then null else '' end, is_done = true
    where id in (select id from words where not is_done order by id limit 2)`
  const statements = [
    'alter table words add column if not exists is_done boolean not null default false',
    batch,
    'alter table words drop column is_done',
  ]
  const upgrade = [...real, { sql: statements, hash: 'words', folderMillis: newest + 1, bps: true }]
  const told: string[] = []
  const run = () => migrateDatabase(url, (words) => told.push(words), upgrade)
  const words = async () => (await db.execute<{ word: string }>(sql`select word from words order by id`)).rows.map(({ word }) => word)
  await expect(run()).rejects.toThrow('Failed query')
  expect(await words()).toEqual(['W1', 'W2', 'W3', 'W4', '', 'w6', 'w7'])
  await db.execute(sql`update words set word = 'w5' where id = 5`)
  await run()
  expect(await words()).toEqual(['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7'])
  expect(told).toEqual(['Updating the database: step 1 of 1 …', 'Updating the database: step 1 of 1 …'])
  expect((await db.execute(sql`select * from words limit 1`)).fields.map(({ name }) => name)).toEqual(['id', 'word'])
  await run()
  expect(told).toHaveLength(2)
})
