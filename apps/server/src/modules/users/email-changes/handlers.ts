/** Changing an email address: asked for by its owner or an admin, confirmed by the new address, stopped by the old one. */

import { mayGrant, type Role } from '@lms/contract/policy'
import type * as contract from '@lms/contract/users'
import { hashToken } from '#access/sessions.ts'
import type { BaseContext, Context, Handler } from '#call/handler.ts'
import { rateLimitKey } from '#call/limits.ts'
import { invalid, notFound, problem } from '#call/problems.ts'
import type { Db } from '#db/client.ts'
import { sendAddressChange, sendAddressConfirmation } from '#modules/auth/mails.ts'
import { deleteTokensOf, endAccess, useToken } from '#modules/auth/queries.ts'
import { newToken } from '#modules/auth/sign-in.ts'
import {
  deletePending,
  deleteTokensSince,
  extendStops,
  findEmailChange,
  findLink,
  insertLinks,
  isTaken,
  lockAccount,
  updateEmail,
  type Account,
} from '#modules/users/email-changes/queries.ts'
import { inviteAll } from '#modules/users/invitations.ts'
import { findUser } from '#modules/users/queries.ts'

const dayMs = 86_400_000
/** Milliseconds that the link to a new address works. */
const confirmLifetimeMs = dayMs
/** Milliseconds after a change in which the old address can stop it. */
const stopLifetimeMs = 7 * dayMs

const taken = () => problem('email-taken', { detail: 'This address has an account already.' })

export const getEmailChange: Handler<typeof contract.getEmailChange> = async (ctx, { params }) => {
  assertReached(ctx, params.id)
  const { role, ...change } = (await findEmailChange(ctx.db, params.id, ctx.now())) ?? notFound('person')
  assertChangeable(ctx, { id: params.id, role })
  return change
}

export const changeEmail: Handler<typeof contract.changeEmail> = async (ctx, { params, body: { email, version, pending } }) => {
  assertReached(ctx, params.id)
  await ctx.limits.take([rateLimitKey('email-change', params.id), rateLimitKey('email-change', email)])
  return ctx.transaction(async (db) => {
    const user = (await lockAccount(db, params.id)) ?? notFound('person')
    assertChangeable(ctx, user)
    if (email !== user.email) {
      if (version !== undefined && version !== user.version) {
        const current = await findUser(db, user.id)
        throw problem('version-conflict', { detail: `${user.name} was changed by someone else. Nothing was saved.`, current })
      }
      if (await isTaken(db, email)) throw taken()
      if (pending !== undefined) await assertPending({ ...ctx, db }, user, [pending, email])
      await (user.hasPassword ? emailBothLinks({ ...ctx, db }, user, email) : replaceNow({ ...ctx, db }, user, email))
    }
    const { role: _, ...change } = (await findEmailChange(db, user.id, ctx.now()))!
    return change
  })
}

export const cancelEmailChange: Handler<typeof contract.cancelEmailChange> = async (ctx, { params }) => {
  assertReached(ctx, params.id)
  const user = (await lockAccount(ctx.db, params.id)) ?? notFound('person')
  assertChangeable(ctx, user)
  await deletePending(ctx.db, user.id)
}

export const confirmEmailChange: Handler<typeof contract.confirmEmailChange> = async (ctx, { body }) => {
  const { link, user } = await redeemLink(ctx, 'CONFIRM_EMAIL', body.token)
  await extendStops(ctx.db, user.id, user.email, new Date(ctx.now().getTime() + stopLifetimeMs))
  if (!(await updateEmail(ctx.db, user, link.address, { actorId: link.createdBy ?? user.id, now: ctx.now() }))) throw taken()
  return { email: link.address }
}

/** Somebody else may have asked for the change, and chosen a password by a code to the new address: if it is reverted, neither lasts. */
export const stopEmailChange: Handler<typeof contract.stopEmailChange> = async (ctx, { body }) => {
  const { link, user } = await redeemLink(ctx, 'STOP_EMAIL', body.token)
  await deleteTokensSince(ctx.db, user.id, link.createdAt)
  if (user.email === link.address) return { email: user.email, isReverted: false }
  if (!(await updateEmail(ctx.db, user, link.address, { actorId: user.id, now: ctx.now() }))) throw taken()
  await endAccess(ctx.db, user.id)
  return { email: link.address, isReverted: true }
}

/** The link of a token, which is used up, and its account, locked. */
async function redeemLink(ctx: BaseContext, kind: 'CONFIRM_EMAIL' | 'STOP_EMAIL', token: string) {
  const link = await findLink(ctx.db, kind, hashToken(token), ctx.now())
  const user = link && (await lockAccount(ctx.db, link.userId))
  // Used, replaced or deleted while the account was locked by someone else.
  if (!user || !(await useToken(ctx.db, link.id, ctx.now())))
    throw invalid('/token', 'This link has expired, or was already used or replaced.')
  return { link, user }
}

/** Everyone but admins may only change their own address. */
function assertReached(ctx: Pick<Context, 'reach' | 'actor'>, id: string): void {
  if (ctx.reach() !== 'all' && ctx.actor.id !== id) notFound('person')
}

function assertChangeable({ actor }: Pick<Context, 'actor'>, user: { id: string; role: Role }): void {
  if (actor.id !== user.id && !mayGrant(actor.role, user.role))
    throw problem('forbidden', { detail: 'Only a super admin may change an admin.' })
}

/** Fails if somebody else has asked for another address since the caller looked. */
async function assertPending({ db, now }: Pick<Context, 'db' | 'now'>, user: Account, known: readonly (string | null)[]): Promise<void> {
  const waiting = (await findEmailChange(db, user.id, now()))?.pending?.email ?? null
  if (waiting === null || known.includes(waiting)) return
  const detail = `Someone else has just asked to change the address of ${user.name} to ${waiting}. Nothing was saved.`
  throw problem('conflict', { detail })
}

type Asking = Pick<Context, 'actor' | 'now' | 'services'> & { db: Db }

async function emailBothLinks({ db, actor, now, services }: Asking, user: Account, email: string): Promise<void> {
  if (services.mailer.delivery === 'NONE')
    throw problem('conflict', { detail: 'Email is not set up on this server, so a new address cannot be confirmed. Nothing was changed.' })
  const [confirm, stop] = [newToken(), newToken()]
  const link = (token: string, address: string, lifetimeMs: number) => ({
    userId: user.id,
    createdBy: actor.id,
    tokenHash: hashToken(token),
    address,
    expiresAt: new Date(now().getTime() + lifetimeMs),
  })
  const links = {
    confirm: link(confirm, email, confirmLifetimeMs),
    stop: link(stop, user.email, confirmLifetimeMs + stopLifetimeMs),
  }
  await insertLinks(db, links, now())
  const { publicUrl } = services.config
  await sendAddressChange(db, { id: user.id, email: user.email, newEmail: email, token: stop }, now(), publicUrl)
  await sendAddressConfirmation(db, { id: user.id, email, token: confirm }, now(), publicUrl)
}

/** A user who never signed in has confirmed no address: the new one replaces it, and gets the invitation. Earlier links no longer work. */
async function replaceNow({ db, actor, now, services }: Asking, user: Account, email: string): Promise<void> {
  await deleteTokensOf(db, user.id)
  if (!(await updateEmail(db, user, email, { actorId: actor.id, now: now() }))) throw taken()
  const sender = { senderId: actor.id, now: now(), publicUrl: services.config.publicUrl }
  if (user.status === 'INVITED' && user.isInvitedByEmail) await inviteAll(db, [{ ...user, email }], sender)
}
