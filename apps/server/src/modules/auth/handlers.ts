/** Sign-in, registration, and accepting an invitation. */

import type * as contract from '@lms/contract/auth'
import { validatePassword } from '@lms/contract/common-passwords'
import { hashToken } from '#access/sessions.ts'
import type { Handler } from '#call/handler.ts'
import { rateLimitKey, getNetwork } from '#call/limits.ts'
import { invalid, problem } from '#call/problems.ts'
import { listDemoAccounts } from '#db/seed/people.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { findInvitation, findLogin, insertAccount, lockLogin, setPassword, useToken } from '#modules/auth/queries.ts'
import { clearFailedAttempts, verifyPassword, signIn, getRateLimitKeys, findSource } from '#modules/auth/sign-in.ts'
import { findCourseOfLink } from '#modules/join-links/queries.ts'
import { findSchoolName, hasAdministrator } from '#modules/school/queries.ts'
import { insertEdits } from '#modules/users/changes/queries.ts'
import { isKept } from '#modules/users/email-changes/queries.ts'

export { setUp } from '#modules/auth/setup.ts'

const invalidCredentials = () => problem('invalid-credentials', { detail: 'Email or password is not right.' })

export const login: Handler<typeof contract.login> = async (ctx, { body }) => {
  const claims = getRateLimitKeys('sign-in', body.email, await findSource(ctx, body.email))
  const known = await findLogin(ctx.db, body.email)
  if (!(await verifyPassword(ctx.limits, { passwordHash: known?.passwordHash, password: body.password, claims })))
    throw invalidCredentials()
  return ctx.transaction(async (db) => {
    const now = await lockLogin(db, known!.id)
    // The password was changed during the check: the session must not outlive those that the change has ended.
    if (now?.passwordHash !== known!.passwordHash) throw invalidCredentials()
    // Only reported to a caller who knows the password, so that guessing reveals nothing about an email.
    if (now.status === 'SUSPENDED') throw problem('forbidden', { detail: 'This account is suspended. Ask your administrator.' })
    return signIn({ ...ctx, db }, known!.id)
  })
}

export const register: Handler<typeof contract.register> = async (ctx, { body }) => {
  if (ctx.services.config.registration === 'closed')
    throw problem('forbidden', { detail: 'Registration is closed. Ask for an invitation.' })
  if (!(await hasAdministrator(ctx.db))) throw problem('forbidden', { detail: 'Registration is not open until set-up is complete.' })
  const isJoining = body.joinToken !== undefined && (await findCourseOfLink(ctx.db, body.joinToken)) !== undefined
  await ctx.limits.take([rateLimitKey(isJoining ? 'register-to-join' : 'register', getNetwork(ctx.request.ip))])
  const error = validatePassword(body.password, body.email)
  if (error) throw invalid('/password', error)
  const passwordHash = await hashPassword(body.password)
  return ctx.transaction(async (db) => {
    // The change of an address can be reverted: it stays free.
    const made = (await isKept(db, body.email, ctx.now()))
      ? undefined
      : await insertAccount(db, { name: body.name, email: body.email, passwordHash })
    if (!made) throw problem('email-taken', { detail: 'This address has an account already. Sign in instead.' })
    return signIn({ ...ctx, db }, made.id)
  })
}

export const acceptInvitation: Handler<typeof contract.acceptInvitation> = async (ctx, { body }) => {
  const ended = { pointer: '/token', detail: 'This invitation was used or has expired. Ask for a new one.' }
  const invitation = await findInvitation(ctx.db, hashToken(body.token), ctx.now())
  const error = validatePassword(body.password, invitation?.email ?? '')
  const errors = [...(invitation ? [] : [ended]), ...(error ? [{ pointer: '/password', detail: error }] : [])]
  if (!invitation || error) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  const passwordHash = await hashPassword(body.password)
  ctx.afterCommit(() => clearFailedAttempts(ctx.limits, invitation.email))
  return ctx.transaction(async (db) => {
    // Suspended or deleted in the meantime: no session may exist that works once they are reactivated.
    const now = await lockLogin(db, invitation.userId)
    if (now?.status !== 'INVITED' || !(await useToken(db, invitation.id, ctx.now()))) throw invalid(ended.pointer, ended.detail)
    await insertEdits(db, invitation.userId, { status: 'ACTIVE' }, { actorId: invitation.userId, now: ctx.now() })
    await setPassword(db, invitation.userId, passwordHash)
    return signIn({ ...ctx, db }, invitation.userId)
  })
}

export const getSignInOptions: Handler<typeof contract.getSignInOptions> = async (ctx) => {
  const { registration, demo, hasLocalLinks } = ctx.services.config
  const [isSetUp, schoolName, accounts] = await Promise.all([
    hasAdministrator(ctx.db),
    findSchoolName(ctx.db),
    demo && ctx.request.isLocal ? listDemoAccounts(ctx.db) : [],
  ])
  const sendsEmail = ctx.services.mailer.delivery !== 'NONE'
  return {
    needsSetup: !isSetUp,
    schoolName,
    registration: isSetUp ? registration : 'closed',
    sendsEmail,
    hasLocalLinks,
    demoAccounts: accounts,
  }
}
