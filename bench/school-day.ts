/**
 * `npm run load`: the requests of a school day, at a fixed rate whether or not earlier ones are answered, on the large school. Prints
 * times, errors and memory every ten seconds; fails on errors, over 250 MiB (server and database together), or when memory grows.
 * `--minutes 10 --rate 100 --size large`. Linux only.
 */

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { demoPassword } from '@lms/server/db/seed/people'
import type { SchoolSize } from '@lms/server/db/seed/school'
import { serverEnv, serverFlags, serverMain } from '../tools/up/server.mjs'
import { signInAll, type Tokens } from './calls.ts'
import { ask, type Ask } from './load.ts'
import { memoryMiB } from './processes.ts'
import { emailOf, findPlaces, openSchool, startServer, type Places } from './schools.ts'

const options = {
  minutes: { type: 'string', default: '10' },
  rate: { type: 'string', default: '100' },
  size: { type: 'string', default: 'large' },
} as const
const { values } = parseArgs({ options })
const [minutes, rate] = [Number(values.minutes), Number(values.rate)]
/** MiB of server and database together, and the allowed growth from the middle third to the last one. */
const limits = { memory: 250, growth: 1.05 }
/** Seconds between two lines. */
const interval = 10

/** The requests, with their frequency per thousand. */
type Arrival = [share: number, make: (who: Tokens, places: Places) => Ask]

let turn = 0
/** The next student of the class: each request is by a different one. */
const someone = ({ class: tokens }: Tokens) => tokens[turn++ % tokens.length]!
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const read =
  (path: (places: Places) => string): Arrival[1] =>
  (who, places) => ({ path: path(places), headers: bearer(someone(who)) })
const staff =
  (as: 'trainer' | 'admin', path: (places: Places) => string): Arrival[1] =>
  (who, places) => ({ path: path(places), headers: bearer(who[as]) })

const arrivals: Arrival[] = [
  [130, read(() => '/api/auth/session')],
  [100, read(() => '/api/courses/enrolled')],
  [160, read(({ course }) => `/api/courses/${course}`)],
  [60, read(({ course }) => `/api/courses/progress/${course}`)],
  [70, read(({ course, item }) => `/api/media/course/${course}/${item}`)],
  [60, read(({ assignment }) => `/api/assignments/${assignment}`)],
  [50, read(() => '/api/assignments/my-assignments')],
  [40, read(() => '/api/home')],
  [50, read(({ course }) => `/api/discussion/get-discussions/${course}`)],
  [50, read(({ course, thread }) => `/api/discussion/get-comments/${course}/${thread}`)],
  [20, read(() => '/api/courses')],
  [40, read(() => '/')],
  [20, staff('trainer', ({ course, assignment }) => `/api/submissions/${course}/${assignment}/submissions`)],
  [10, staff('trainer', ({ course }) => `/api/users/course/${course}/students`)],
  [5, staff('trainer', () => '/api/assignments/my-assignments')],
  [10, staff('admin', () => '/api/users')],
  [5, staff('admin', ({ name }) => `/api/users?search=${encodeURIComponent(name)}`)],
  [5, () => ({ method: 'POST', path: '/api/auth/login', body: { email: emailOf('USER'), password: demoPassword } })],
  [70, (who, { course, week, item }) => place(bearer(someone(who)), course, week, item)],
  [
    35,
    (who, { openAssignment, questions }) => ({
      method: 'PATCH',
      path: `/api/assignments/${openAssignment}/answers`,
      headers: bearer(someone(who)),
      body: { answers: [{ questionId: questions[0], value: `In row ${turn} the sum is one less than the parts.` }] },
    }),
  ],
  [
    10,
    (who, { course, thread }) => ({
      method: 'POST',
      path: `/api/discussion/create-comment/${thread}/${course}`,
      headers: { ...bearer(someone(who)), 'idempotency-key': randomUUID() },
      body: { content: `Mine adds up to 99, in row ${turn}.` },
    }),
  ],
]

/** A progress report of a player. */
const place = (headers: Record<string, string>, courseId: string, weekId: string, mediaId: string): Ask => {
  const position = (turn * 10) % 900
  return {
    method: 'PUT',
    path: '/api/attendance/mark-video-attendance',
    headers,
    body: { courseId, weekId, mediaId, watched: false, position, ranges: [[Math.max(0, position - 10), position]] },
  }
}

/** Evenly distributed, so that every second has the same mix: each step of 389 lands elsewhere in the thousand. */
function pick(n: number): Arrival[1] {
  let rest = (n * 389) % 1000
  return arrivals.find(([share]) => (rest -= share) < 0)![1]
}

const server = await startServer()
const url = await openSchool(server.url, values.size as SchoolSize)
const places = await findPlaces(url)
const who = await signInAll(url, places)
const product = spawn(process.execPath, [...serverFlags, serverMain], {
  env: { ...process.env, ...serverEnv, PORT: '0', DATABASE_URL: url, DATA_DIR: server.dataDir, RATE_LIMITS: 'off' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  process.exitCode = await run(await addressOf())
} finally {
  const ended = once(product, 'exit')
  if (product.exitCode === null && product.kill('SIGTERM')) await ended
  await server.stop()
}

function addressOf(): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    product.stdout.setEncoding('utf8').on('data', (piece: string) => {
      const address = /http:\/\/\S+:\d+/.exec((output += piece))?.[0]
      if (address) resolve(address.replace('localhost', '127.0.0.1'))
    })
    product.once('exit', () => reject(new Error(`The product ended: ${output}`)))
  })
}

async function run(base: string): Promise<0 | 1> {
  const agent = new Agent({ keepAlive: true, maxSockets: 400 })
  const all: number[] = []
  const errors = new Map<string, number>()
  const memory: number[] = []
  let times: number[] = []
  let waiting = 0
  const send = async (what: Ask) => {
    const began = performance.now()
    waiting++
    const status = await ask(base, agent, what).then(
      ({ status }) => status,
      (error: Error) => error.message,
    )
    waiting--
    times.push(performance.now() - began)
    if (typeof status === 'string' || status >= 300) {
      const kind = `${what.method ?? 'GET'} ${what.path.replace(/[0-9a-f-]{36}/g, '…')}: ${status}`
      errors.set(kind, (errors.get(kind) ?? 0) + 1)
    }
  }
  const line = (...cells: (string | number)[]) =>
    console.log(cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(0) : cell).padStart(10)).join(''))
  console.log(`${rate} requests a second for ${minutes} minutes, ${who.class.length} students, ${values.size} school`)
  line('seconds', 'requests', 'waiting', 'p50, ms', 'p95', 'p99', 'errors', 'node, MiB', 'database', 'together')
  const began = performance.now()
  const sent: Promise<void>[] = []
  for (let n = 0, next = interval; n < minutes * 60 * rate;) {
    for (const due = ((performance.now() - began) / 1000) * rate; n < due && n < minutes * 60 * rate; n++)
      sent.push(send(pick(n)(who, places)))
    await sleep(5)
    if (performance.now() - began < next * 1000) continue
    const [node, database] = [memoryMiB(product.pid!), memoryMiB(server.pid)]
    memory.push(node + database)
    const failed = [...errors.values()].reduce((sum, count) => sum + count, 0)
    line(
      next,
      times.length,
      waiting,
      quantile(times, 0.5),
      quantile(times, 0.95),
      quantile(times, 0.99),
      failed,
      node,
      database,
      node + database,
    )
    all.push(...times)
    times = []
    next += interval
  }
  await Promise.all(sent)
  all.push(...times)
  agent.destroy()
  return judge(all, errors, memory)
}

function quantile(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
}

function judge(times: number[], errors: Map<string, number>, memory: number[]): 0 | 1 {
  for (const [kind, count] of errors) console.log(`${count} × ${kind}`)
  const third = Math.floor(memory.length / 3)
  const most = Math.max(...memory)
  const growth = quantile(memory.slice(-third), 0.5) / quantile(memory.slice(third, 2 * third), 0.5)
  console.log(
    `${times.length} requests: p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`,
  )
  console.log(
    `memory: ${most.toFixed(0)} MiB at most, limit ${limits.memory}; the last third has ${growth.toFixed(2)} times the middle one, limit ${limits.growth}`,
  )
  const isWithin = errors.size === 0 && most <= limits.memory && growth <= limits.growth
  console.log(isWithin ? 'within the limits' : 'OVER')
  return isWithin ? 0 : 1
}
