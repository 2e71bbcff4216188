/**
 * The cost of lists in the large school compared with the small one: the statements of each call are recorded and replayed, alternating between
 * both databases; medians of the time that the driver waits. Pages of rows, and totals and grouped counts, which have statements of their
 * own, may cost 1.5 times as much; growing.ts names what depends on a whole class or forum. Arguments are parts of call names.
 */

import { parseArgs } from 'node:util'
import pg from 'pg'
import { planning } from '@lms/server/db/pool'
import type { SchoolSize } from '@lms/server/db/seed/school'
import { readsOf, signInAll } from './calls.ts'
import { growing, usual } from './growing.ts'
import { median, Results } from './results.ts'
import { findPlaces, openSchool, startServer } from './schools.ts'
import { isTotal, planOf, startRecorder, type Recorder, type Statement } from './statements.ts'

const { values, positionals: words } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true })
/** Repetitions, and milliseconds after which a slow call is not repeated. */
const [most, patience] = values.quick ? [40, 1500] : [200, 6000]

const server = await startServer()
const closing: (() => Promise<void>)[] = []
try {
  const [small, large] = [await open('small'), await open('large')]
  const results = new Results('call', 'small, ms', 'large, ms', 'rows ×', 'limit', 'small, ms', 'large, ms', 'totals ×', 'limit')
  for (const [n, read] of small.reads.entries()) {
    if (read.readsAll) continue
    if (words.length > 0 && !words.some((word) => read.name.includes(word))) continue
    const parts = [await split(small, read), await split(large, large.reads[n]!)] as const
    const [rows, totals] = [await compare(parts, 'rows'), await compare(parts, 'totals')]
    const most = growing[read.name] ?? usual
    const isWithin = (!rows || rows.ratio <= most.rows) && (!totals || totals.ratio <= most.totals)
    results.add(isWithin, read.name, ...cells(rows, most.rows), ...cells(totals, most.totals))
  }
  process.exitCode = results.print()
} finally {
  for (const close of closing.toReversed()) await close()
  await server.stop()
}

interface Side {
  client: pg.Client
  recorder: Recorder
  tokens: Awaited<ReturnType<typeof signInAll>>
  reads: ReturnType<typeof readsOf>
}

async function open(size: SchoolSize): Promise<Side> {
  const url = await openSchool(server.url, size)
  const places = await findPlaces(url)
  const tokens = await signInAll(url, places)
  const recorder = await startRecorder(url, server.dataDir)
  closing.push(recorder.close)
  const client = new pg.Client({ connectionString: url, options: planning })
  await client.connect()
  closing.push(() => client.end())
  const reads = readsOf(places, size === 'small' ? { comments: 40, students: 200 } : { comments: 10_000, students: 2000 })
  return { client, recorder, tokens, reads }
}

interface Parts {
  client: pg.Client
  rows: Statement[]
  totals: Statement[]
}

async function split({ client, recorder, tokens }: Side, read: Side['reads'][number]): Promise<Parts> {
  const parts: Parts = { client, rows: [], totals: [] }
  for (const statement of await recorder.record(read, tokens)) {
    parts[isTotal(await planOf(client, statement)) ? 'totals' : 'rows'].push(statement)
  }
  return parts
}

type Growth = { small: number; large: number; ratio: number } | undefined

async function compare([small, large]: readonly [Parts, Parts], part: 'rows' | 'totals'): Promise<Growth> {
  // A list that fits on one page in the small school is not counted there.
  if (small[part].length === 0 || large[part].length === 0) return undefined
  const times: [number[], number[]] = [[], []]
  const began = performance.now()
  for (let round = -5; round < most && (round < 5 || performance.now() - began < patience); round++) {
    const turn = [await timeOf(small, part), await timeOf(large, part)] as const
    if (round >= 0) turn.forEach((time, n) => times[n]!.push(time))
  }
  const [from, to] = [median(times[0]), median(times[1])]
  return { small: from, large: to, ratio: to / from }
}

async function timeOf(parts: Parts, part: 'rows' | 'totals'): Promise<number> {
  const began = performance.now()
  for (const statement of parts[part]) await parts.client.query({ ...statement, rowMode: 'array' })
  return performance.now() - began
}

function cells(growth: Growth, limit: number): (string | number)[] {
  return growth ? [growth.small, growth.large, growth.ratio, limit] : ['–', '–', '–', '–']
}
