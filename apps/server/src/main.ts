/** Starts the product: configuration, database, migrations, first data, server, jobs; and stops it in the reverse order. */
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareAccounts } from '#accounts.ts'
import { createApp } from '#app.ts'
import { ConfigError, readConfig, type Config } from '#config.ts'
import { migrateDatabase, openDatabase } from '#db/client.ts'
import { startEmbedded } from '#db/embedded.ts'
import { lanesOn } from '#jobs.ts'
import { startJobs } from '#services/jobs.ts'
import { createServices } from '#services/services.ts'

/** Milliseconds that requests get to finish after SIGTERM; then the process ends all the same. */
const patience = 10_000
const now = () => new Date()

async function start(config: Config): Promise<() => Promise<void>> {
  const embedded =
    config.database.kind === 'embedded' ? await startEmbedded({ dataDir: config.dataDir, log: logEmbedded, onLost: giveUp }) : undefined
  const url = config.database.kind === 'embedded' ? embedded!.url : config.database.url
  try {
    await migrateDatabase(url)
    const database = openDatabase(url)
    const services = await createServices(config)
    const hints = await prepareAccounts(config, database.db, services.storage, now())
    const ground = { database, services, now }
    const app = await createApp(ground, { logger: { level: 'warn' } })
    await app.listen({ port: config.port, host: config.host })
    // The embedded database has one process, so what is held there was held by one that is gone.
    const alone = embedded !== undefined
    const jobs = await startJobs({ url, db: database.db, alone, onFailure: logFailure }, lanesOn(ground))
    announce(config, (app.addresses()[0] as AddressInfo).port, hints)
    return async () => {
      await Promise.race([Promise.all([app.close(), jobs.stop()]), sleep(patience, undefined, { ref: false })])
      services.mailer.close()
      await database.close()
      await embedded?.stop()
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

function announce(config: Config, port: number, hints: string[]): void {
  const host =
    config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host
  console.log(`LMS is ready at http://${host}:${port}`)
  for (const hint of hints) console.log(hint)
}

/** PostgreSQL's own lines are many; those that name a fault are for whoever runs the server. */
const logEmbedded = (line: string) => void (/\b(FATAL|PANIC|ended by itself)\b/.test(line) && console.error(line))

const logFailure = (error: unknown) => console.error('A job failed and is tried again:', error)

function giveUp(error: Error): never {
  console.error(`The database is lost: ${error.message}`)
  process.exit(1)
}

/** A sentence for the faults that a person can mend; the whole error for those that only we can. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const { code, address, port, message } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} on ${address} is taken by another program. Stop it, or set PORT to a free one.`
  if (code === 'EACCES' && port) return `Port ${port} needs more rights than this user has. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}. Set HOST to one that it has.`
  return message ? `LMS could not start: ${message}` : String(error)
}

try {
  const stop = await start(readConfig(process.env))
  let stopping: Promise<void> | undefined
  const onSignal = () => {
    stopping ??= stop().then(
      () => process.exit(0),
      (error: unknown) => (console.error(explain(error)), process.exit(1)),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
