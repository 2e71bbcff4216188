/** Changing one's own password. */
import { invalid } from '#http/problems.ts'
import type { Context } from '#http/handler.ts'
import { hashPassword, isPassword, passwordFault } from '#modules/auth/passwords.ts'
import { deleteSessionsOf } from '#modules/auth/queries.ts'
import { findPasswordHash, updateUserRow } from '#modules/users/queries.ts'

/** Ends the person's other sessions: whoever knew the old password is out. */
export async function changePassword(ctx: Context, current: string | undefined, wanted: string): Promise<void> {
  const own = (await findPasswordHash(ctx.db, ctx.actor.id))!
  if (current === undefined) throw invalid('/currentPassword', 'Give your current password too')
  if (!(await isPassword(own.passwordHash, current))) throw invalid('/currentPassword', 'This is not your current password')
  const fault = passwordFault(wanted, own.email)
  if (fault) throw invalid('/newPassword', fault)
  await updateUserRow(ctx.db, ctx.actor.id, { passwordHash: await hashPassword(wanted) })
  await deleteSessionsOf(ctx.db, ctx.actor.id, ctx.actor.sessionId)
}
