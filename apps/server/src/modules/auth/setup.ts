/** The first administrator: from the environment, or from the set-up page with the code printed by the server. */

import { randomInt } from 'node:crypto'
import type * as contract from '@lms/contract/auth'
import { validatePassword } from '@lms/contract/common-passwords'
import { formatSetupCode, setupCodeAlphabet, setupCodeLength } from '@lms/contract/rules/setup-code'
import { hashToken } from '#access/sessions.ts'
import type { Handler } from '#call/handler.ts'
import { rateLimitKey, getNetwork } from '#call/limits.ts'
import { problem } from '#call/problems.ts'
import type { Database, Db } from '#db/client.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { deleteTokensOf } from '#modules/auth/queries.ts'
import { signIn } from '#modules/auth/sign-in.ts'
import { hasAdministrator, insertAdministrator, isSetupCode, lockSetup, setSchoolName, setSetupCode } from '#modules/school/queries.ts'

const isDone = () => problem('closed', { detail: 'Set-up is done. Sign in.' })
const wrongCode = { pointer: '/code', detail: 'This code is wrong. Check the latest line in the server’s log.' }

export const setUp: Handler<typeof contract.setUp> = async (ctx, { body }) => {
  // Limited by network only: a code has 40 bits, and strangers who guess must not lock out the person at the server.
  const guesses = [rateLimitKey('setup-code', getNetwork(ctx.request.ip))]
  await ctx.limits.check(guesses)
  if (await hasAdministrator(ctx.db)) throw isDone()
  const codeHash = hashToken(formatSetupCode(body.code))
  const isRight = await isSetupCode(ctx.db, codeHash)
  await ctx.limits.record(guesses, !isRight)
  const error = validatePassword(body.password, body.email)
  const errors = [...(error ? [{ pointer: '/password', detail: error }] : []), ...(isRight ? [] : [wrongCode])]
  if (errors[0]) throw problem('validation-failed', { detail: errors[0].detail, errors })
  const passwordHash = await hashPassword(body.password)
  return ctx.transaction(async (db) => {
    await lockSetup(db)
    if (await hasAdministrator(db)) throw isDone()
    // A restart may have replaced it in the meantime.
    if (!(await isSetupCode(db, codeHash))) throw problem('validation-failed', { detail: wrongCode.detail, errors: [wrongCode] })
    await setSchoolName(db, body.schoolName)
    const id = await createAdministrator(db, { name: body.name, email: body.email, passwordHash })
    return signIn({ ...ctx, db }, id)
  })
}

/** Creates the first super admin if there is none; true if it did. */
export async function ensureAdmin(
  { db, transaction }: Pick<Database, 'db' | 'transaction'>,
  admin: { email: string; password: string },
): Promise<boolean> {
  if (await hasAdministrator(db)) return false
  const email = admin.email.trim().toLowerCase().normalize('NFC')
  const passwordHash = await hashPassword(admin.password)
  return transaction(async (tx) => {
    await lockSetup(tx)
    if (await hasAdministrator(tx)) return false
    await createAdministrator(tx, { email, passwordHash })
    return true
  })
}

/** Invalidates all codes. */
async function createAdministrator(db: Db, account: Parameters<typeof insertAdministrator>[1]): Promise<string> {
  const id = await insertAdministrator(db, account)
  await deleteTokensOf(db, id)
  await setSetupCode(db, null)
  return id
}

/** A new code to be printed, replacing the last one; only its hash is stored. Undefined if there is an administrator. */
export function renewSetupCode({ transaction }: Pick<Database, 'transaction'>): Promise<string | undefined> {
  return transaction(async (tx) => {
    await lockSetup(tx)
    if (await hasAdministrator(tx)) return undefined
    const characters = Array.from({ length: setupCodeLength }, () => setupCodeAlphabet[randomInt(setupCodeAlphabet.length)])
    const code = formatSetupCode(characters.join(''))
    await setSetupCode(tx, hashToken(code))
    return code
  })
}
