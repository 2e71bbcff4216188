/** Changing one's own password. */
import type { Db } from '#db/client.ts'
import { invalid } from '#http/problems.ts'
import type { Context } from '#http/handler.ts'
import { hashPassword, passwordFault } from '#modules/auth/passwords.ts'
import { mailPasswordChanged } from '#modules/auth/mails.ts'
import { lockLogin, setPassword } from '#modules/auth/queries.ts'
import { isRightGuess } from '#modules/auth/sign-in.ts'
import { findPasswordHash } from '#modules/users/queries.ts'

const wrong = () => invalid('/currentPassword', 'This is not your current password')

/**
 * Checks and hashes, which takes a while, and gives what then writes, within a transaction. Ends the person's other sessions:
 * whoever knew the old password is out. The owner is told by mail. Wrong guesses count as failed sign-ins: a session that was
 * left open must not be good for finding the password.
 */
export async function changedPassword(ctx: Context, current: string | undefined, wanted: string): Promise<(db: Db) => Promise<void>> {
  const own = (await findPasswordHash(ctx.db, ctx.actor.id))!
  if (current === undefined) throw invalid('/currentPassword', 'Give your current password too')
  if (!(await isRightGuess(ctx.limits, { email: own.email, kept: own.passwordHash, password: current }))) throw wrong()
  const fault = passwordFault(wanted, own.email)
  if (fault) throw invalid('/newPassword', fault)
  const passwordHash = await hashPassword(wanted)
  return async (db) => {
    // Another call may have changed it while this one was hashing.
    if ((await lockLogin(db, ctx.actor.id))?.passwordHash !== own.passwordHash) throw wrong()
    await setPassword(db, ctx.actor.id, passwordHash, ctx.actor.sessionId)
    await mailPasswordChanged(db, { id: ctx.actor.id, email: own.email }, ctx.now(), ctx.services.config.publicUrl)
  }
}
