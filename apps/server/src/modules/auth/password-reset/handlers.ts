/** Password reset: a code by email, the code for a temporary token, the token for a new password. */

import { setTimeout as sleep } from 'node:timers/promises'
import type * as contract from '@lms/contract/auth'
import { validatePassword } from '@lms/contract/common-passwords'
import { hashToken, resetEnded } from '#access/sessions.ts'
import type { Handler } from '#call/handler.ts'
import { rateLimitKey } from '#call/limits.ts'
import { invalid, problem } from '#call/problems.ts'
import { sendPasswordChanged } from '#modules/auth/mails.ts'
import { addSeconds, CODE_LIFETIME_SECONDS, type CodeRequest, sendCodeJob } from '#modules/auth/password-reset/jobs.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { lockLogin, replaceTokens, setPassword, tryCode, useToken } from '#modules/auth/queries.ts'
import { clearFailedAttempts, newToken, getRateLimitKeys, rememberNetwork, findSource } from '#modules/auth/sign-in.ts'
import { priorities } from '#modules/mail/outbox.ts'
import { insertEdits } from '#modules/users/changes/queries.ts'
import { addJob } from '#services/jobs.ts'

const TOKEN_LIFETIME_SECONDS = 900

/**
 * Only the job checks whether the email has an account: the call does the same, in the same time, for every email. Codes are
 * generated in the order of the mails, so that the code that arrives last is the valid one.
 */
export const generateOtp: Handler<typeof contract.generateOtp> = async (ctx, { body }) => {
  const source = await findSource(ctx, body.email)
  await ctx.limits.take(getRateLimitKeys('otp-request', body.email, source))
  const request: CodeRequest = { email: body.email, source: source.id }
  await addJob(ctx.db, sendCodeJob, request, { priority: priorities.CODE })
  return { expiresInSeconds: CODE_LIFETIME_SECONDS }
}

const wrongCode = 'This code is wrong or has expired. Ask for a new one.'

/** Milliseconds: longer than any outcome takes, so that the time does not reveal the outcome. */
const minAnswerMs = 60

export const verifyOtp: Handler<typeof contract.verifyOtp> = async (ctx, { body }) => {
  const source = await findSource(ctx, body.email)
  // A stranger's wrong codes count for the network. Counted before the check, since a right code is used up by it.
  const counted = source.isKnown ? [] : await ctx.limits.take([rateLimitKey('sign-in-per-network', source.network)])
  const token = newToken()
  const expiresAt = addSeconds(ctx.now(), TOKEN_LIFETIME_SECONDS)
  const looking = ctx.transaction(async (db) => {
    const tried = await tryCode(
      db,
      { email: body.email, source: source.id, code: body.otp.replace(/\s/g, '') },
      ctx.now(),
      addSeconds(ctx.now(), CODE_LIFETIME_SECONDS),
    )
    if (tried.userId)
      await replaceTokens(db, 'RESET', [{ userId: tried.userId, tokenHash: hashToken(token) }], { now: ctx.now(), expiresAt })
    return tried
  })
  const [outcome] = await Promise.allSettled([looking, sleep(minAnswerMs)])
  const isWrong = outcome.status === 'fulfilled' && !outcome.value.userId
  if (!isWrong && counted.length > 0) await ctx.limits.refund(counted)
  const { userId, triesLeft } = await looking
  if (!userId) throw problem('validation-failed', { detail: wrongCode, errors: [{ pointer: '/otp', detail: wrongCode }], triesLeft })
  return { token, expiresAt: expiresAt.toISOString() }
}

export const resetPassword: Handler<typeof contract.resetPassword> = async (ctx, { body }) => {
  const { id, userId, email } = ctx.reset
  if (body.email !== email) resetEnded()
  const error = validatePassword(body.password, email)
  if (error) throw invalid('/password', error)
  const passwordHash = await hashPassword(body.password)
  ctx.afterCommit(() => clearFailedAttempts(ctx.limits, email))
  await ctx.transaction(async (db) => {
    // Suspended or deleted in the meantime: the old password stays.
    const now = await lockLogin(db, userId)
    if (!now || now.status === 'SUSPENDED' || !(await useToken(db, id, ctx.now()))) resetEnded()
    // An invited user can also set a password with a code.
    await insertEdits(db, userId, { status: 'ACTIVE' }, { actorId: userId, now: ctx.now() })
    await setPassword(db, userId, passwordHash)
    await rememberNetwork(db, userId, ctx.request.ip, ctx.now())
    await sendPasswordChanged(db, { id: userId, email }, ctx.now(), ctx.services.config.publicUrl)
  })
}
