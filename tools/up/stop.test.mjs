// `npm start` with real processes: however it ends, server and database end, and requests in flight are answered.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { ensureCluster } from '@lms/server/db/embedded/cluster'
import { chooseRunAs, findBinaries } from '@lms/server/db/embedded/run-as'
import { root } from './places.mjs'

// Milliseconds; a first start may have to build the web app. States are waited for, however busy the machine is.
const startPatience = 170_000
const stopPatience = 60_000

const folders = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })))

/** A data directory; with a cluster in it that nobody has started yet, which takes twice as long to make as the product to start. */
function newFolder(made) {
  const folder = mkdtempSync(join(tmpdir(), 'lms-stop-'))
  folders.push(folder)
  chmodSync(folder, 0o755)
  if (made) cpSync(join(made, 'postgres'), join(folder, 'postgres'), { recursive: true })
  return folder
}

async function newCluster() {
  const [made, binaries] = [newFolder(), await findBinaries()]
  await ensureCluster({ binaries, runAs: await chooseRunAs(binaries, made), dataDir: made, durable: false })
  return made
}
const made = await newCluster()
const dataDir = newFolder(made)

/** What `npm start` runs, for tests that are not about npm: it takes as long as the product to start. */
const withoutNpm = [process.execPath, 'tools/up.mjs', 'start']

/** The product in its own process group, and its output. */
function start({ folder = dataDir, command: [file, ...parameters] = ['npm', 'start'] } = {}) {
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, SEED: 'none', RATE_LIMITS: 'off' }
  const first = spawn(file, parameters, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const product = { first, output: '', address: () => /ready at (http:\S+)/.exec(product.output)?.[1] }
  for (const stream of [first.stdout, first.stderr]) stream.on('data', (chunk) => (product.output += chunk))
  onTestFinished(() => {
    for (const pid of runningOf([first.pid, ...pidsIn(folder)])) process.kill(pid, 'SIGKILL')
  })
  return product
}

async function until(isTrue, patience, product) {
  for (const end = Date.now() + patience; !(await isTrue()); await sleep(50))
    if (Date.now() > end) throw new Error(`It did not happen within ${patience} ms. Printed so far:\n${product.output}`)
}

/** Returns at once if it has ended, for example because the web app cannot be built. */
const untilReady = (product) =>
  until(
    () => {
      if (product.first.exitCode !== null) throw new Error(`It ended with ${product.first.exitCode}. Printed so far:\n${product.output}`)
      return product.address()
    },
    startPatience,
    product,
  )

const postmasterFile = (folder) => join(folder, 'postgres', 'cluster', 'postmaster.pid')
const firstLine = (file) => (existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0)
/** Server and database. */
const pidsIn = (folder) => [join(folder, 'lms.pid'), postmasterFile(folder)].map(firstLine).filter((pid) => pid > 1)
const ps = (...parameters) => {
  try {
    return execFileSync('ps', parameters, { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
const isThere = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** Those that have not ended; a process that nobody has asked for its exit code has. */
function runningOf(pids) {
  const found = pids.filter(isThere)
  if (found.length === 0) return []
  const lines = ps('-o', 'pid=,stat=', '-p', found.join(',')).split('\n')
  return lines.flatMap((line) => (/^\s*\d+\s+[^Z\s]/.test(line) ? [Number.parseInt(line, 10)] : []))
}
const childrenOf = (pid) =>
  ps('-A', '-o', 'pid=,ppid=')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid ? [child] : []))

/** As a service manager does, to all processes: npm's group, the postmaster and its children. */
function terminateAll(npm, _server, postmaster) {
  const workers = childrenOf(postmaster)
  for (const pid of [postmaster, ...workers, -npm]) process.kill(pid, 'SIGTERM')
}

/** While the server restarts it. */
async function terminateWithoutDatabase(parent, _server, postmaster) {
  process.kill(postmaster, 'SIGKILL')
  await sleep(40)
  process.kill(parent, 'SIGTERM')
}

/** Ctrl-C in a terminal, a service manager, a crash, and kills. */
const ways = [
  ['SIGINT to the whole group', (npm) => process.kill(-npm, 'SIGINT')],
  ['SIGTERM to every process', terminateAll],
  ['SIGTERM after the database was killed', terminateWithoutDatabase, withoutNpm],
  ['SIGKILL of npm', (npm) => process.kill(npm, 'SIGKILL')],
  ['SIGKILL of the parent of the server', (parent) => process.kill(parent, 'SIGKILL'), withoutNpm],
]
const timeout = startPatience + 2 * stopPatience

test.each(ways)('%s', { timeout }, async (_, end, command) => {
  const product = start({ command })
  await untilReady(product)
  const pids = pidsIn(dataDir)
  expect(runningOf(pids)).toHaveLength(2)
  await end(product.first.pid, ...pids)
  await untilEnded(product, dataDir, pids)
  expect(end === terminateAll && product.output.includes('started again')).toBe(false)
})

/** Any process in the folder by then, including a restarted database; none had to be forced. */
async function untilEnded(product, folder, pids) {
  await until(() => runningOf([product.first.pid, ...pids, ...pidsIn(folder)]).length === 0, stopPatience, product)
  expect(product.output).not.toContain('did not stop')
}

const databaseUrl = (folder) => {
  const lines = (...path) => readFileSync(join(folder, 'postgres', ...path), 'utf8').split('\n')
  return `postgres://lms:${lines('password')[0]}@127.0.0.1:${lines('cluster', 'postmaster.pid')[3]}/lms`
}

/** Locks a table, so that a request waits in the database: a wait for the processor would depend on what else the machine does. */
async function holdUsers(folder) {
  const client = new pg.Client({ connectionString: databaseUrl(folder) })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin; lock table users in access exclusive mode')
  const isAwaited = async () => (await client.query(`select from pg_locks where not granted and relation = 'users'::regclass`)).rowCount > 0
  return { isAwaited, release: () => client.end() }
}

const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })

test(
  'SIGTERM to npm alone: a request in flight is answered, and the idle connections of browsers are not waited for',
  { timeout },
  async () => {
    const product = start()
    await untilReady(product)
    const pids = pidsIn(dataDir)
    const { port } = new URL(product.address())
    const events = []
    const idle = new Agent({ keepAlive: true })
    onTestFinished(() => idle.destroy())
    const [welcome] = await once(request(`${product.address()}/api/health`, { agent: idle }).end(), 'response')
    welcome.socket.once('close', () => events.push('idle connection closed'))
    await once(welcome.resume(), 'end')

    const { isAwaited, release } = await holdUsers(dataDir)
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'quiet desk 20' })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sending = request(`${product.address()}/api/auth/login`, { method: 'POST', headers, agent: false }).end(body)
    const answer = once(sending, 'response').then(([{ statusCode }]) => (events.push('answered'), statusCode))
    await until(isAwaited, stopPatience, product)
    product.first.kill('SIGTERM')
    await until(async () => events.length > 0 && !(await isListening(port)), stopPatience, product)
    await release()
    // 503: nobody waits for a lock longer than three seconds, which may pass before the signal arrives on a busy machine.
    const status = await answer
    expect([401, 503]).toContain(status)
    await until(() => events.length === 2, stopPatience, product)
    expect(status === 503 || events[0] === 'idle connection closed').toBe(true)
    await untilEnded(product, dataDir, pids)
  },
)

test('a start that is not finished ends too', { timeout }, async () => {
  const folder = newFolder(made)
  const product = start({ folder, command: withoutNpm })
  const ended = once(product.first, 'exit')
  await until(() => pidsIn(folder).length === 2, startPatience, product)
  const pids = pidsIn(folder)
  product.first.kill('SIGTERM')
  await ended
  await untilEnded(product, folder, pids)
  expect(product.output).not.toMatch(/ready at|could not start/)
})
