/** Calendars: one session as a file, and a user's own feed. */

import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type * as contract from '@lms/contract/calendar'
import type { CalendarAddress } from '@lms/contract/calendar'
import { isOpen } from '#access/conditions.ts'
import { Download, type Handler } from '#call/handler.ts'
import { rateLimitKey, getNetwork } from '#call/limits.ts'
import { notFound } from '#call/problems.ts'
import { dueEvent, sessionEvent, calendarText } from '#modules/calendar/ical.ts'
import {
  findFeed,
  findReader,
  findSession,
  listDueDatesOf,
  listOwnSessions,
  listSessionsOf,
  replaceFeed,
  updateFeedReadAt,
} from '#modules/calendar/queries.ts'

export const getCalendarAddress: Handler<typeof contract.getCalendarAddress> = async (ctx) => {
  ctx.reach()
  const feed = await findFeed(ctx.db, ctx.actor.id)
  return { address: feed ? toCalendarAddress(ctx.services.config.publicUrl, feed) : null }
}

export const resetCalendarAddress: Handler<typeof contract.resetCalendarAddress> = async (ctx) => {
  ctx.reach()
  const feed = await replaceFeed(ctx.db, ctx.actor.id, randomBytes(32).toString('base64url'), ctx.now())
  return { address: toCalendarAddress(ctx.services.config.publicUrl, feed) }
}

export const listMySessions: Handler<typeof contract.listMySessions> = (ctx, { query }) => {
  ctx.reach()
  return listOwnSessions(ctx.db, ctx.actor, query, ctx.now())
}

/** Calendar services fetch many feeds from few addresses, so only misses count per address. */
export const getCalendarFeed: Handler<typeof contract.getCalendarFeed> = async (ctx, { params }) => {
  const token = params.file.slice(0, -'.ics'.length)
  const misses = [rateLimitKey('calendar-unknown-feed', getNetwork(ctx.request.ip))]
  await ctx.limits.check(misses)
  const reader = await findReader(ctx.db, token)
  if (!reader) {
    await ctx.limits.take(misses)
    return notFound('calendar')
  }
  await ctx.limits.take([rateLimitKey('calendar-feed', token)])
  const now = ctx.now()
  const [sessions, dueDates] = await Promise.all([listSessionsOf(ctx.db, reader, now), listDueDatesOf(ctx.db, reader, now)])
  await updateFeedReadAt(ctx.db, reader.id, now)
  const { publicUrl } = ctx.services.config
  const events = [...sessions.map((session) => sessionEvent(publicUrl, session)), ...dueDates.map((due) => dueEvent(publicUrl, due))]
  return toDownload(calendarText(events, now, 'LMS'), 'lms.ics')
}

export const getSessionEvent: Handler<typeof contract.getSessionEvent> = async (ctx, { params }) => {
  const session = (await findSession(ctx.db, params.courseId, params.id)) ?? notFound('session')
  if (!session.startsAt || (!ctx.course.isStaff && !isOpen(session.week, ctx.now()))) notFound('session')
  return toDownload(calendarText([sessionEvent(ctx.services.config.publicUrl, session)], ctx.now()), `${session.title}.ics`)
}

const toDownload = (content: string, name: string) => new Download('text/calendar; charset=utf-8', name, Readable.from([content]))

const toCalendarAddress = (publicUrl: string, feed: { token: string; createdAt: string; lastReadAt: string | null }): CalendarAddress => ({
  url: `${publicUrl}/api/calendar/${feed.token}.ics`,
  createdAt: feed.createdAt,
  lastReadAt: feed.lastReadAt,
})
