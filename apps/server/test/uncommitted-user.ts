/** An uncommitted transaction that adds a user: anyone who wants the same email waits. */

import { openDatabase } from '#db/client.ts'
import { users } from '#db/schema/users.ts'

/** Until `commit` is called, which commits. On a connection of its own: those of the product are for its calls. */
export async function insertUncommittedUser(url: string, email: string): Promise<{ commit: () => Promise<void> }> {
  const database = openDatabase(url, { max: 1 })
  let commit = () => {}
  const released = new Promise<void>((resolve) => (commit = resolve))
  let isHeld = () => {}
  const held = new Promise<void>((resolve) => (isHeld = resolve))
  const holding = database.transaction(async (tx) => {
    await tx.insert(users).values({ name: 'Somebody', email, status: 'INVITED' })
    isHeld()
    await released
  })
  await held
  return { commit: () => (commit(), holding.finally(database.close)) }
}
