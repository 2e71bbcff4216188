// Separate databases for tests.

import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/db.ts'

test('databases created at the same time are separate, and deleted when dropped', async () => {
  const databases = await Promise.all(Array.from({ length: 4 }, freshDatabase))
  const names = await Promise.all(databases.map(({ url }) => nameOf(url)))
  expect(new Set(names.map((row) => JSON.stringify(row))).size).toBe(4)
  await Promise.all(databases.map((database) => database.drop()))
  await expect(nameOf(databases[0]?.url ?? '')).rejects.toThrow('does not exist')
})

async function nameOf(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query('select current_database() as name')).rows[0]
  } finally {
    await client.end()
  }
}
