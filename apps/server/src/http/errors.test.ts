/** What is told of a database that cannot do what it was asked: each failure is a real one of PostgreSQL or of its pool. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { openDatabase } from '#db/client.ts'
import { addErrors } from '#http/errors.ts'

const { database, url } = await testApp()

/** The answer of a server whose one call does this. */
async function told(work: () => Promise<unknown>) {
  const app = Fastify()
  addErrors(app)
  app.get('/', work)
  onTestFinished(() => app.close())
  const { statusCode, headers, body } = await app.inject('/')
  if (statusCode === 200) return { statusCode }
  const { type, detail } = JSON.parse(body) as { type: string; detail: string }
  return { statusCode, type, detail, wait: headers['retry-after'] }
}
const raise = (code: string): SQL => sql.raw(`do $$ begin raise exception 'inside' using errcode = '${code}'; end $$`)

test('a statement that took too long is no database that does not answer', async () => {
  const answer = await told(() =>
    database.transaction(async (db) => {
      await db.execute(sql`set local statement_timeout = 20`)
      await db.execute(sql`select pg_sleep(10)`)
    }),
  )
  expect(answer).toEqual({
    statusCode: 503,
    type: '/problems/busy',
    detail: 'This took too long and was stopped. Nothing was changed.',
    wait: '5',
  })
})

test('nor is a pool whose connections are all taken', async () => {
  const small = openDatabase(url, { max: 1 })
  onTestFinished(() => small.close())
  let letGo = () => {}
  const released = new Promise<void>((resolve) => (letGo = resolve))
  const holding = small.transaction(() => released)
  const answer = await told(() => small.db.execute(sql`select 1`)).finally(() => letGo())
  await holding
  expect(answer).toEqual({
    statusCode: 503,
    type: '/problems/busy',
    detail: 'This server has more to do than it can at the moment. Nothing was changed.',
    wait: '2',
  })
})

test('nor two changes that waited for each other', async () => {
  await database.db.execute(sql`create table circle (id int primary key, n int)`)
  await database.db.execute(sql`insert into circle values (1, 0), (2, 0)`)
  let begun = 0
  const change = (one: number, other: number) =>
    told(() =>
      database.transaction(async (db) => {
        await db.execute(sql`update circle set n = n + 1 where id = ${one}`)
        begun++
        const isAlone = () => begun < 2
        while (isAlone()) await sleep(5)
        await db.execute(sql`update circle set n = n + 1 where id = ${other}`)
        return 'done'
      }),
    )
  const answers = await Promise.all([change(1, 2), change(2, 1)])
  expect(answers.filter(({ statusCode }) => statusCode === 503)).toEqual([
    { statusCode: 503, type: '/problems/busy', detail: 'This met another change on its way. Nothing was changed; try again.', wait: '1' },
  ])
})

test.each([
  ['53100', '/problems/unavailable', /^The database has no room left\. Nothing was changed;/],
  ['53300', '/problems/busy', /^The database cannot take more work/],
  ['57P01', '/problems/unavailable', /^The database does not answer\./],
])('PostgreSQL %s → %s', async (code, type, detail) => {
  expect(await told(() => database.db.execute(raise(code)))).toMatchObject({ statusCode: 503, type, detail: expect.stringMatching(detail) })
})

test('a database that is not there does not answer; what is wrong with a statement is a failure of ours', async () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none')
  onTestFinished(() => gone.close())
  expect(await told(() => gone.db.execute(sql`select 1`))).toMatchObject({ detail: 'The database does not answer. Nothing was changed.' })
  expect(await told(() => database.db.execute(sql`select nothing`))).toMatchObject({ statusCode: 500 })
})
