/** Making a session. */
import { randomBytes } from 'node:crypto'
import { hashToken } from '#http/authenticate.ts'
import type { Asking } from '#http/handler.ts'
import type { RateLimitKey, Limits } from '#http/limits.ts'
import { isPassword } from '#modules/auth/passwords.ts'
import { insertSession } from '#modules/auth/queries.ts'
import { rememberSources } from '#modules/auth/sources.ts'
import { findSelf } from '#modules/users/queries.ts'

/** Milliseconds; the door ends sessions earlier that are not used. */
const lifetime = 30 * 86_400_000

interface Guess {
  /** The hash of the right one, if there is any. */
  kept: string | null | undefined
  password: string
  claims: RateLimitKey[]
}

/**
 * Whether a guess is right. Wrong ones count after they were looked at: whoever knows the password may sign in at many places at
 * the same moment, and so may a class behind one address. Once any claim has failed too often, a right guess is refused like a
 * wrong one, however many are looked at together (decision 0008). Never within a transaction: counting takes a connection of its own.
 */
export async function verifyPassword(limits: Limits, { kept, password, claims }: Guess): Promise<boolean> {
  await limits.peek(claims)
  const isRight = await isPassword(kept, password)
  await limits.settle(claims, !isRight)
  return isRight
}

/** Whoever has shown by a mail who they are is not kept out by the guesses of others; those of the network stay counted. */
export const clearFailedAttempts = (limits: Limits, email: string): Promise<void> =>
  limits.forget(['sign-in.source', 'sign-in.strangers'], email)

/** 256 random bits: for sessions, resets and invitations. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export async function signIn(ctx: Asking, userId: string) {
  const { db, now, request } = ctx
  const token = newToken()
  const at = now()
  await insertSession(db, {
    userId,
    tokenHash: hashToken(token),
    createdAt: at.toISOString(),
    lastUsedAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + lifetime).toISOString(),
    ip: request.ip,
    userAgent: request.userAgent?.slice(0, 500) ?? null,
  })
  await rememberSources(ctx, userId)
  return { token, user: (await findSelf(db, userId))! }
}
