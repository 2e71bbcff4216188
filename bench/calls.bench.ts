/**
 * CPU time (user and system) of server and database for each call, as a multiple of a bare read of one row on the same database:
 * 16 connections, 1,000 users, 200 students per course. Rounds alternate between bare and product; their median counts. `--quick` is
 * shorter and less precise; arguments are parts of call names. The first two rows are the baselines for a list of twenty rows and
 * for a write. Linux only.
 */

import { parseArgs } from 'node:util'
import { asking, readsOf, signInAll, writesOf } from './calls.ts'
import { sendLoad, type Load } from './load.ts'
import { cpuSeconds } from './processes.ts'
import { median, Results } from './results.ts'
import { findPlaces, openSchool, startServer } from './schools.ts'
import { serve } from './servers/fork.ts'

const { quick = false } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true }).values
const { positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true })
const connections = 16
/** Milliseconds per round, and rounds per call. CPU time is measured in steps of 10 ms per process. */
const [duration, rounds] = quick ? [500, 3] : [1200, 7]

interface Cost {
  server: number
  database: number
}
const total = ({ server, database }: Cost) => server + database

const server = await startServer()
const children: Awaited<ReturnType<typeof serve>>[] = []
try {
  const url = await openSchool(server.url, 'small')
  const places = await findPlaces(url)
  const tokens = await signInAll(url, places)
  const env = { DATABASE_URL: url, DATA_DIR: server.dataDir }
  const [bare, product] = [await serve('bare', env), await serve('product', env)]
  children.push(bare, product)
  const reads = readsOf(places, { comments: 40, students: 200 }).map((read) => ({ ...read, step: asking(read, tokens) }))
  const floor: Load['step'] = (_connection, send) => send({ path: `/${places.course}` })
  const results = new Results('call', 'bare, ms', 'server, ms', 'database, ms', '× bare', 'limit')
  const wanted = ({ name }: { name: string }) => positionals.length === 0 || positionals.some((word) => name.includes(word))
  const plainList: Load['step'] = (_connection, send) => send({ path: `/list/${places.course}` })
  const plainWrite: Load['step'] = (_connection, send) => send({ method: 'POST', path: '/row' })
  const calls = [
    { name: 'a list without rights or checks', limit: Infinity, step: plainList, target: bare },
    { name: 'a row added without rights or checks', limit: Infinity, step: plainWrite, target: bare },
    ...[...reads, ...writesOf(places, tokens, connections)].filter(wanted).map((call) => ({ ...call, target: product })),
  ]
  for (const { name, limit, step, target } of calls) {
    await warm(bare, floor)
    await warm(target, step)
    const costs: { floor: number; ours: Cost }[] = []
    for (let round = 0; round < rounds; round++) costs.push({ floor: total(await cost(bare, floor)), ours: await cost(target, step) })
    const medianOf = (part: (one: (typeof costs)[number]) => number) => median(costs.map(part))
    const ratio = medianOf(({ floor, ours }) => total(ours) / floor)
    const parts = [medianOf(({ floor }) => floor), medianOf(({ ours }) => ours.server), medianOf(({ ours }) => ours.database)]
    results.add(ratio <= limit, name, ...parts, ratio, limit === Infinity ? '' : limit)
  }
  process.exitCode = results.print()

  /** Milliseconds of CPU per request. */
  async function cost(target: typeof bare, step: Load['step']): Promise<Cost> {
    const before = { server: cpuSeconds(target.pid), database: cpuSeconds(server.pid) }
    const done = await sendLoad({ url: target.url, connections, duration, step })
    const each = (pid: number, from: number) => ((cpuSeconds(pid) - from) * 1000) / done
    return { server: each(target.pid, before.server), database: each(server.pid, before.database) }
  }

  /** Until the code is compiled and each connection has its prepared statements. */
  async function warm({ url }: typeof bare, step: Load['step']): Promise<void> {
    await sendLoad({ url, connections, duration: duration * 2, step })
  }
} finally {
  for (const { child } of children) child.kill()
  await server.stop()
}
