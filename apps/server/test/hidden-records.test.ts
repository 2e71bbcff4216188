/** Deleted records and outsiders change no response: every GET is called before and after adding them. */

import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '#app.ts'
import { media } from '#db/schema/media.ts'
import { testApp } from '#test/app.ts'
import { additions, word } from '#test/hidden-records.ts'
import type { Caller } from '#test/rights/row.ts'
import { requestOf, rows, statusOf } from '#test/rights/run.ts'
import { openRollbackDatabase } from '#test/rights/with-rollback.ts'
import { makeWorld } from '#test/rights/world.ts'

const testing = await testApp()
const world = await makeWorld(testing)
const { database, run } = await openRollbackDatabase(testing.url, testing.database)
const app = await createApp({
  ...testing.deps,
  // Downloads read uncommitted rows too.
  database: {
    ...database,
    async *snapshot(read) {
      yield* read(database.db)
    },
  },
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const callers = ['AD', 'T', 'S', 'N'] as const
/** These return a new URL each time. */
const others = ['presignUpload', 'presignPart']
const reading = rows.filter(({ name, route }) => route.method === 'GET' && route.allow !== 'anyone' && !others.includes(name))

/** The successful responses, by route, caller and query. */
async function readAll(of: readonly Caller[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const { domain, name, route, row } of reading)
    for (const caller of of.filter((one) => statusOf(row, 'real', one) === 200)) {
      const request = requestOf(route, row, 'real', caller, world)
      const shape = route.query?.shape ?? {}
      const queries = [...('limit' in shape ? ['limit=100'] : ['']), ...('search' in shape ? [`search=${word}`] : [])]
      for (const query of queries) {
        const { body } = await app.inject({ ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}${query}` })
        // File URLs have signatures that expire.
        answers.set(`${domain}.${name} ${caller} ${query}`, body.replaceAll(/\?expires=[^"]*/g, ''))
      }
    }
  return answers
}

const ids = world.idsOf('S')
// One of the user’s own files, to request where else it is used.
await testing.database.db.update(media).set({ source: ids.fileKey }).where(eq(media.id, ids.mediaId))
const before = await readAll(callers)

test('repeated calls get the same responses', async () => {
  expect(before.size).toBeGreaterThan(150)
  expect(changed(await readAll(callers))).toEqual([])
})

const other = {
  removedWeekId: world.idOf('removed', 'weekId', 'S'),
  foreignCourseId: world.idOf('foreign', 'courseId', 'S'),
  userIdOf: (caller: Caller) => world.idOf('own', 'userId', caller),
}

/** The calls whose responses differ from before. */
const changed = (after: Map<string, string>): string[] => [...after].filter(([key, body]) => before.get(key) !== body).map(([key]) => key)

test.each(Object.entries(additions))('%s', async (_name, { add, for: whom = callers, except = [] }) => {
  await run(async () => {
    await add(database.db, ids, other)
    const found = changed(await readAll(whom))
    expect(found.filter((key) => !except.includes(key.split(' ')[0]!))).toEqual([])
  })
})
