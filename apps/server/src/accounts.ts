/** The accounts that a start needs: demo people or the first administrator; and the refusal to serve demo people in public. */
import type { Config } from '#config.ts'
import type { Database } from '#db/client.ts'
import { demoPassword } from '#db/seed/accounts.ts'
import { countActiveDemoPeople, ensureAdmin, listDemoAccounts, seedDemo } from '#db/seed/seed.ts'
import type { Storage } from '#services/storage.ts'

/** Returns what to tell the person who starts the server, line by line. */
export async function prepareAccounts(config: Config, db: Database['db'], storage: Storage, now: Date): Promise<string[]> {
  await refusePublicDemo(config, db)
  if (config.demo) {
    await seedDemo(db, storage, now)
    const accounts = await listDemoAccounts(db)
    if (accounts.length === 0) return []
    return [`Sign in with the password "${demoPassword}" as one of:`, ...accounts.map(({ role, email }) => `  ${role.padEnd(12)} ${email}`)]
  }
  if (config.admin && !(await ensureAdmin(db, config.admin)))
    return ['ADMIN_EMAIL and ADMIN_PASSWORD were not used: there is an administrator already.']
  return []
}

/** Anybody can read the demo password, so its accounts must never be reachable from other machines or beside real people. */
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
