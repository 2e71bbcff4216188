/** Changing one's own password. */

import { validatePassword } from '@lms/contract/common-passwords'
import type { FieldError } from '@lms/contract/problems'
import type { Context } from '#call/handler.ts'
import { rateLimitKey } from '#call/limits.ts'
import { invalid } from '#call/problems.ts'
import type { Db } from '#db/client.ts'
import { sendPasswordChanged } from '#modules/auth/mails.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { lockLogin, setPassword } from '#modules/auth/queries.ts'
import { verifyPassword } from '#modules/auth/sign-in.ts'
import { findPasswordHash } from '#modules/users/queries.ts'

interface Wanted {
  currentPassword?: string | undefined
  newPassword?: string | undefined
}
interface Change {
  errors: FieldError[]
  /** Hashes, which takes a while, and returns a function that saves within a transaction. */
  prepare: () => Promise<((db: Db) => Promise<void>) | undefined>
}

const wrongPassword = { pointer: '/currentPassword', detail: 'This is not your current password' }

/**
 * Validates the request. Wrong guesses of the current password count as failed sign-ins, so that a session left open
 * cannot be used to find it.
 */
export async function changePassword(ctx: Context, { currentPassword: current, newPassword: wanted }: Wanted): Promise<Change> {
  if (current === undefined && wanted === undefined) return { errors: [], prepare: async () => undefined }
  if (wanted === undefined)
    return { errors: [{ pointer: '/newPassword', detail: 'Enter a new password too' }], prepare: async () => undefined }
  const own = (await findPasswordHash(ctx.db, ctx.actor.id))!
  const currentError = await getCurrentPasswordError(ctx, own, current)
  const newError = wanted === current ? 'Choose a password other than your current one' : validatePassword(wanted, own.email)
  return {
    errors: [...(currentError ? [currentError] : []), ...(newError ? [{ pointer: '/newPassword', detail: newError }] : [])],
    prepare: async () => {
      const passwordHash = await hashPassword(wanted)
      return (db) => savePassword(ctx, db, own, passwordHash)
    },
  }
}

type Own = { email: string; passwordHash: string | null }

async function getCurrentPasswordError(ctx: Context, own: Own, current: string | undefined): Promise<FieldError | undefined> {
  if (current === undefined) return { pointer: '/currentPassword', detail: 'Enter your current password too' }
  // A session is a source of its own: its guesses do not block sign-ins, and guesses of strangers do not affect it.
  const claims = [rateLimitKey('sign-in-per-source', own.email, `session:${ctx.actor.sessionId}`)]
  return (await verifyPassword(ctx.limits, { passwordHash: own.passwordHash, password: current, claims })) ? undefined : wrongPassword
}

/** Ends the user's other sessions, so that anyone who knew the old password is signed out. The owner gets an email. */
async function savePassword(ctx: Context, db: Db, own: Own, passwordHash: string): Promise<void> {
  // Another call may have changed it during hashing.
  if ((await lockLogin(db, ctx.actor.id))?.passwordHash !== own.passwordHash) throw invalid(wrongPassword.pointer, wrongPassword.detail)
  await setPassword(db, ctx.actor.id, passwordHash, ctx.actor.sessionId)
  await sendPasswordChanged(db, { id: ctx.actor.id, email: own.email }, ctx.now(), ctx.services.config.publicUrl)
}
