// `npm start` with real processes: however it ends, server and database end within ten seconds.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { root } from './places.mjs'

// Milliseconds; a first start may have to build the web app.
const startPatience = 170_000
const stopPatience = 10_000

const dataDir = newFolder()
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'lms-stop-'))
  chmodSync(folder, 0o755)
  return folder
}

/** `npm start` in its own process group, and its output. */
function npmStart(folder = dataDir) {
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, SEED: 'none', RATE_LIMITS: 'off' }
  const npm = spawn('npm', ['start'], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const product = { npm, output: '', address: () => /ready at (http:\S+)/.exec(product.output)?.[1] }
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (product.output += chunk))
  onTestFinished(() => {
    for (const pid of [npm.pid, ...pidsIn(folder)]) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  })
  return product
}

async function until(isTrue, patience, product) {
  for (const end = Date.now() + patience; !isTrue(); await sleep(50))
    if (Date.now() > end) throw new Error(`It did not happen within ${patience} ms. Printed so far:\n${product.output}`)
}

/** Returns at once if it has ended, for example because the web app cannot be built. */
const untilReady = (product) =>
  until(
    () => {
      if (product.npm.exitCode !== null) throw new Error(`npm start ended with ${product.npm.exitCode}. Printed so far:\n${product.output}`)
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
const isRunning = (pid) => /^[^Z]/.test(ps('-o', 'stat=', '-p', String(pid)))
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
async function terminateWithoutDatabase(npm, _server, postmaster) {
  process.kill(postmaster, 'SIGKILL')
  await sleep(40)
  process.kill(npm, 'SIGTERM')
}

const ways = [
  ['SIGTERM to npm alone', (npm) => process.kill(npm, 'SIGTERM')],
  ['SIGINT to npm alone', (npm) => process.kill(npm, 'SIGINT')],
  ['SIGTERM to the whole group', (npm) => process.kill(-npm, 'SIGTERM')],
  ['SIGINT to the whole group', (npm) => process.kill(-npm, 'SIGINT')],
  ['SIGTERM to every process', terminateAll],
  ['SIGTERM to npm after the database was killed', terminateWithoutDatabase],
  ['SIGKILL of npm', (npm) => process.kill(npm, 'SIGKILL')],
  ['SIGKILL of the parent of the server', (_npm, server) => process.kill(Number(ps('-o', 'ppid=', '-p', String(server))), 'SIGKILL')],
]

test.each(ways)('%s', { timeout: startPatience + 2 * stopPatience }, async (_, end) => {
  const product = npmStart()
  await untilReady(product)
  const pids = pidsIn(dataDir)
  expect(pids.map(isRunning)).toEqual([true, true])
  await end(product.npm.pid, ...pids)
  // Any process in the folder by then, including a restarted database.
  await until(() => ![...pids, ...pidsIn(dataDir)].some(isRunning) && !isRunning(product.npm.pid), stopPatience, product)
  expect(end === terminateAll && product.output.includes('started again')).toBe(false)
})

test('requests in flight are answered', { timeout: startPatience + 2 * stopPatience }, async () => {
  const product = npmStart()
  await untilReady(product)
  const pids = pidsIn(dataDir)
  let answered = 0
  const started = await Promise.all(
    Array.from({ length: 40 }, async (_unused, n) => {
      const body = JSON.stringify({ email: `nobody${n}@example.org`, password: 'quiet desk 20' })
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), expect: '100-continue' }
      const sending = request(`${product.address()}/api/auth/login`, { method: 'POST', headers })
      // The server has read the headers: the request is in flight from now on.
      await once(sending, 'continue')
      return { sending, body }
    }),
  )
  // One hash each, two at a time: once three are answered, the others are waiting in the server.
  const answers = Promise.all(
    started.map(async ({ sending, body }) => {
      sending.end(body)
      const [answer] = await once(sending, 'response')
      answer.resume()
      answered++
      return answer.statusCode
    }),
  )
  await until(() => answered >= 3, stopPatience, product)
  expect(answered).toBeLessThan(40)
  product.npm.kill('SIGTERM')
  expect(new Set(await answers)).toEqual(new Set([401]))
  // Idle connections of browsers do not delay it.
  await until(() => !pids.some(isRunning), 4_000, product)
})

test('a start that is not finished ends too', { timeout: startPatience + 2 * stopPatience }, async () => {
  const folder = newFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const product = npmStart(folder)
  const ended = once(product.npm, 'exit')
  await until(() => pidsIn(folder).length === 2, startPatience, product)
  const pids = pidsIn(folder)
  product.npm.kill('SIGTERM')
  await ended
  await until(() => !pids.some(isRunning), stopPatience, product)
  expect(product.output).not.toMatch(/ready at|could not start/)
})
