/** Forces the order of concurrent calls on a row of the real database. */

import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database, Db } from '#db/client.ts'

/** The number of statements waiting for a lock. */
export const countWaiting = async ({ db }: Pick<Database, 'db'>): Promise<number> =>
  (await db.execute(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rows.length

/** Makes the call between `change` and its commit: it waits for the commit, or ends before it. */
export async function callDuring<T>(database: Database, change: (db: Db) => Promise<unknown>, call: () => Promise<T>): Promise<T> {
  let isDone = false
  const isSettled = async () => isDone || (await countWaiting(database)) > 0
  const { answer } = await database.transaction(async (db) => {
    await change(db)
    const asked = call().finally(() => (isDone = true))
    // A refusal is read after the commit.
    asked.catch(() => undefined)
    while (!(await isSettled())) await sleep(5)
    return { answer: asked }
  })
  return answer
}

/** Locks the row until all calls wait for it, one behind the other. Once it is released they run in this order. */
export async function callInOrder(database: Database, row: SQL, calls: readonly (() => Promise<unknown>)[]) {
  const { asked } = await database.transaction(async (db) => {
    const held = await db.execute(sql`select 1 from ${row} for update`)
    expect(held.rows).toHaveLength(1)
    const settled: Promise<PromiseSettledResult<unknown>>[] = []
    for (const call of calls) {
      let isDone = false
      settled.push(
        call()
          .then(
            (value) => ({ status: 'fulfilled' as const, value }),
            (reason: unknown) => ({ status: 'rejected' as const, reason }),
          )
          .finally(() => (isDone = true)),
      )
      while ((await countWaiting(database)) < settled.length) {
        if (isDone) throw new Error(`Call ${settled.length} did not wait for the row`)
        await sleep(5)
      }
    }
    return { asked: settled }
  })
  return Promise.all(asked)
}
