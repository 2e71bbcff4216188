// Keeps a PostgreSQL of our own running in the data directory for as long as this process lives.
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '#db/embedded/binaries.ts'
import { ensureCluster, SUPERUSER } from '#db/embedded/cluster.ts'
import { lockDataDir } from '#db/embedded/data-dir-lock.ts'
import { endLeftovers } from '#db/embedded/leftovers.ts'
import { freePort, startPostmaster } from '#db/embedded/postmaster.ts'
import type { Postmaster, PostmasterOptions } from '#db/embedded/postmaster.ts'
import { chooseRunAs } from '#db/embedded/run-as.ts'

const DATABASE = 'lms'
// Waits between restarts after the database ended by itself; about a minute in all, then it is given up.
const RESTART_DELAYS_MS = [0, 250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000]
// Having run this long, an end counts as the first again.
const STEADY_MS = 60_000
const FIRST_START_TRIES = 3

export type EmbeddedOptions = {
  dataDir: string
  /** Lines of PostgreSQL and of its keeper. */
  log?: (line: string) => void
  /** `false` only for data that is thrown away: no waiting for the disk. */
  durable?: boolean
  /** Called when the database ended by itself and could not be started again. */
  onLost?: (error: Error) => void
}

export type Embedded = { readonly url: string; readonly pid: number; stop(): Promise<void> }

/**
 * Starts PostgreSQL on `dataDir/postgres` (made when missing), on a free loopback port that stays the same until `stop`. What an earlier,
 * killed LMS left running there is ended first. Rejects with a sentence when a living LMS holds the directory.
 */
export async function startEmbedded({ dataDir, log = () => {}, durable = true, onLost = () => {} }: EmbeddedOptions): Promise<Embedded> {
  const directory = resolve(dataDir)
  const lock = lockDataDir(directory)
  try {
    const binaries = await findBinaries()
    const runAs = await chooseRunAs(binaries, directory)
    const { folder, password } = await ensureCluster({ binaries, runAs, dataDir: directory, durable })
    const options = { binaries, runAs, folder, durable, log }
    const { postmaster, port } = await firstStart(options)
    const url = (database: string) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
    await prepareDatabase(url, durable).catch(async (error: unknown) => {
      await postmaster.stop()
      throw error
    })
    const keeper = keepRunning(postmaster, { ...options, port }, onLost)
    return {
      url: url(DATABASE),
      get pid() {
        return keeper.pid()
      },
      stop: async () => {
        await keeper.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

// A port that was free a moment ago may be taken by now, so the first start may pick another.
async function firstStart(options: Omit<PostmasterOptions, 'port'>): Promise<{ postmaster: Postmaster; port: number }> {
  await endLeftovers(options.folder)
  for (let tries = 1; ; tries++) {
    const port = await freePort()
    try {
      return { postmaster: await startPostmaster({ ...options, port }), port }
    } catch (error) {
      if (tries === FIRST_START_TRIES || !String(error).includes('could not bind')) throw error
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

function keepRunning(first: Postmaster, options: PostmasterOptions, onLost: (error: Error) => void) {
  let current = first
  const stopping = new AbortController()
  // For an LMS that ends without `stop`, by an error nobody caught.
  const onExit = () => current.stopNow()
  process.once('exit', onExit)
  const watch = async () => {
    for (let ends = 0; !stopping.signal.aborted;) {
      const began = Date.now()
      const reason = await current.exited
      if (stopping.signal.aborted) return
      ends = Date.now() - began > STEADY_MS ? 0 : ends
      options.log(`The embedded database ended by itself and is started again. ${reason}`)
      ;({ postmaster: current, ends } = await startAgain(options, current, ends, stopping.signal))
    }
  }
  const watching = watch().catch((error: unknown) => {
    if (!stopping.signal.aborted) onLost(error instanceof Error ? error : new Error(String(error)))
  })
  return {
    pid: () => current.pid,
    stop: async () => {
      stopping.abort()
      process.off('exit', onExit)
      await current.stop()
      await watching
    },
  }
}

// Always on the same port, which the pool knows; tries until the delays are used up.
async function startAgain(options: PostmasterOptions, ended: Postmaster, ends: number, stopping: AbortSignal) {
  let fault: unknown
  for (; ends < RESTART_DELAYS_MS.length; ends++) {
    await sleep(RESTART_DELAYS_MS[ends], undefined, { signal: stopping })
    try {
      await endLeftovers(options.folder)
      const postmaster = await startPostmaster(options)
      if (!stopping.aborted) return { postmaster, ends: ends + 1 }
      await postmaster.stop()
      return { postmaster: ended, ends }
    } catch (error) {
      fault = error
      options.log(String(error))
    }
  }
  throw new Error('The embedded database ended again and again and was given up.', { cause: fault })
}
