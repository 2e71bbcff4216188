/**
 * Marks of large classes. Submissions: the statements of the list and of one submission with 2,000 submissions on the assignment
 * against 20, medians of the time that the driver waits, alternating (rows 1.3 times, counts 3 times as much). Gradebook: CPU time of server and
 * database for the first page of 300 students × 40 assignments against 20 × 5 (3 times). Export: how far the memory of the server
 * (resident set) rises while 1,000 × 100 marks are sent as CSV and as XLSX (64 MiB each). Linux only.
 */

import pg from 'pg'
import { planning } from '@lms/server/db/pool'
import { makeCourse, type Made } from './classes.ts'
import { cpuSeconds, residentMiB } from './processes.ts'
import { median, Results } from './results.ts'
import { startServer } from './schools.ts'
import { connected, makeDatabase } from './servers/embedded.ts'
import { serve } from './servers/fork.ts'
import { isTotal, planOf, startRecorder, type Statement } from './statements.ts'

const limits = { rows: 1.3, counts: 3, gradebook: 3, rise: 64 }
const rounds = { statements: 200, requests: 15, blocks: 8 }

const server = await startServer()
const closing: (() => Promise<void> | void)[] = []
try {
  const { url, token } = await makeDatabase(server.url, 'marks')
  const made = await connected(url, async (run) => {
    const all = {
      few: await makeCourse(run, 20, 1),
      fewWaiting: await makeCourse(run, 20, 1, 0),
      many: await makeCourse(run, 2000, 1),
      small: await makeCourse(run, 20, 5),
      class: await makeCourse(run, 300, 40),
      large: await makeCourse(run, 1000, 100),
    }
    await run('vacuum analyze')
    return all
  })
  const results = new Results('marks', 'few or before', 'many or peak', 'ratio or rise', 'limit')
  const closeRecorder = await compareStatements(results, url, token, made)
  await closeRecorder()
  const product = await serve('product', { DATABASE_URL: url, DATA_DIR: server.dataDir, RATE_LIMITS: 'off' })
  closing.push(() => void product.child.kill())
  const call = async (path: string) => {
    const answer = await fetch(product.url + path, { headers: { authorization: `Bearer ${token}` } })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    let bytes = 0
    for await (const piece of answer.body!) bytes += piece.length
    return bytes
  }
  await compareGradebooks(results, product.pid, call, made)
  for (const format of ['csv', 'xlsx']) await measureExport(results, product.pid, call, format, made)
  process.exitCode = results.print()
} finally {
  for (const close of closing.toReversed()) await close()
  await server.stop()
}

type Courses = Record<'few' | 'fewWaiting' | 'many' | 'small' | 'class' | 'large', Made>

async function compareStatements(results: Results, url: string, token: string, { few, fewWaiting, many }: Courses) {
  const client = new pg.Client({ connectionString: url, options: planning })
  await client.connect()
  const recorder = await startRecorder(url, server.dataDir)
  const tokens = { student: token, trainer: token, admin: token, class: [] }
  const list = (query: string) => (made: Made) => `/api/submissions/${made.courseId}/${made.assignmentId}/submissions?${query}`
  // Both sides must have a full page: with nine in ten graded, twenty students would have only two submissions to grade.
  const reads: [string, Made, (made: Made) => string][] = [
    ['list', few, list('')],
    ['list by state', few, list('sort=state')],
    ['list, to grade', fewWaiting, list('status=to-grade&sort=submittedAt')],
    ['list by marks', few, list('sort=-marks')],
    ['next submission', few, ({ submissionId, courseId }) => `/api/submissions/${submissionId}/course/${courseId}`],
  ]
  for (const [name, small, pathOf] of reads) {
    const parts: Record<'rows' | 'counts', Statement[]>[] = []
    for (const made of [small, many]) {
      const own: Record<'rows' | 'counts', Statement[]> = { rows: [], counts: [] }
      for (const statement of await recorder.record({ as: 'admin', paths: [pathOf(made)] }, tokens))
        own[isTotal(await planOf(client, statement)) ? 'counts' : 'rows'].push(statement)
      parts.push(own)
    }
    for (const part of ['rows', 'counts'] as const) {
      if (parts.some((own) => own[part].length === 0)) continue
      const times: number[][] = [[], []]
      for (let round = -10; round < rounds.statements; round++)
        for (const [n, own] of parts.entries()) {
          const began = performance.now()
          for (const statement of own[part]) await client.query({ ...statement, rowMode: 'array' })
          if (round >= 0) times[n]!.push(performance.now() - began)
        }
      const [from, to] = [median(times[0]!), median(times[1]!)]
      results.add(to / from <= limits[part], `${name}: ${part}, ms`, from, to, to / from, limits[part])
    }
  }
  return async () => {
    await recorder.close()
    await client.end()
  }
}

type Call = (path: string) => Promise<number>

/** In alternating blocks: the kernel's clock counts hundredths of a second. */
async function compareGradebooks(results: Results, pid: number, call: Call, { small, class: large }: Courses): Promise<void> {
  const spent = [0, 0]
  const cpu = () => cpuSeconds(pid) + cpuSeconds(server.pid)
  for (let block = -2; block < rounds.blocks; block++)
    for (const [n, { courseId }] of [small, large].entries()) {
      const before = cpu()
      for (let turn = 0; turn < rounds.requests; turn++) await call(`/api/marks/${courseId}?limit=20`)
      if (block >= 0) spent[n]! += cpu() - before
    }
  const [from, to] = spent.map((seconds) => (1000 * seconds) / (rounds.blocks * rounds.requests)) as [number, number]
  results.add(to / from <= limits.gradebook, 'gradebook: first rows, CPU ms', from, to, to / from, limits.gradebook)
}

async function measureExport(results: Results, pid: number, call: Call, format: string, { small, large }: Courses): Promise<void> {
  const path = ({ courseId }: Made) => `/api/marks/${courseId}/export?format=${format}&feedback=true`
  for (let turn = 0; turn < 3; turn++) await call(path(small))
  const warm = residentMiB(pid)
  let peak = warm
  const watch = setInterval(() => (peak = Math.max(peak, residentMiB(pid))), 10)
  const bytes = await call(path(large)).finally(() => clearInterval(watch))
  results.add(
    peak - warm <= limits.rise,
    `export as ${format} (${(bytes / 1024 / 1024).toFixed(1)} MiB), MiB`,
    warm,
    peak,
    peak - warm,
    limits.rise,
  )
}
