import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { addJob, addJobs, startJobs, type Task } from '#services/jobs.ts'
import { testApp } from '#test/app.ts'

const { database, url } = await testApp()
const { db } = database
const started: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ stop }) => stop()))
  await db.execute(sql`delete from graphile_worker._private_jobs`)
})

interface Options {
  alone?: boolean
  lease?: number
  atOnce?: number
  on?: string
  patience?: number
  schedule?: Record<string, string>
}

async function start(tasks: Record<string, Task>, { lease = 60_000, atOnce = 2, on = url, schedule = {}, ...rest }: Options = {}) {
  const failures: unknown[] = []
  const jobs = await startJobs({ url: on, db, lease, ...rest, onFailure: (error) => void failures.push(error) }, [
    { tasks, atOnce, schedule },
  ])
  started.push(jobs)
  return { ...jobs, failures }
}
const waiting = async () =>
  Number((await db.execute<{ n: string }>(sql`select count(*) as n from graphile_worker._private_jobs`)).rows[0]!.n)
const until = (what: () => void | Promise<void>) => vi.waitFor(what, { timeout: 30_000, interval: 50 })

test('a job runs if and only if its transaction commits', async () => {
  const done: unknown[] = []
  await start({ note: async (payload) => void done.push(payload) })
  await expect(
    database.transaction(async (tx) => {
      await addJob(tx, 'note', { n: 1 })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await database.transaction((tx) => addJob(tx, 'note', { n: 2 }))
  await until(() => expect(done).toEqual([{ n: 2 }]))
})

test('a thousand jobs are added in one statement, and each runs once', async () => {
  const done = new Map<number, number>()
  const payloads = Array.from({ length: 1000 }, (_, n) => ({ n }))
  await addJobs(db, 'count', payloads)
  await addJobs(db, 'count', [])
  const task: Task = async (payload) => {
    const { n } = payload as { n: number }
    done.set(n, (done.get(n) ?? 0) + 1)
  }
  await start({ count: task })
  await start({ count: task })
  await until(() => expect(done.size).toBe(1000))
  expect([...done.values()].every((times) => times === 1)).toBe(true)
})

test('a job waits for its time, lower priorities run first, and the same key replaces a job', async () => {
  const done: unknown[] = []
  await addJob(db, 'note', { n: 'later' }, { runAt: new Date(Date.now() + 3_600_000) })
  await addJob(db, 'note', { n: 'low' }, { priority: 10 })
  await addJob(db, 'note', { n: 'high' }, { priority: -10 })
  await addJob(db, 'note', { n: 'old' }, { key: 'one' })
  await addJob(db, 'note', { n: 'new' }, { key: 'one' })
  await start({ note: async (payload) => void done.push((payload as { n: string }).n) }, { atOnce: 1 })
  await until(() => expect(new Set(done)).toEqual(new Set(['high', 'low', 'new'])))
  expect(done[0]).toBe('high')
  // A job is deleted slightly after it has run.
  await until(async () => expect(await waiting()).toBe(1))
})

test('jobs of one queue run one after the other, and other jobs do not wait for them', async () => {
  const done: unknown[] = []
  const first = Promise.withResolvers<void>()
  for (const n of ['first', 'second']) await addJob(db, 'note', { n }, { queue: 'one' })
  await addJob(db, 'note', { n: 'other' })
  await start(
    {
      note: async (payload) => {
        const { n } = payload as { n: string }
        if (n === 'first') await first.promise
        done.push(n)
      },
    },
    { atOnce: 3 },
  )
  await until(() => expect(done).toContain('other'))
  first.resolve()
  await until(() => expect(done).toEqual(['other', 'first', 'second']))
})

test('a failed job is logged, kept and retried', async () => {
  let tries = 0
  await addJob(db, 'fragile', {})
  const { failures } = await start({
    fragile: async () => {
      if (++tries === 1) throw new Error('not yet')
    },
  })
  await until(() => expect(tries).toBe(2))
  expect(failures).toEqual([expect.objectContaining({ message: 'not yet' })])
})

/** What a killed process leaves behind: a locked job. */
const heldBy = (worker: string, ago: string) =>
  db.execute(sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() - ${ago}::interval, attempts = 1`)

test('jobs of a dead process are released within a lease, those of a running one are not', async () => {
  const done: unknown[] = []
  const note: Task = async (payload) => void done.push(payload)
  await addJob(db, 'note', { n: 1 })
  await heldBy('pool-alive', '3 seconds')
  await db.execute(sql`insert into worker_heartbeats (id, seen_at) values ('pool-alive', now() + interval '1 hour')`)
  await start({ note }, { lease: 1000 })
  // It looks for lost jobs after each of its own heartbeats.
  const signs = new Set<string>()
  await until(async () => {
    const { rows } = await db.execute<{ seen: string }>(sql`select seen_at::text as seen from worker_heartbeats where id <> 'pool-alive'`)
    for (const { seen } of rows) signs.add(seen)
    expect(signs.size).toBeGreaterThan(3)
  })
  expect(done).toEqual([])
  await db.execute(sql`update worker_heartbeats set seen_at = now() - interval '1 second' where id = 'pool-alive'`)
  await until(() => expect(done).toEqual([{ n: 1 }]))
})

test('a job that another process has just taken, before its first heartbeat, is not released', async () => {
  const done: unknown[] = []
  await addJob(db, 'note', { n: 'taken' })
  await heldBy('pool-new', '1 second')
  await addJob(db, 'note', { n: 'free' })
  await start({ note: async (payload) => void done.push(payload) }, { atOnce: 1 })
  await until(() => expect(done).toContainEqual({ n: 'free' }))
  expect(done).toEqual([{ n: 'free' }])
})

test('a process that runs alone takes over all jobs at its start', async () => {
  const done: unknown[] = []
  await addJob(db, 'note', { n: 1 })
  // As after a clock that was ahead or has been set back since.
  await heldBy('pool-killed', '-1 minute')
  await db.execute(sql`insert into worker_heartbeats (id, seen_at) values ('pool-killed', now() + interval '1 minute')`)
  await start({ note: async (payload) => void done.push(payload) }, { alone: true })
  await until(() => expect(done).toEqual([{ n: 1 }]))
})

test('jobs continue after the database has closed all connections in the middle of a job', async () => {
  const done: unknown[] = []
  const others = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  let cuts = 0
  await addJob(db, 'cut', {})
  await start(
    {
      cut: async () => {
        await db.execute(others)
        cuts++
      },
      note: async (payload) => void done.push(payload),
    },
    { lease: 1000 },
  )
  await until(() => expect(cuts).toBeGreaterThan(0))
  // The job is repeated, and may close this connection too.
  await until(() => addJob(db, 'note', { n: 1 }, { key: 'note' }))
  await until(() => expect(done).toContainEqual({ n: 1 }))
})

/** A proxy to the database; after `freeze`, existing connections are open but silent, and new ones work. */
async function wayToDatabase() {
  const { hostname, port } = new URL(url)
  const pairs: [Socket, Socket][] = []
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    pairs.push([near, far])
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => to.destroy())
      from.pipe(to)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of pairs.flat()) socket.destroy()
  })
  const way = new URL(url)
  way.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  way.searchParams.delete('host')
  const freeze = () => {
    for (const socket of pairs.flat()) socket.unpipe().pause()
  }
  return { on: way.href, freeze }
}

test('jobs continue if the database no longer responds on open connections', async () => {
  // Each at least once: a job whose end the frozen database did not note runs twice.
  const done = new Set<unknown>()
  const { on, freeze } = await wayToDatabase()
  await start({ note: async (payload) => void done.add((payload as { n: number }).n) }, { on, patience: 500 })
  await addJob(db, 'note', { n: 1 })
  await until(() => expect(done).toEqual(new Set([1])))
  await until(async () => expect(await waiting()).toBe(0))
  freeze()
  await addJob(db, 'note', { n: 2 })
  await until(() => expect(done).toEqual(new Set([1, 2])))
})

test('a database that goes down while jobs are stopping causes no error', async () => {
  const others = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  for (let round = 0; round < 10; round++) {
    const { stop } = await start({})
    started.length = 0
    const stopping = stop()
    await Promise.all(Array.from({ length: 4 }, () => db.execute(others).catch(() => undefined)))
    await expect(stopping).resolves.toBeUndefined()
  }
})

test('stopping waits for a running job, and releases one that does not end', async () => {
  const done: string[] = []
  await addJob(db, 'short', {})
  await addJob(db, 'endless', {})
  let startCount = 0
  const { stop } = await start({
    short: async () => {
      startCount++
      await sleep(300)
      done.push('short')
    },
    endless: (_payload, signal) => {
      startCount++
      return new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(new Error('asked to end'))))
    },
  })
  await until(() => expect(startCount).toBe(2))
  await stop()
  started.length = 0
  expect(done).toEqual(['short'])
  const { rows } = await db.execute(sql`select locked_by from graphile_worker._private_jobs`)
  expect(rows).toEqual([{ locked_by: null }])
})

test('a daily job that fell due while the server was off runs once after the start, a more frequent one at its next time', async () => {
  const done: string[] = []
  const note = (name: string) => [name, async () => void done.push(name)] as const
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const [earlier, later] = [at(-30), at(30)]
  const schedule = {
    nightly: `${earlier.getUTCMinutes()} ${earlier.getUTCHours()} * * *`,
    hourly: `${later.getUTCMinutes()} * * * *`,
  }
  for (const name of Object.keys(schedule))
    await db.execute(sql`
      insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values (${name}, now() - interval '9 days', now() - interval '3 days')`)
  await start(Object.fromEntries([...Object.keys(schedule), 'last'].map(note)), { schedule, atOnce: 1 })
  await until(() => expect(done).toContain('nightly'))
  await addJob(db, 'last', {})
  await until(() => expect(done).toContain('last'))
  expect(done).toEqual(['nightly', 'last'])
})
