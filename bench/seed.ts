/** `npm run seed -- --size small|large`: a school for benchmarks, in the database that `npm start` would use. */

import { parseArgs } from 'node:util'
import { readConfig } from '@lms/server/config'
import { openDatabase } from '@lms/server/db/client'
import { startEmbedded } from '@lms/server/db/embedded/start'
import { migrateDatabase } from '@lms/server/db/migrate'
import { demoAccounts, demoPassword } from '@lms/server/db/seed/people'
import { schoolSizes, seedSchool, type SchoolSize } from '@lms/server/db/seed/school'

const isSize = (text: string): text is SchoolSize => Object.hasOwn(schoolSizes, text)

async function seed(size: SchoolSize): Promise<boolean> {
  const { database: target, dataDir } = readConfig({ ...process.env, SEED: 'none' })
  const embedded = target.kind === 'embedded' ? await startEmbedded({ dataDir }) : undefined
  try {
    const url = target.kind === 'external' ? target.url : embedded!.url
    await migrateDatabase(url)
    const database = openDatabase(url, { patience: 600_000 })
    return await seedSchool(database, size).finally(() => database.close())
  } finally {
    await embedded?.stop()
  }
}

try {
  const { size = 'large' } = parseArgs({ options: { size: { type: 'string' } } }).values
  if (!isSize(size)) throw new Error(`--size is ${Object.keys(schoolSizes).join(' or ')}, not "${size}".`)
  const began = Date.now()
  if (!(await seed(size))) throw new Error('The database has users already: seed an empty one.')
  console.log(`The ${size} school is there, after ${Math.round((Date.now() - began) / 1000)} s. The password is "${demoPassword}" for:`)
  for (const { role, email } of demoAccounts) console.log(`  ${role.padEnd(11)} ${email}`)
} catch (error) {
  const { message, cause } = error as Error
  console.error(cause instanceof Error ? cause.message : message)
  process.exitCode = 1
}
