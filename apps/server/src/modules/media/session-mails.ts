/** Mails to the members of a course whose live session was moved or cancelled, each with a file that puts their calendar right. */
import { isOpen } from '#access/week.ts'
import type { Context } from '#http/handler.ts'
import { sessionEvent } from '#modules/calendar/events.ts'
import { calendarText } from '#modules/calendar/ical.ts'
import { findSession } from '#modules/calendar/queries.ts'
import { layout } from '#modules/mail/layout.ts'
import { queueMails } from '#modules/mail/outbox.ts'
import { listAddressesOf, type Medium } from '#modules/media/queries.ts'

type Before = Pick<Medium, 'id' | 'courseId' | 'type' | 'startsAt' | 'durationMinutes' | 'timeZone'>
type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** “Thu 26 Nov 2026, 15:00 GMT+1”: in the zone that the session is planned in, which is named. */
function timeOf(startsAt: string, timeZone: string | null): string {
  const zone = timeZone ?? 'UTC'
  const show = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options }).format(new Date(startsAt))
  const day = show({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  return `${day.replace(',', '')}, ${show({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })}`
}

/** After the change. A new title alone is no news. */
export async function mailMoved(ctx: Context, before: Before): Promise<void> {
  if (before.type !== 'LIVE' || !before.startsAt) return
  const session = await findSession(ctx.db, before.courseId, before.id)
  if (!session?.startsAt) return
  const isSame = Date.parse(session.startsAt) === Date.parse(before.startsAt) && session.durationMinutes === before.durationMinutes
  if (isSame || !isAhead(ctx, before.startsAt, session.startsAt)) return
  const minutes = session.durationMinutes === before.durationMinutes ? '' : `, and takes ${session.durationMinutes ?? 60} minutes`
  await mail(ctx, session, {
    heading: `${session.title} was moved`,
    lines: [
      `The session of ${session.courseTitle} was planned for ${timeOf(before.startsAt, before.timeZone)}.`,
      `It now begins ${timeOf(session.startsAt, before.timeZone)}${minutes}. The attached file puts your calendar right.`,
    ],
  })
}

/** Before it is deleted, or becomes a recording. */
export async function mailCancelled(ctx: Context, before: Before): Promise<void> {
  if (before.type !== 'LIVE' || !before.startsAt || !isAhead(ctx, before.startsAt)) return
  const session = await findSession(ctx.db, before.courseId, before.id)
  if (!session) return
  await mail(ctx, session, {
    heading: `${session.title} was cancelled`,
    lines: [
      `The session of ${session.courseTitle}, planned for ${timeOf(before.startsAt, before.timeZone)}, will not take place.`,
      'The attached file takes it off your calendar.',
    ],
    isCancelled: true,
  })
}

const isAhead = ({ now }: Context, ...times: string[]): boolean => times.some((time) => new Date(time) > now())

/** Students hear of what they can see. */
async function mail(ctx: Context, session: Session, news: { heading: string; lines: string[]; isCancelled?: boolean }): Promise<void> {
  if (!isOpen(session.week, ctx.now())) return
  const { heading, lines, isCancelled = false } = news
  const { publicUrl } = ctx.services.config
  const event = sessionEvent(publicUrl, session)
  const calendar = calendarText([isCancelled ? { ...event, revision: event.revision + 1, isCancelled } : event], ctx.now())
  const action = {
    label: isCancelled ? 'Open the course' : 'Open the session',
    href: isCancelled ? courseUrl(publicUrl, session) : event.url,
  }
  const letter = layout({ heading, lines, action, footer: `You get this because you belong to ${session.courseTitle}.` })
  const to = await listAddressesOf(ctx.db, session.courseId, ctx.actor.id)
  await queueMails(ctx.db, { kind: 'NOTICE', subject: heading, ...letter, calendar }, to, ctx.now())
}

const courseUrl = (publicUrl: string, { courseId }: Session): string => `${publicUrl}/courses/course/${courseId}`
