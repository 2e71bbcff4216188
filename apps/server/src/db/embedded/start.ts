import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ensureCluster, SUPERUSER } from '#db/embedded/cluster.ts'
import { giveUpReserve, isNoSpace, watchDiskSpace } from '#db/embedded/disk-space.ts'
import type { DiskSpace } from '#db/embedded/disk-space.ts'
import { endLeftovers, freePort, startPostmaster, type Postmaster, type PostmasterOptions } from '#db/embedded/postmaster.ts'
import { findBinaries, chooseRunAs } from '#db/embedded/run-as.ts'

// Lets one LMS process at a time use a data directory.

/**
 * Locks the data directory until `release` or the end of this process; throws a sentence if another process has locked it.
 *
 * The lock is an exclusive SQLite transaction on an empty file, which is an operating system lock on that file: the kernel releases it
 * however the process ends, so there are no stale locks to detect by process ids, which are reused. The process id next to
 * it is only for the error message. Child processes do not inherit it, so a PostgreSQL that outlives its LMS does not hold it.
 */
function lockDataDir(dataDir: string): { release(): void } {
  const note = join(dataDir, 'lms.pid')
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    database = new DatabaseSync(join(dataDir, 'lms.lock'), { timeout: 0 })
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
    writeNote(note)
  } catch (error) {
    database?.close()
    throw toLockError(dataDir, note, error)
  }
  const held = database
  return { release: () => void (held.isOpen && held.close()) }
}

/** A full disk has no space for it, which must not keep LMS from starting. */
function writeNote(note: string): void {
  try {
    writeFileSync(note, `${process.pid}\n`)
  } catch (error) {
    if (!isNoSpace(error)) throw error
  }
}

const SQLITE_BUSY = 5

function toLockError(dataDir: string, note: string, cause: unknown): Error {
  if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) {
    return new Error(
      `${dataDir} is used by another running LMS (process ${readHolder(note)}). Stop that one, or give this one its own DATA_DIR.`,
    )
  }
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(
    `${dataDir} cannot be written to (${reason}). Start LMS as the user it belongs to, or set DATA_DIR to a folder of yours.`,
    { cause },
  )
}

function readHolder(note: string): string {
  try {
    return readFileSync(note, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}

// Keeps our own PostgreSQL running in the data directory for the lifetime of this process.

const DATABASE = 'lms'
// Delays between restarts after an unexpected stop; about a minute in all, then we give up.
const RESTART_DELAYS_MS = [0, 250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000]
// After running this long, the next stop counts as the first again.
const STEADY_MS = 60_000
const FIRST_START_TRIES = 3
// Index into the delays: while the disk is full, retry every eight seconds.
const LONGEST_WAIT_FOR_SPACE = 6

export type EmbeddedOptions = {
  dataDir: string
  /** Log lines of PostgreSQL and of its supervisor. */
  log?: (line: string) => void
  /** `false` only for temporary data: does not wait for the disk. */
  durable?: boolean
  /** Called if the database stopped unexpectedly and could not be restarted. */
  onLost?: (error: Error) => void
  /** Below this many free bytes `space` is low; without it, the disk is not monitored and has no reserve. */
  leastSpace?: number
  /** Aborted when the product stops: from then on the database is not restarted. */
  stopping?: AbortSignal
}

export type Embedded = { readonly url: string; readonly pid: number; readonly space: DiskSpace | undefined; stop(): Promise<void> }

/**
 * Starts PostgreSQL on `dataDir/postgres` (created if missing), on a free loopback port that stays the same until `stop`. First stops what an earlier,
 * killed LMS left running there. Rejects with a sentence if a running LMS has locked the directory.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { durable = true, onLost = () => {}, leastSpace, stopping = new AbortController().signal } = options
  const dataDir = resolve(options.dataDir)
  const lock = lockDataDir(dataDir)
  const opened: { space?: DiskSpace | undefined; postmaster?: Postmaster } = {}
  const log = (line: string) => {
    // At once: PostgreSQL may recover without a restart.
    if (isNoSpace(line) && /PANIC|FATAL/.test(line)) opened.space?.giveUpReserve()
    options.log?.(line)
  }
  try {
    const binaries = await findBinaries()
    const runAs = await chooseRunAs(binaries, dataDir)
    const { folder, password } = await ensureCluster({ binaries, runAs, dataDir, durable })
    const { postmaster, port } = await firstStart({ binaries, runAs, folder, durable, log, stopping }, dataDir)
    opened.postmaster = postmaster
    const url = (database: string) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
    await prepareDatabase(url, durable)
    const space = (opened.space = leastSpace === undefined ? undefined : await watchDiskSpace(dataDir, leastSpace))
    const keeper = keepRunning(postmaster, { binaries, runAs, folder, port, durable, log, stopping }, onLost)
    return {
      url: url(DATABASE),
      space,
      get pid() {
        return keeper.pid()
      },
      stop: async () => {
        space?.stop()
        await keeper.stop()
        lock.release()
      },
    }
  } catch (error) {
    opened.space?.stop()
    await opened.postmaster?.stop()
    lock.release()
    if (!isNoSpace(error)) throw error
    throw new Error(`The disk of ${dataDir} is full. Free some space and start again.`, { cause: error })
  }
}

// The port may have been taken in the meantime, so the first start may pick another; a full disk may have a reserve.
async function firstStart(options: Omit<PostmasterOptions, 'port'>, dataDir: string): Promise<{ postmaster: Postmaster; port: number }> {
  await endLeftovers(options.folder)
  for (let tries = 1; ; tries++) {
    const port = await freePort()
    try {
      return { postmaster: await startPostmaster({ ...options, port }), port }
    } catch (error) {
      if (tries === FIRST_START_TRIES || !(isNoSpace(error) || String(error).includes('could not bind'))) throw error
      if (isNoSpace(error)) giveUpReserve(dataDir)
    }
  }
}

async function prepareDatabase(url: (database: string) => string, durable: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url('postgres') })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "select name from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting <> 'on'",
    )
    if (durable && rows.length > 0)
      throw new Error(`The embedded database would lose data: ${rows.map((row) => row.name).join(', ')} is off.`)
    const found = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

function keepRunning(first: Postmaster, { stopping: given, ...rest }: PostmasterOptions, onLost: (error: Error) => void) {
  let current = first
  const own = new AbortController()
  const stopping = AbortSignal.any(given ? [given, own.signal] : [own.signal])
  const options = { ...rest, stopping }
  const watch = async () => {
    for (let ends = 0; !stopping.aborted;) {
      const began = performance.now()
      const reason = await current.exited
      if (stopping.aborted) return
      ends = performance.now() - began > STEADY_MS ? 0 : isNoSpace(reason) ? Math.min(ends, LONGEST_WAIT_FOR_SPACE) : ends
      options.log(`The embedded database stopped unexpectedly and is being restarted. ${reason.split('\n')[0]}`)
      ;({ postmaster: current, ends } = await startAgain(options, ends))
    }
  }
  const watching = watch().catch((error: unknown) => {
    if (!stopping.aborted) onLost(error instanceof Error ? error : new Error(String(error)))
  })
  return {
    pid: () => current.pid,
    stop: async () => {
      own.abort()
      await current.stop()
      await watching
      // It may have been restarted in the meantime.
      await current.stop()
    },
  }
}

// Always on the same port, which the pool uses; retries until the delays are used up. It waits as long as the disk is full.
async function startAgain(options: PostmasterOptions & { stopping: AbortSignal }, ends: number) {
  let lastError: unknown
  while (ends < RESTART_DELAYS_MS.length) {
    await sleep(RESTART_DELAYS_MS[ends], undefined, { signal: options.stopping })
    try {
      await endLeftovers(options.folder)
      return { postmaster: await startPostmaster(options), ends: ends + 1 }
    } catch (error) {
      lastError = error
      options.log(String(error))
      ends = isNoSpace(error) ? Math.min(ends + 1, LONGEST_WAIT_FOR_SPACE) : ends + 1
    }
  }
  throw new Error('The embedded database stopped repeatedly and was not restarted again.', { cause: lastError })
}
