/** Starts the product: configuration, database, migrations, initial data, server, jobs; stops it in reverse order. */

import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { version } from '@lms/contract/version'
import { backlog, createApp } from '#app.ts'
import type { Dependencies } from '#call/dependencies.ts'
import { ConfigError, readConfig, type Config } from '#config.ts'
import { openDatabase, type Database } from '#db/client.ts'
import { startEmbedded } from '#db/embedded/start.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { getDriverError, isConnectionLost } from '#db/pool.ts'
import { checkRequirements } from '#db/requirements.ts'
import { demoPassword, listDemoAccounts } from '#db/seed/people.ts'
import { countActiveDemoPeople, seedDemo } from '#db/seed/seed.ts'
import { lanesOn } from '#jobs.ts'
import { ensureAdmin, renewSetupCode } from '#modules/auth/setup.ts'
import { endLeases } from '#modules/files/lease.ts'
import { describeError, limitLines, toLogLine } from '#services/error-log.ts'
import { startJobs } from '#services/jobs.ts'
import { createServices } from '#services/services.ts'
import type { Storage } from '#services/storage.ts'

/** Milliseconds for requests and jobs to finish, then for closing database connections; PostgreSQL needs the rest of ten seconds. */
const requestTimeoutMs = 6_000
const poolTimeoutMs = 1_000
/** Milliseconds after the signal at which the process exits regardless. PostgreSQL gets at most 15 s of them. */
const forcedExitAfterMs = 25_000
const now = () => new Date()

type Close = () => Promise<void>

/** Everything from the database up. `stopping` aborts an unfinished start. */
async function start(config: Config, stopping: AbortSignal): Promise<Close> {
  const steps: (() => unknown)[] = []
  const close = async () => {
    // A failing step must not prevent the others: the last one stops the database.
    for (const step of steps.splice(0).toReversed()) await Promise.try(step).catch((error: unknown) => printError(describeError(error)))
  }
  try {
    const { url, space } = await openUrl(config, stopping, steps)
    stopping.throwIfAborted()
    await migrateDatabase(url, console.log)
    const database = openDatabase(url)
    steps.push(() => withTimeout(poolTimeoutMs, database.close()))
    const services = await createServices(config)
    steps.push(() => services.mailer.close())
    stopping.throwIfAborted()
    const hints = await prepareAccounts(config, database, services.storage, now())
    stopping.throwIfAborted()
    const port = await serve(config, { database, services, now, space }, url, steps)
    announce(config, port, hints)
    return close
  } catch (error) {
    await close()
    throw error
  }
}

async function openUrl({ database, dataDir, leastSpace }: Config, stopping: AbortSignal, steps: (() => unknown)[]) {
  if (database.kind === 'external') {
    await checkRequirements(database.url)
    return { url: database.url, space: undefined }
  }
  const embedded = await startEmbedded({ dataDir, leastSpace, stopping, log: logEmbedded, onLost: giveUp })
  steps.push(() => embedded.stop())
  return embedded
}

/** Starts server and jobs; returns the port. */
async function serve(config: Config, deps: Dependencies, url: string, steps: (() => unknown)[]): Promise<number> {
  const app = await createApp(deps, { logger: { level: 'warn' } })
  const jobs: { stop: Close }[] = []
  steps.push(() => withTimeout(requestTimeoutMs, Promise.all([app.close(), ...jobs.map(({ stop }) => stop())])))
  // The embedded database has one process, so every lock held there belongs to a dead process.
  const alone = config.database.kind === 'embedded'
  if (alone) await endLeases(deps.database.db)
  await app.listen({ port: config.port, host: config.host, backlog })
  jobs.push(await startJobs({ url, db: deps.database.db, alone, onFailure: logFailure }, lanesOn(deps)))
  return (app.addresses()[0] as AddressInfo).port
}

const withTimeout = (milliseconds: number, work: Promise<unknown>): Promise<unknown> => Promise.race([work, sleep(milliseconds)])

function announce(config: Config, port: number, toHints: Hints): void {
  const host =
    config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host
  console.log(`LMS ${version} is ready at http://${host}:${port}`)
  // With PORT=0 the system chooses one.
  for (const hint of toHints(config.publicUrl.replace(/:0$/, `:${port}`))) console.log(hint)
}

/** PostgreSQL logs a lot; only errors are shown to the operator. */
const printError = limitLines((entry) => console.error(toLogLine(entry)))
const logEmbedded = (line: string) => {
  // Without time and process id, so that repetitions are recognised.
  const text = line.replace(/^\S+ \S+ UTC \[\d+\] /, '')
  // A connection that was just closed may not have ended yet when the database stops.
  if (text.includes('terminating connection due to administrator command')) return
  if (/\b(FATAL|PANIC)\b|stopped unexpectedly|did not start/.test(text)) printError({ message: text.split('\n')[0]! })
}

const logFailure = (error: unknown) => {
  const entry = describeError(error)
  printError({ ...entry, message: `A job failed and will be retried: ${entry.message}` })
}

function giveUp(error: Error): never {
  console.error(`The database is lost: ${error.message}`)
  process.exit(1)
}

/** Errors that the operator can fix are shown as a sentence; others in full. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (isConnectionLost(getDriverError(error) ?? error))
    return 'The database stopped or became unresponsive while LMS was starting. Start LMS again.'
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} on ${address} is taken by another program. Stop it, or set PORT to a free one.`
  if (code === 'EACCES' && port) return `Port ${port} needs more rights than this user has. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}. Set HOST to one that it has.`
  return `LMS could not start: ${error instanceof DrizzleQueryError ? toLogLine(describeError(error)) : (error as Error).message}`
}

// Registered first: a signal while the database starts must not leave it running.
const stopping = new AbortController()
const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve(), { once: true }))
function stop(): void {
  if (stopping.signal.aborted) return
  stopping.abort()
  setTimeout(() => {
    console.error(`LMS did not stop within ${forcedExitAfterMs / 1000} s and is being terminated.`)
    process.exit(1)
  }, forcedExitAfterMs)
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
// `npm start` runs this as a child with a channel, which closes however the parent ends.
process.on('disconnect', stop)
// The process that reads our output may have ended.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
try {
  const config = readConfig(process.env)
  // Those of the operator's shell, such as PGSSLMODE, are for other databases.
  if (config.database.kind === 'embedded') for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name]
  const close = await start(config, stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) process.exit(0)
    throw error
  })
  await stopped
  await close()
  process.exit(0)
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

/** The lines to print for the operator. */
type Hints = (publicUrl: string) => string[]

async function prepareAccounts(config: Config, database: Database, storage: Storage, now: Date): Promise<Hints> {
  await refusePublicDemo(config, database.db)
  if (config.demo) await seedDemo(database, storage, now)
  const isAdminUsed = config.admin && (await ensureAdmin(database, config.admin))
  const code = await renewSetupCode(database)
  const accounts = config.demo ? await demoHints(database.db) : []
  return (publicUrl) => [
    ...accounts,
    ...(isAdminUsed === false ? ['ADMIN_EMAIL and ADMIN_PASSWORD were not used: there is an administrator already.'] : []),
    ...(code ? [`There is no administrator yet. Open ${publicUrl}/auth/setup`, `Set-up code: ${code}`] : []),
  ]
}

async function demoHints(db: Database['db']): Promise<string[]> {
  const accounts = await listDemoAccounts(db)
  if (accounts.length === 0) return []
  return [`Sign in with the password "${demoPassword}" as one of:`, ...accounts.map(({ role, email }) => `  ${role.padEnd(12)} ${email}`)]
}

/** The demo password is public, so demo accounts must never be reachable from other machines or next to real users. */
async function refusePublicDemo({ publicSettings, database }: Config, db: Database['db']): Promise<void> {
  if (publicSettings.length === 0) return
  const count = await countActiveDemoPeople(db)
  if (count === 0) return
  const empty = database.kind === 'embedded' ? 'Set DATA_DIR to an empty folder' : 'Set DATABASE_URL to an empty database'
  throw new Error(
    `The database holds ${count} demo ${count === 1 ? 'account' : 'accounts'} with a public password, which must not be used with ${publicSettings.join(', ')}. ` +
      `${empty}; or start without these settings on a loopback address, create your own administrator and delete the demo accounts.`,
  )
}
