/** A process that does jobs and nothing else, for tests that kill it: `node test/worker.ts <database> <smtp> <data directory>`. */

import { readConfig } from '#config.ts'
import { openDatabase } from '#db/client.ts'
import { lanesOn } from '#jobs.ts'
import { startJobs } from '#services/jobs.ts'
import { createServices } from '#services/services.ts'

const [, , url, smtp, dataDir] = process.argv as [string, string, string, string, string]
const config = readConfig({ DATABASE_URL: url, SMTP_URL: smtp, MAIL_FROM: 'lms@example.org', DATA_DIR: dataDir })
const database = openDatabase(url, { max: 4 })
const deps = { database, services: await createServices(config), now: () => new Date() }
await startJobs({ url, db: database.db, lease: 1000, onFailure: console.error }, lanesOn(deps))
console.log('working')
