/** Changing one's own password. */
import { invalid } from '#http/problems.ts'
import type { Context } from '#http/handler.ts'
import { hashPassword, isPassword, passwordFault } from '#modules/auth/passwords.ts'
import { mailPasswordChanged } from '#modules/auth/mails.ts'
import { setPassword } from '#modules/auth/queries.ts'
import { findPasswordHash } from '#modules/users/queries.ts'

/** Ends the person's other sessions: whoever knew the old password is out. The owner is told by mail. */
export async function changePassword(ctx: Context, current: string | undefined, wanted: string): Promise<void> {
  const own = (await findPasswordHash(ctx.db, ctx.actor.id))!
  if (current === undefined) throw invalid('/currentPassword', 'Give your current password too')
  if (!(await isPassword(own.passwordHash, current))) throw invalid('/currentPassword', 'This is not your current password')
  const fault = passwordFault(wanted, own.email)
  if (fault) throw invalid('/newPassword', fault)
  await setPassword(ctx.db, ctx.actor.id, await hashPassword(wanted), ctx.actor.sessionId)
  await mailPasswordChanged(ctx.db, { id: ctx.actor.id, email: own.email }, ctx.now(), ctx.services.config.publicUrl)
}
