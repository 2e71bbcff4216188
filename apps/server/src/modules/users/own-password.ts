/** Changing one's own password: hashing first, then the transaction. */
import type { Db } from '#db/client.ts'
import { invalid } from '#http/problems.ts'
import type { Context } from '#http/handler.ts'
import { hashPassword, isPassword, passwordFault } from '#modules/auth/passwords.ts'
import { mailPasswordChanged } from '#modules/auth/mails.ts'
import { setPassword } from '#modules/auth/queries.ts'
import { findPasswordHash, lockPasswordHash } from '#modules/users/queries.ts'

export interface NewPassword {
  email: string
  /** The hash that the current password was held against. */
  before: string | null
  hash: string
}

/** Checks the current password and hashes the new one: some 80 ms in which no connection is held. */
export async function hashNewPassword(ctx: Context, current: string | undefined, wanted: string): Promise<NewPassword> {
  const own = (await findPasswordHash(ctx.db, ctx.actor.id))!
  if (current === undefined) throw invalid('/currentPassword', 'Give your current password too')
  if (!(await isPassword(own.passwordHash, current))) throw notCurrent()
  const fault = passwordFault(wanted, own.email)
  if (fault) throw invalid('/newPassword', fault)
  return { email: own.email, before: own.passwordHash, hash: await hashPassword(wanted) }
}

const notCurrent = () => invalid('/currentPassword', 'This is not your current password')

/** Ends the person's other sessions: whoever knew the old password is out. The owner is told by mail. */
export async function changePassword(db: Db, ctx: Context, { email, before, hash }: NewPassword): Promise<void> {
  // Changed or reset while ours was hashed: what was checked then is not the current one any more.
  if ((await lockPasswordHash(db, ctx.actor.id)) !== before) throw notCurrent()
  await setPassword(db, ctx.actor.id, hash, ctx.actor.sessionId)
  await mailPasswordChanged(db, { id: ctx.actor.id, email }, ctx.now(), ctx.services.config.publicUrl)
}
