/** Signing in and out, and registration. */
import { randomBytes } from 'node:crypto'
import type * as contract from '@lms/contract/auth'
import { demoAccounts } from '#db/seed/accounts.ts'
import { hashToken } from '#http/actor.ts'
import type { Handler } from '#http/handler.ts'
import { invalid, problem } from '#http/problems.ts'
import { hashPassword, isPassword, passwordFault } from '#modules/auth/passwords.ts'
import { deleteSession, findLogin, insertAccount, insertSession, listActiveAmong } from '#modules/auth/queries.ts'
import { findUser } from '#modules/users/queries.ts'

export { later as generateOtp, later as resetPassword, later as verifyOtp } from '#http/handler.ts'

type Asking = Parameters<Handler<typeof contract.login>>[0]

export const login: Handler<typeof contract.login> = async (ctx, { body }) => {
  const known = await findLogin(ctx.db, body.email)
  if (!(await isPassword(known?.passwordHash, body.password))) throw problem('wrong-login', { detail: 'Email or password is not right.' })
  // Told only to who knows the password, so that guessing tells nothing about an address.
  if (known!.status === 'SUSPENDED') throw problem('forbidden', { detail: 'This account is suspended. Ask your administrator.' })
  return signIn(ctx, known!.id)
}

export const register: Handler<typeof contract.register> = async (ctx, { body }) => {
  if (ctx.services.config.registration === 'closed')
    throw problem('forbidden', { detail: 'Registration is closed. Ask for an invitation.' })
  const fault = passwordFault(body.password, body.email)
  if (fault) throw invalid('/password', fault)
  const passwordHash = await hashPassword(body.password)
  return ctx.transaction(async (db) => {
    const made = await insertAccount(db, { name: body.name, email: body.email, passwordHash })
    if (!made) throw problem('email-taken', { detail: 'This address has an account already. Sign in instead.' })
    return signIn({ ...ctx, db }, made.id)
  })
}

export const logout: Handler<typeof contract.logout> = async (ctx) => {
  ctx.reach()
  await deleteSession(ctx.db, ctx.actor.sessionId)
}

export const getSignInOptions: Handler<typeof contract.getSignInOptions> = async (ctx) => {
  const { registration, demo } = ctx.services.config
  const there = new Set(
    demo
      ? (
          await listActiveAmong(
            ctx.db,
            demoAccounts.map(({ email }) => email),
          )
        ).map(({ email }) => email)
      : [],
  )
  return { registration, demoAccounts: demoAccounts.filter(({ email }) => there.has(email)) }
}

/** Milliseconds; the door ends sessions earlier that are not used. */
const lifetime = 30 * 86_400_000

async function signIn(ctx: Asking, userId: string) {
  const token = randomBytes(32).toString('base64url')
  const now = ctx.now()
  const at = now.toISOString()
  const { ip, userAgent } = ctx.request
  await insertSession(ctx.db, {
    userId,
    tokenHash: hashToken(token),
    createdAt: at,
    lastUsedAt: at,
    expiresAt: new Date(now.getTime() + lifetime).toISOString(),
    ip,
    userAgent: userAgent?.slice(0, 500) ?? null,
  })
  return { token, user: (await findUser(ctx.db, userId))! }
}
