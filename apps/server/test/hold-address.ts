/** An uncommitted transaction that adds a user: anyone who wants the same email waits. */
import type { Database } from '#db/client.ts'
import { users } from '#db/schema/users.ts'

/** Until `go` is called, which commits. */
export async function holdAddress(database: Database, email: string): Promise<{ go: () => Promise<void> }> {
  let go = () => {}
  const released = new Promise<void>((resolve) => (go = resolve))
  let isHeld = () => {}
  const held = new Promise<void>((resolve) => (isHeld = resolve))
  const holding = database.transaction(async (tx) => {
    await tx.insert(users).values({ name: 'Somebody', email, status: 'INVITED' })
    isHeld()
    await released
  })
  await held
  return { go: () => (go(), holding) }
}
