/** Responses to database errors: each is a real error of PostgreSQL or of the pool. */

import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '#app.ts'
import { openDatabase } from '#db/client.ts'
import { ConnectionError } from '#db/pool.ts'
import { addErrors } from '#http/errors.ts'
import { StorageError } from '#services/storage-types.ts'
import { testApp } from '#test/app.ts'

const { as, database, deps, url } = await testApp()

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(() => void vi.restoreAllMocks())

/** The response of a server whose only route does this. */
async function problemOf(work: () => Promise<unknown>) {
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

test('a statement timeout is not reported as a database that is down', async () => {
  const answer = await problemOf(() =>
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

test('nor is a pool without a free connection', async () => {
  const small = openDatabase(url, { max: 1, turn: 1_000 })
  onTestFinished(() => small.close())
  let letGo = () => {}
  const released = new Promise<void>((resolve) => (letGo = resolve))
  const holding = small.transaction(() => released)
  const answer = await problemOf(() => small.db.execute(sql`select 1`)).finally(() => letGo())
  await holding
  expect(answer).toEqual({
    statusCode: 503,
    type: '/problems/busy',
    detail: 'The server is overloaded. Nothing was changed.',
    wait: '2',
  })
})

test('those who are refused together are asked to come back at different times', async () => {
  const refuse = () =>
    problemOf(() => Promise.reject(new ConnectionError('busy', { cause: new Error('timeout exceeded when trying to connect') })))
  expect((await refuse()).wait).toBe('2')
  vi.spyOn(Math, 'random').mockReturnValue(0.6)
  expect((await refuse()).wait).toBe('5')
})

test('nor is a deadlock of two changes', async () => {
  await database.db.execute(sql`create table circle (id int primary key, n int)`)
  await database.db.execute(sql`insert into circle values (1, 0), (2, 0)`)
  let started = 0
  const change = (one: number, other: number) =>
    problemOf(() =>
      database.transaction(async (db) => {
        await db.execute(sql`update circle set n = n + 1 where id = ${one}`)
        started++
        const isAlone = () => started < 2
        while (isAlone()) await sleep(5)
        await db.execute(sql`update circle set n = n + 1 where id = ${other}`)
        return 'done'
      }),
    )
  const answers = await Promise.all([change(1, 2), change(2, 1)])
  expect(answers.filter(({ statusCode }) => statusCode === 503)).toEqual([
    {
      statusCode: 503,
      type: '/problems/busy',
      detail: 'Another change happened at the same time. Nothing was saved; try again.',
      wait: '1',
    },
  ])
})

test('if the connection breaks during a commit, nobody is promised that nothing was changed', async () => {
  await database.db.execute(sql`create table doubtful (id int)`)
  await database.db.execute(sql`
    create function cut() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`)
  await database.db.execute(sql`
    create constraint trigger cut after insert on doubtful deferrable initially deferred for each row execute function cut()`)
  expect(await problemOf(() => database.transaction((db) => db.execute(sql`insert into doubtful values (1)`)))).toEqual({
    statusCode: 503,
    type: '/problems/unavailable',
    detail: 'The database connection was lost while this was being saved. Check whether it was saved before you try again.',
    wait: '5',
  })
})

/** The responses to errors of PostgreSQL. */
const changes = { status: 503, type: '/problems/busy', detail: /^Another change happened at the same time\. Nothing was saved;/ }
const busy = { status: 503, type: '/problems/busy', detail: /^The database cannot take more work/ }
const down = { status: 503, type: '/problems/unavailable', detail: /^The database does not answer\./ }
const failed = { status: 500, type: '/problems/internal', detail: /^The server failed\./ }

test.each([
  ['08000', 'a broken connection', down],
  ['08006', 'a connection that failed', down],
  ['22P02', 'a malformed value', failed],
  ['23505', 'a duplicate that nobody expected', failed],
  ['25P02', 'a failed transaction that went on', failed],
  ['40000', 'a transaction that was rolled back', changes],
  ['40001', 'a transaction that cannot be ordered', changes],
  ['40P01', 'a deadlock', changes],
  ['42P01', 'an unknown table', failed],
  ['53000', 'too few resources', busy],
  ['53100', 'a full disk', { ...down, detail: /^The database has no room left\. Nothing was changed;/ }],
  ['53200', 'too little memory', busy],
  ['53300', 'too many connections', busy],
  ['55P03', 'a lock that was not available', { ...busy, detail: /^Someone else is changing this\. Nothing was changed;/ }],
  ['57014', 'a statement that took too long', { ...busy, detail: /^This took too long and was stopped\./ }],
  ['57P01', 'a database that stops', down],
  ['57P02', 'a database that crashed', down],
  ['57P03', 'a database that starts', down],
  ['XX000', 'an error in PostgreSQL', failed],
])('PostgreSQL %s, %s', async (code, _meaning, { status, type, detail }) => {
  expect(await problemOf(() => database.db.execute(raise(code)))).toMatchObject({
    statusCode: status,
    type,
    detail: expect.stringMatching(detail) as string,
  })
})

test.each([
  ['down', 'The file store is not responding. Nothing was changed.', '5'],
  ['full', 'The file store is full. Nothing was changed; tell your administrator.', '60'],
  ['parts', 'The file store rejected these parts. Nothing was changed.', '5'],
] as const)('a file store with the error “%s”', async (kind, detail, wait) => {
  const answer = await problemOf(() => Promise.reject(new StorageError(kind, new Error('inside'))))
  expect(answer).toEqual({ statusCode: 503, type: '/problems/unavailable', detail, wait })
})

test('a missing database is reported as unavailable; an invalid statement is an internal error', async () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none')
  onTestFinished(() => gone.close())
  expect(await problemOf(() => gone.db.execute(sql`select 1`))).toMatchObject({
    detail: 'The database does not answer. Nothing was changed.',
  })
  expect(await problemOf(() => database.db.execute(sql`select nothing`))).toMatchObject({ statusCode: 500 })
})

test('a broken connection counts as the database’s only if the driver reports it', async () => {
  const broken = () => Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
  expect(await problemOf(broken)).toMatchObject({ statusCode: 500, type: '/problems/internal' })
  expect(await problemOf(() => database.transaction(broken))).toMatchObject({ statusCode: 500 })
})

test('failing to connect for a transaction or a download is reported as a database that is down', async () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none')
  onTestFinished(() => gone.close())
  const expected = { statusCode: 503, detail: 'The database does not answer. Nothing was changed.' }
  expect(await problemOf(() => gone.transaction(async () => {}))).toMatchObject(expected)
  expect(await problemOf(() => gone.snapshot(async function* () {}).next())).toMatchObject(expected)
})

test('a client that disconnects while sending its body gives a 400 and logs no error', async () => {
  const lines: { level: number; msg: string }[] = []
  const stream = new Writable({ write: (line, _encoding, done) => (lines.push(JSON.parse(String(line))), done()) })
  const app = await createApp(deps, { logger: { level: 'info', stream } })
  onTestFinished(() => app.close())
  // A response that is never sent does not appear in the log.
  const answered: number[] = []
  app.addHook('onSend', async (_request, reply) => void answered.push(reply.statusCode))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await as('ADMIN')
  const requests = [
    ['/api/auth/login', 'application/json', '{"email":'],
    [
      '/api/users/add-bulk-users?role=USER',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"',
    ],
  ] as const
  for (const [index, [path, type, body]] of requests.entries()) {
    const line = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(line, 'connect')
    line.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\ncontent-length: 5000\r\n\r\n${body}`,
    )
    // The server has read its headers.
    await expect.poll(() => lines.filter(({ msg }) => msg === 'incoming request').length).toBe(index + 1)
    line.destroy()
    await expect.poll(() => answered).toHaveLength(index + 1)
  }
  expect(answered).toEqual([400, 400])
  expect(lines.filter(({ level }) => level >= 50)).toEqual([])
})

test('a client that disconnects before its form is read, while its session is looked up, gets no endless call', async () => {
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>()
  const app = await createApp(deps)
  onTestFinished(() => app.close())
  const answered: number[] = []
  app.addHook('onSend', async (_request, reply) => void answered.push(reply.statusCode))
  app.addHook('preHandler', () => gone)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await as('ADMIN')
  const line = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(line, 'connect')
  app.server.once('request', (request) => request.once('close', () => leave()))
  line.write(
    `POST /api/users/add-bulk-users?role=USER HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 5000\r\n\r\n--x`,
  )
  await once(app.server, 'request')
  line.destroy()
  await expect.poll(() => answered).toEqual([400])
})
