import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { toCommand, type Binaries, type RunAs } from '#db/embedded/run-as.ts'

// Stops what a killed LMS left running on a cluster.

const run = promisify(execFile)

/**
 * Stops a PostgreSQL that still runs on this cluster: fast first, so that its data is written, then harder. Only called
 * by the holder of the data directory's lock, so the LMS it belonged to has ended. Processes are identified by what they do and not by the
 * id in postmaster.pid, which may have been reused; that file is removed only if its process is not ours.
 */
export async function endLeftovers(cluster: string): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ]
  for (const [signal, patience] of steps) {
    const found = await findProcesses(cluster)
    if (found.length === 0) break
    const postmaster = postmasterPid(cluster)
    // The postmaster stops its own processes in order; those whose postmaster was killed are signalled one by one, and only react to SIGQUIT.
    if (postmaster !== undefined && found.includes(postmaster) && signal !== 'SIGKILL') sendSignal(postmaster, signal)
    else for (const pid of found) sendSignal(pid, signal === 'SIGINT' ? 'SIGQUIT' : signal)
    await waitForEnd(cluster, patience)
  }
  if ((await findProcesses(cluster)).length > 0)
    throw new Error(`An earlier PostgreSQL on ${cluster} does not stop; stop it and start again.`)
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

async function waitForEnd(cluster: string, patience: number): Promise<void> {
  const end = performance.now() + patience
  while (performance.now() < end && (await findProcesses(cluster)).length > 0) await sleep(50)
}

/** The lines of postmaster.pid, if it exists: 0 process id, 3 port, 7 status. */
function postmasterFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

function postmasterPid(cluster: string): number | undefined {
  const pid = Number(postmasterFile(cluster)[0])
  return Number.isInteger(pid) && pid > 1 ? pid : undefined
}

// Every PostgreSQL process runs in its cluster's folder, so /proc lists them all, including orphans.
async function findProcesses(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return processesByCommand(cluster)
  const folder = realpathSync(cluster)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && workingDirectory(pid) === folder)
}

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

// On other systems only the postmaster can be recognised by its command line; its orphans end once they notice.
async function processesByCommand(cluster: string): Promise<number[]> {
  const pid = postmasterPid(cluster)
  if (pid === undefined) return []
  const command =
    process.platform === 'win32' ? ['tasklist', '/NH', '/FI', `PID eq ${pid}`] : ['ps', '-ww', '-o', 'command=', '-p', `${pid}`]
  const [file = '', ...parameters] = command
  const { stdout } = await run(file, parameters).catch(() => ({ stdout: '' }))
  const ours = process.platform === 'win32' ? stdout.includes('postgres') : stdout.includes('postgres') && stdout.includes(cluster)
  return ours ? [pid] : []
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended in the meantime.
  }
}

// Starts one PostgreSQL process on a cluster, waits until it accepts connections, and stops it.

const START_PATIENCE_MS = 60_000
const KEPT_LINES = 20

export type PostmasterOptions = {
  binaries: Binaries
  runAs: RunAs
  folder: string
  port: number
  durable: boolean
  log: (line: string) => void
  /** Aborted when the product stops: cancels a start in progress. */
  stopping?: AbortSignal
}
export type Postmaster = { readonly pid: number; readonly exited: Promise<string>; stop(): Promise<void> }

/**
 * How much freed memory glibc keeps for the next statement, in bytes, mallopt(3). By default that grows to 15 MB per connection. With less
 * than this most statements take memory from the system again, and that takes up to five times as much CPU time as the statement.
 */
const MIB = '1048576'
const keptMemory = { MALLOC_TOP_PAD_: MIB, MALLOC_TRIM_THRESHOLD_: MIB, MALLOC_MMAP_THRESHOLD_: MIB }

/** Resolves once it is ready; rejects with the last lines of its log. `exited` resolves with them when it ends. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { file, parameters, user } = toCommand(options.runAs, options.binaries.postgres, settings(options))
  // Its own session, so that Ctrl-C in a terminal only reaches LMS, which ends its requests before it stops the database.
  // oxlint-disable-next-line no-restricted-properties -- PostgreSQL inherits the environment; no setting is read from it
  const env = { ...process.env, ...(options.durable && keptMemory) }
  const child = spawn(file, parameters, { cwd: options.folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...user })
  const lines = keepLines(child, options.log)
  const exited = waitForExit(child, lines)
  // Our process must not end before it, or the data directory would stay locked. If the first signal had no effect, it is killed.
  const endFirst = () => void child.kill(child.killed ? 'SIGKILL' : 'SIGINT')
  process.once('exit', endFirst)
  child.once('exit', () => process.off('exit', endFirst))
  const pid = await untilReady(child, exited, options)
  return { pid, exited, stop: () => stopPostmaster(child, exited, options) }
}

/** A free loopback port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

// Sizes suit one small machine; settings that protect the data are on the command line, where no file in the cluster can override them.
function settings({ folder, port, durable }: PostmasterOptions): string[] {
  const guard = durable ? 'on' : 'off'
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: durable ? '' : folder,
    fsync: guard,
    synchronous_commit: guard,
    full_page_writes: guard,
    max_connections: 100,
    // The operating system's cache contains the rest.
    shared_buffers: '20MB',
    maintenance_work_mem: '16MB',
    // Each helper process costs megabytes, and there is always another request for its core.
    max_parallel_workers_per_gather: '0',
    autovacuum_max_workers: '1',
    io_method: 'sync',
    max_wal_size: '512MB',
    jit: 'off',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  return ['-D', folder, ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

function keepLines(child: ChildProcess, log: (line: string) => void): string[] {
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      if (lines.length > KEPT_LINES) lines.shift()
      log(line)
    })
  }
  return lines
}

function waitForExit(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // Not on `close`: orphaned processes keep its output open. A moment later, for its last lines.
    child.once('exit', (code, signal) =>
      setTimeout(() => resolve([`PostgreSQL ended (${signal ?? `code ${code}`}).`, ...lines].join('\n')), 30),
    )
  })
}

// The eighth line of postmaster.pid becomes `ready`; pg_ctl waits for the same sign.
async function untilReady(child: ChildProcess, exited: Promise<string>, { folder, port, stopping }: PostmasterOptions): Promise<number> {
  const isStopping = () => stopping?.aborted === true
  const deadline = performance.now() + START_PATIENCE_MS
  let error = `It was not ready after ${START_PATIENCE_MS / 1000} s.`
  while (performance.now() < deadline && !isStopping()) {
    const [pid, , , listening, , , , status] = postmasterFile(folder)
    if (Number(pid) === child.pid && Number(listening) === port && status?.trim() === 'ready') return Number(pid)
    const ended = await Promise.race([exited, sleep(20)])
    if (ended !== undefined) {
      error = ended
      break
    }
  }
  await signalUntilEnded(child, exited, [
    ['SIGQUIT', 3000],
    ['SIGKILL', 2000],
  ])
  throw new Error(`The embedded database did not start. ${error}`)
}

async function stopPostmaster(child: ChildProcess, exited: Promise<string>, { binaries, folder }: PostmasterOptions): Promise<void> {
  // Windows has no signals: Node would kill the process at once, so pg_ctl is used.
  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '-D', folder, '-m', 'fast'], { timeout: 10_000 }).catch(() => undefined)
  }
  await signalUntilEnded(child, exited, process.platform === 'win32' ? STOP_SIGNALS.slice(-1) : STOP_SIGNALS)
}

// With their timeouts in milliseconds: an orderly stop, one without a final checkpoint (the next start recovers), and a kill.
const STOP_SIGNALS: [NodeJS.Signals, number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 3000],
  ['SIGKILL', 2000],
]

async function signalUntilEnded(child: ChildProcess, exited: Promise<string>, signals: readonly [NodeJS.Signals, number][]): Promise<void> {
  const end = exited.then(() => true)
  for (const [signal, patience] of signals) {
    child.kill(signal)
    const waiting = new AbortController()
    const late = sleep(patience, false, { signal: waiting.signal }).catch(() => false)
    const hasEnded = await Promise.race([end, late])
    waiting.abort()
    if (hasEnded) return
  }
}
