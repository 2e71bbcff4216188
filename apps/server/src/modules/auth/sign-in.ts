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

const accountOf = (email: string): Claim => claim('sign-in.account', email)

/**
 * Whether a guess is right. Wrong ones count, for the account and for the address if there is one: after they were looked at,
 * for whoever knows the password may sign in at many places at the same moment, and so may a class behind one address. Once
 * either has failed too often, a right guess is refused like a wrong one, however many are looked at together (decision 73).
 * Never within a transaction: counting takes a connection of its own.
 */
export async function isRightGuess(limits: Limits, { email, kept, password, address }: Guess): Promise<boolean> {
  const claims = [accountOf(email), ...(address ? [address] : [])]
  await limits.peek(claims)
  const isRight = await isPassword(kept, password)
  await limits.settle(claims, !isRight)
  return isRight
}

/** Whoever has shown by a mail who they are is not kept out by the guesses of others; the address of those stays counted. */
export const forgetGuesses = (limits: Limits, email: string): Promise<void> => limits.forget([accountOf(email)])

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
