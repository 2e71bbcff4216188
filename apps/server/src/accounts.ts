/** The accounts needed at start: demo users, the first administrator or a set-up code. Refuses to serve demo users publicly. */
import type { Config } from '#config.ts'
import type { Database } from '#db/client.ts'
import { demoPassword, listDemoAccounts } from '#db/seed/people.ts'
import { countActiveDemoPeople, seedDemo } from '#db/seed/seed.ts'
import { ensureAdmin, renewSetupCode } from '#modules/auth/setup.ts'
import type { Storage } from '#services/storage.ts'

/** Returns the lines to print for the operator. */
export async function prepareAccounts(config: Config, database: Database, storage: Storage, now: Date): Promise<string[]> {
  await refusePublicDemo(config, database.db)
  if (config.demo) await seedDemo(database, storage, now)
  const isAdminUsed = config.admin && (await ensureAdmin(database, config.admin))
  const code = await renewSetupCode(database)
  return [
    ...(config.demo ? await demoHints(database.db) : []),
    ...(isAdminUsed === false ? ['ADMIN_EMAIL and ADMIN_PASSWORD were not used: there is an administrator already.'] : []),
    ...(code ? [`There is no administrator yet. Open ${config.publicUrl}/auth/setup`, `Set-up code: ${code}`] : []),
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
