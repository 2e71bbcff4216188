// Starts one PostgreSQL process on a cluster, waits until it takes connections, and stops it.
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binaries } from '#db/embedded/binaries.ts'
import { postmasterFile } from '#db/embedded/leftovers.ts'
import { commandOf } from '#db/embedded/run-as.ts'
import type { RunAs } from '#db/embedded/run-as.ts'

const START_PATIENCE_MS = 60_000
const KEPT_LINES = 20

export type PostmasterOptions = {
  binaries: Binaries
  runAs: RunAs
  folder: string
  port: number
  durable: boolean
  log: (line: string) => void
  /** Aborted when the product stops: a start that is under way ends. */
  stopping?: AbortSignal
}
export type Postmaster = { readonly pid: number; readonly exited: Promise<string>; stop(): Promise<void> }

/** Resolves once it is ready; rejects with the last lines of its log. `exited` resolves with them when it ends. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { file, parameters, user } = commandOf(options.runAs, options.binaries.postgres, settings(options))
  // Its own session, so that Ctrl-C in a terminal reaches LMS only, which ends its requests before it stops the database.
  const child = spawn(file, parameters, { cwd: options.folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...user })
  const lines = keepLines(child, options.log)
  const exited = ended(child, lines)
  // Our process must not end before it, in whatever way: it would keep the data directory. What did not heed a first signal is killed.
  const endFirst = () => void child.kill(child.killed ? 'SIGKILL' : 'SIGINT')
  process.once('exit', endFirst)
  child.once('exit', () => process.off('exit', endFirst))
  const pid = await untilReady(child, exited, options)
  return { pid, exited, stop: () => stopPostmaster(child, exited, options) }
}

/** A port of the loopback address that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

// Sizes suit one small machine; what guards the data is on the command line, where no file in the cluster can undo it.
function settings({ folder, port, durable }: PostmasterOptions): string[] {
  const guard = durable ? 'on' : 'off'
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: guard,
    synchronous_commit: guard,
    full_page_writes: guard,
    max_connections: 100,
    // What is not in here is in the cache of the operating system.
    shared_buffers: '32MB',
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

function ended(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // Not at `close`: processes whose postmaster was killed keep its output open. A moment later, for its last lines.
    child.once('exit', (code, signal) =>
      setTimeout(() => resolve([`PostgreSQL ended (${signal ?? `code ${code}`}).`, ...lines].join('\n')), 30),
    )
  })
}

// The eighth line of postmaster.pid becomes `ready`; the same sign pg_ctl waits for.
async function untilReady(child: ChildProcess, exited: Promise<string>, { folder, port, stopping }: PostmasterOptions): Promise<number> {
  const isStopping = () => stopping?.aborted === true
  const deadline = Date.now() + START_PATIENCE_MS
  let fault = `It was not ready after ${START_PATIENCE_MS / 1000} s.`
  while (Date.now() < deadline && !isStopping()) {
    const [pid, , , listening, , , , status] = postmasterFile(folder)
    if (Number(pid) === child.pid && Number(listening) === port && status?.trim() === 'ready') return Number(pid)
    const ended = await Promise.race([exited, sleep(20)])
    if (ended !== undefined) {
      fault = ended
      break
    }
  }
  await signalUntilGone(child, exited, [
    ['SIGQUIT', 3000],
    ['SIGKILL', 2000],
  ])
  throw new Error(`The embedded database did not start. ${fault}`)
}

async function stopPostmaster(child: ChildProcess, exited: Promise<string>, { binaries, folder }: PostmasterOptions): Promise<void> {
  // Windows has no signals: there Node would end the process at once, and pg_ctl asks it.
  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '-D', folder, '-m', 'fast'], { timeout: 10_000 }).catch(() => undefined)
  }
  await signalUntilGone(child, exited, process.platform === 'win32' ? STOP_SIGNALS.slice(-1) : STOP_SIGNALS)
}

// With milliseconds for each: an orderly stop, one without a last checkpoint (the next start recovers), and the end.
const STOP_SIGNALS: [NodeJS.Signals, number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 3000],
  ['SIGKILL', 2000],
]

async function signalUntilGone(child: ChildProcess, exited: Promise<string>, signals: readonly [NodeJS.Signals, number][]): Promise<void> {
  const gone = exited.then(() => true)
  for (const [signal, patience] of signals) {
    child.kill(signal)
    const waiting = new AbortController()
    const late = sleep(patience, false, { signal: waiting.signal }).catch(() => false)
    const isGone = await Promise.race([gone, late])
    waiting.abort()
    if (isGone) return
  }
}
