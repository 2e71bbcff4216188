/** Making a session. */
import { randomBytes } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { hashToken } from '#http/actor.ts'
import { claim, type Claim, type Limits } from '#http/limits.ts'
import { isPassword } from '#modules/auth/passwords.ts'
import { insertSession } from '#modules/auth/queries.ts'
import { findSelf } from '#modules/users/queries.ts'

/** Milliseconds; the door ends sessions earlier that are not used. */
const lifetime = 30 * 86_400_000

interface Asking {
  db: Db
  now: () => Date
  request: { ip: string; userAgent: string | undefined }
}

interface Guess {
  email: string
  /** The hash of the right one, if there is any. */
  kept: string | null | undefined
  password: string
  /** Where it comes from, if failures count there too. */
  address?: Claim
}

/**
 * Whether a guess is right. The account's wrong ones are counted, wherever they are made: before the password is looked at, so
 * that parallel guesses cannot slip through, and given back where it is right. The address counts afterwards, for a class may
 * sign in behind one at the same moment; once it has failed too often, a right guess is refused like a wrong one, however many
 * are looked at together. Never within a transaction: counting takes a connection of its own.
 */
export async function isRightGuess(limits: Limits, { email, kept, password, address }: Guess): Promise<boolean> {
  const account = claim('sign-in.account', email)
  await limits.take([account])
  const isRight = await isPassword(kept, password).catch(async (error: unknown) => {
    await limits.giveBack([account])
    throw error
  })
  // Before the account gets its try back: who is refused here must not find out elsewhere that it was.
  if (address) await limits.settle([address], !isRight)
  if (isRight) await limits.giveBack([account])
  return isRight
}

/** 256 random bits: for sessions, resets and invitations. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export async function signIn({ db, now, request: { ip, userAgent } }: Asking, userId: string) {
  const token = newToken()
  const at = now()
  await insertSession(db, {
    userId,
    tokenHash: hashToken(token),
    createdAt: at.toISOString(),
    lastUsedAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + lifetime).toISOString(),
    ip,
    userAgent: userAgent?.slice(0, 500) ?? null,
  })
  return { token, user: (await findSelf(db, userId))! }
}
