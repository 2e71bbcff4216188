/** Where one is signed in, and ending it. */
import type * as contract from '@lms/contract/auth'
import type { Handler } from '#http/handler.ts'
import { notFound } from '#http/problems.ts'
import { deleteSession, deleteSessionsOf, listSessionsOf } from '#modules/auth/queries.ts'
import { parseUserAgent } from '#modules/auth/rules.ts'
import { deleteFeed } from '#modules/calendar/queries.ts'
import { findSelf } from '#modules/users/queries.ts'

export const getSession: Handler<typeof contract.getSession> = async (ctx) => {
  ctx.reach()
  return (await findSelf(ctx.db, ctx.actor.id))!
}

export const listSessions: Handler<typeof contract.listSessions> = async (ctx, { query }) => {
  ctx.reach()
  const found = await listSessionsOf(ctx.db, ctx.actor.id, ctx.now(), query)
  const items = found.items.map(({ userAgent, ...session }) => ({
    ...session,
    device: parseUserAgent(userAgent),
    current: session.id === ctx.actor.sessionId,
  }))
  return { ...found, items }
}

export const removeSession: Handler<typeof contract.removeSession> = async (ctx, { params }) => {
  ctx.reach()
  if (!(await deleteSession(ctx.db, params.id, ctx.actor.id))) notFound('session')
}

export const removeOtherSessions: Handler<typeof contract.removeOtherSessions> = async (ctx) => {
  ctx.reach()
  await deleteSessionsOf(ctx.db, ctx.actor.id, ctx.actor.sessionId)
  await deleteFeed(ctx.db, ctx.actor.id)
}

export const logout: Handler<typeof contract.logout> = async (ctx) => {
  ctx.reach()
  await deleteSession(ctx.db, ctx.actor.sessionId, ctx.actor.id)
}
