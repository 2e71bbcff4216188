/** The devices that a user is signed in on, and signing them out. */

import type * as contract from '@lms/contract/auth'
import { withSelf, type Handler } from '#call/handler.ts'
import { notFound } from '#call/problems.ts'
import { deleteSession, deleteSessionsOf, findUserOfSession, listSessionsOfUser } from '#modules/auth/sessions/queries.ts'
import { parseUserAgent } from '#modules/auth/sessions/user-agent.ts'
import { deleteFeed } from '#modules/calendar/queries.ts'

export const getSession: Handler<typeof contract.getSession> = withSelf(findUserOfSession, async (ctx) => {
  ctx.reach()
  return ctx.self
})

export const listSessions: Handler<typeof contract.listSessions> = async (ctx, { query }) => {
  ctx.reach()
  const found = await listSessionsOfUser(ctx.db, ctx.actor.id, ctx.now(), query)
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
