import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Db } from '#db/client.ts'
import { prepared, together } from '#db/drizzle.ts'
import { ConnectionError, getDriverError, maxWaitingStatements, openWorkerPool } from '#db/pool.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { connections, testApp } from '#test/app.ts'
import { countWaiting } from '#test/concurrent-calls.ts'

const { database, url, given } = await testApp()

const backendOf = async (db: Db) => (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]!.pid

/** Terminates all other backends of this test database, also in the middle of a statement. */
const terminateOthers = async () => {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  await admin.end()
}

test('connections that break at any point of a transaction are replaced, and none is leaked', async () => {
  for (let round = 0; round < 10; round++) {
    const work = Array.from({ length: connections * 2 }, () =>
      database.transaction((db) => db.execute(sql`select pg_sleep(0.01)`)).catch((error: unknown) => error),
    )
    await sleep(round * 3)
    await terminateOthers()
    await Promise.all(work)
  }
  const useAll = () => Array.from({ length: connections }, () => database.transaction((db) => db.execute(sql`select pg_sleep(0.2)`)))
  // A connection that has just ended is noticed on its next use at the latest.
  await Promise.allSettled(useAll())
  await expect(Promise.all(useAll())).resolves.toHaveLength(connections)
})

test('a failed statement leaves its connection in the pool, in a transaction and outside', async () => {
  const one = openDatabase(url, { max: 1 })
  const before = await backendOf(one.db)
  await expect(one.db.execute(sql`select 1 / 0`)).rejects.toThrow('Failed query')
  await expect(one.transaction((db) => db.execute(sql`select 1 / 0`))).rejects.toThrow('Failed query')
  await expect(one.transaction(() => Promise.reject(new Error('of the handler')))).rejects.toThrow('of the handler')
  expect(await one.transaction(backendOf)).toBe(before)
  await one.close()
})

test('reads together share one connection, which survives that one of them fails', async () => {
  const one = openDatabase(url, { max: 2 })
  const pids = await together(one.db, (db) => Promise.all([backendOf(db), backendOf(db), backendOf(db)]))
  expect(new Set(pids).size).toBe(1)
  const failing = together(one.db, (db) => Promise.all([backendOf(db), db.execute(sql`select 1 / 0`), backendOf(db)]))
  await expect(failing).rejects.toThrow('Failed query')
  expect(await backendOf(one.db)).toBe(pids[0])
  expect(await one.transaction((db) => together(db, backendOf))).toBe(pids[0])
  await one.close()
})

test('a transaction with a failed statement is never reported as committed', async () => {
  const swallowed = database.transaction(async (db) => {
    await db.execute(sql`select 1 / 0`).catch(() => undefined)
    return 'saved'
  })
  await expect(swallowed).rejects.toThrow('could not be committed')
})

test('a statement waits three seconds for a row lock, then fails and frees its connection', async () => {
  const {
    course: { id },
  } = await given.course()
  const lock = (db: Db) => db.execute(sql`select 1 from courses where id = ${id} for update`)
  await database.transaction(async (db) => {
    await lock(db)
    const others = await Promise.allSettled(Array.from({ length: connections - 2 }, () => database.transaction(lock)))
    expect(others.map((other) => other.status === 'rejected' && (getDriverError(other.reason) as { code: string }).code)).toEqual(
      others.map(() => '55P03'),
    )
    await expect(database.db.execute(sql`select 1`)).resolves.toMatchObject({ rowCount: 1 })
  })
})

test('writers waiting for one locked row leave a connection for readers', async () => {
  const {
    course: { id },
  } = await given.course()
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select 1 from courses where id = $1 for update', [id])
  let started = 0
  const update = (db: Db) => {
    started++
    return db.execute(sql`update courses set title = title where id = ${id}`)
  }
  const impatient = openDatabase(url, { max: connections, turn: 5_000 })
  onTestFinished(() => impatient.close())
  const writers = Array.from({ length: 4 * connections }, () => impatient.transaction(update).catch((error: unknown) => error))
  // Not by the holder: within a transaction, PostgreSQL shows one state of its connections.
  await expect.poll(() => countWaiting(database)).toBeGreaterThan(1)
  let isOver = false
  const all = Promise.all(writers).finally(() => (isOver = true))
  for (let read = 0; read < 10; read++) await impatient.db.execute(sql`select 1`)
  expect(isOver).toBe(false)
  const outcomes = await all
  const startedInTime = started
  // Those that did not get a connection in time fail like those that waited for the row.
  const reasonOf = (error: unknown) =>
    error instanceof ConnectionError ? (error.cause as Error).message : (getDriverError(error) as { code?: string }).code
  expect(new Set(outcomes.map(reasonOf))).toEqual(new Set(['55P03', 'timeout exceeded when trying to connect']))
  await holder.query('rollback')
  await holder.end()
  // Those that were reported as failed do not run later, when the row is free.
  await expect(impatient.transaction(update)).resolves.toBeDefined()
  expect(started).toBe(startedInTime + 1)
})

test('when thousands wait for a connection, the next one is refused at once', async () => {
  const small = openDatabase(url, { max: 2 })
  const [started, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = small.transaction(() => {
    started.resolve()
    return done.promise
  })
  await started.promise
  const waiting = Array.from({ length: maxWaitingStatements }, () => small.transaction(async () => {}))
  const overloaded = { cause: { message: 'timeout exceeded when trying to connect' } }
  await expect(small.transaction(async () => {})).rejects.toMatchObject(overloaded)
  done.resolve()
  // On a slow machine, some of them wait too long.
  await Promise.allSettled([held, ...waiting])
  await small.close()
})

test('if no connection is available, the error contains the message of the driver', async () => {
  const nowhere = openDatabase('postgres://lms@127.0.0.1:1/lms')
  for (const ask of [() => nowhere.db.execute(sql`select 1`), () => nowhere.transaction((db) => db.execute(sql`select 1`))])
    expect(getDriverError(await ask().catch((error: unknown) => error))).toMatchObject({ code: 'ECONNREFUSED' })
  await nowhere.close()
})

test('a prepared statement works on the pool and in transactions, with its values, and is planned once', async () => {
  const one = openDatabase(url, { max: 1 })
  const {
    course: { id, title },
    trainer,
  } = await given.course()
  const byTitle = prepared((db, column: 'id' | 'title') =>
    db
      .select({ value: courses[column], trainer: memberships.userId })
      .from(courses)
      .leftJoin(memberships, and(eq(memberships.courseId, courses.id), eq(memberships.userId, trainer.id)))
      .where(eq(courses.id, sql.placeholder('id'))),
  )
  const raw = prepared((db) => db.execute<{ n: number }>(sql`select ${sql.placeholder('n')}::int + 1 as n`))
  for (let time = 0; time < 4; time++) {
    expect(await byTitle(one.db, { id }, 'title')).toEqual([{ value: title, trainer: trainer.id }])
    expect(await one.transaction((db) => byTitle(db, { id }, 'id'))).toEqual([{ value: id, trainer: trainer.id }])
    expect((await one.transaction((db) => raw(db, { n: time }))).rows).toEqual([{ n: time + 1 }])
  }
  const { rows } = await one.db.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`)
  expect(rows.filter(({ statement }) => statement.includes('"courses"'))).toHaveLength(2)
  await one.close()
})

test('slow readers of downloads do not block statements or transactions', async () => {
  const pieces = Array.from({ length: 12 }, () =>
    database.snapshot(async function* (db) {
      for (;;) yield (await db.execute<{ n: number }>(sql`select 1 as n`)).rows[0]!.n
    }),
  )
  const started = pieces.map((reader) => reader.next())
  await Promise.race(started)
  const add = () => database.transaction(async (db) => (await db.execute<{ n: number }>(sql`select 1 + 1 as n`)).rows[0]!.n)
  await expect(Promise.all(Array.from({ length: 20 }, add))).resolves.toEqual(Array<number>(20).fill(2))
  // Finished downloads make room for waiting ones.
  await Promise.all(pieces.map(async (reader, n) => started[n]!.then(() => reader.return(undefined))))
})

test('later statements are planned once too, however many came before', async () => {
  const one = openDatabase(url, { max: 1 })
  for (let n = 0; n < 420; n++)
    for (let time = 0; time < 3; time++) await one.db.execute(sql`select ${n}::int + ${sql.raw(String(n))} as late`)
  const { rows } = await one.db.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`)
  expect(rows.some(({ statement }) => statement.includes('+ 419 as late'))).toBe(true)
  await one.close()
})

test('a connection of the worker pool may be released twice', async () => {
  const pool = openWorkerPool({ connectionString: url, max: 1 })
  onTestFinished(() => pool.end())
  const release = await new Promise<() => void>((resolve) => pool.connect((_error, _client, done) => resolve(done)))
  release()
  expect(release).not.toThrow()
  await expect(pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
  const client = await pool.connect()
  client.release()
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
})
