/** A forgotten password: a code by mail, the code for a temporary token, the token for a new password. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as contract from '@lms/contract/auth'
import { hashToken, resetEnded } from '#http/actor.ts'
import type { Handler } from '#http/handler.ts'
import { claim, networkOf, type Claim } from '#http/limits.ts'
import type { Ground } from '#http/mount.ts'
import { invalid, problem } from '#http/problems.ts'
import { mailCode, mailPasswordChanged } from '#modules/auth/mails.ts'
import { hashPassword, passwordFault } from '#modules/auth/passwords.ts'
import { findResettable, lockLogin, replaceCode, replaceTokens, setPassword, useCode, useToken } from '#modules/auth/queries.ts'
import { forgetGuesses, newToken } from '#modules/auth/sign-in.ts'
import { priorities } from '#modules/mail/outbox.ts'
import { insertEdits } from '#modules/users/changes/queries.ts'
import { addJob } from '#services/jobs.ts'

export const sendCodeJob = 'auth.send-code'

/** Seconds. */
const [codeLifetime, tokenLifetime] = [600, 900]
const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/**
 * Only the job looks whether anybody has the address: the call does the same, in the same time, for every address. Codes are
 * made in turn with the mails, so that the code that arrives last is the one that counts.
 */
export const generateOtp: Handler<typeof contract.generateOtp> = async (ctx, { body }) => {
  await ctx.limits.take([claim('code.email', body.email), claim('code.address', networkOf(ctx.request.ip))])
  await ctx.limits.forget([triesOf(body.email)])
  await addJob(ctx.db, sendCodeJob, { email: body.email }, { priority: priorities.CODE })
  return { expiresInSeconds: codeLifetime }
}

export async function sendCode({ database, now, services }: Ground, email: string): Promise<void> {
  const person = await findResettable(database.db, email)
  if (!person) return
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const salt = randomBytes(16).toString('base64url')
  const codeHash = createHash('sha256').update(`${salt}${code}`).digest('hex')
  await database.transaction(async (db) => {
    await replaceCode(db, {
      userId: person.id,
      salt,
      codeHash,
      createdAt: now().toISOString(),
      expiresAt: after(now(), codeLifetime).toISOString(),
    })
    await mailCode(db, person, code, now(), services.config.publicUrl)
  })
}

/** Counted for the address that was asked for, whether anybody has it or not: what is left of them tells nothing else (decision 99). */
const triesOf = (email: string): Claim => claim('code.tries', email)

const wrongCode = 'This code is wrong or has ended. Ask for a new one.'

/** Milliseconds: longer than any outcome takes, so that the time tells none from another. */
const steady = 60

export const verifyOtp: Handler<typeof contract.verifyOtp> = async (ctx, { body }) => {
  // Wrong codes count as failed sign-ins of the address that they come from: before they are looked at, since a right one is used up.
  const address = claim('sign-in.address', networkOf(ctx.request.ip))
  const counted = await ctx.limits.take([address])
  const triesLeft = await ctx.limits.left(triesOf(body.email))
  const token = newToken()
  const expiresAt = after(ctx.now(), tokenLifetime)
  const isRight = ctx.transaction(async (db) => {
    const used = await useCode(db, body.email, body.otp.replace(/\s/g, ''), ctx.now())
    if (used) await replaceTokens(db, 'RESET', [{ userId: used.userId, tokenHash: hashToken(token) }], { now: ctx.now(), expiresAt })
    return used !== undefined
  })
  await Promise.allSettled([isRight, sleep(steady)])
  const isCounted = (await isRight.catch(() => undefined)) === false
  if (!isCounted) await ctx.limits.giveBack(counted)
  if (!(await isRight)) throw problem('invalid', { detail: wrongCode, errors: [{ pointer: '/otp', detail: wrongCode }], triesLeft })
  return { token, expiresAt: expiresAt.toISOString() }
}

export const resetPassword: Handler<typeof contract.resetPassword> = async (ctx, { body }) => {
  const { id, userId, email } = ctx.reset
  if (body.email !== email) resetEnded()
  const fault = passwordFault(body.password, email)
  if (fault) throw invalid('/password', fault)
  const passwordHash = await hashPassword(body.password)
  ctx.afterCommit(() => forgetGuesses(ctx.limits, email))
  await ctx.transaction(async (db) => {
    // Suspended or deleted meanwhile: then the old password stays.
    const now = await lockLogin(db, userId)
    if (!now || now.status === 'SUSPENDED' || !(await useToken(db, id, ctx.now()))) resetEnded()
    // Whoever was invited comes in by a code as well.
    await insertEdits(db, userId, { status: 'ACTIVE' }, { actorId: userId, now: ctx.now() })
    await setPassword(db, userId, passwordHash)
    await mailPasswordChanged(db, { id: userId, email }, ctx.now(), ctx.services.config.publicUrl)
  })
}
