/** The caller's own notices. */

import type * as contract from '@lms/contract/notices'
import type { Handler } from '#call/handler.ts'
import { countUnread, listNoticesOf, updateNoticesToRead, markAllRead, markGroupsRead } from '#modules/notices/queries.ts'

export const listNotices: Handler<typeof contract.listNotices> = async (ctx, { query }) => {
  ctx.reach()
  const shownAt = ctx.now().toISOString()
  return { ...(await listNoticesOf(ctx.db, ctx.actor.id, query)), unread: await countUnread(ctx.db, ctx.actor.id), shownAt }
}

export const updateNotices: Handler<typeof contract.updateNotices> = async (ctx, { body }) => {
  ctx.reach()
  if (body.ids?.length) await markGroupsRead(ctx.db, ctx.actor.id, body.ids, ctx.now())
  if (body.upTo) await markAllRead(ctx.db, ctx.actor.id, { upTo: body.upTo, shownAt: body.shownAt }, ctx.now())
  if (body.about?.length)
    await updateNoticesToRead(ctx.db, ctx.actor.id, { ids: body.about, until: body.shownAt ?? ctx.now().toISOString() }, ctx.now())
  return { unread: await countUnread(ctx.db, ctx.actor.id) }
}
