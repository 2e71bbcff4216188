/** Emails to the members of a course whose live sessions were moved or cancelled, each with a file that updates their calendar. */

import { isolate } from '@lms/contract/rules/direction'
import { defaultMinutes } from '@lms/contract/rules/session-window'
import { nameZone } from '@lms/contract/rules/time-zones'
import { isOpen } from '#access/conditions.ts'
import type { Context } from '#call/handler.ts'
import { sessionEvent, calendarText } from '#modules/calendar/ical.ts'
import { findSession, listSessionsAhead } from '#modules/calendar/queries.ts'
import { formatEmailTime, layout, queueMailsByZone } from '#modules/mail/outbox.ts'
import { listAddressesOf, type MediaItem } from '#modules/media/queries.ts'

type Before = Pick<MediaItem, 'id' | 'courseId' | 'type' | 'startsAt' | 'durationMinutes' | 'timeZone'>
type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>
type Planned = Omit<Session, 'week'>

/** After the change. A new title alone is not announced. */
export async function sendRescheduled(ctx: Context, before: Before): Promise<void> {
  if (before.type !== 'LIVE' || !before.startsAt) return
  const session = await findSession(ctx.db, before.courseId, before.id)
  if (!session?.startsAt) return
  const isSame = Date.parse(session.startsAt) === Date.parse(before.startsAt) && session.durationMinutes === before.durationMinutes
  if (isSame || !isAhead(ctx, before.startsAt, session.startsAt)) return
  const [from, to] = [before.startsAt, session.startsAt]
  const minutes =
    session.durationMinutes === before.durationMinutes ? '' : `, and takes ${session.durationMinutes ?? defaultMinutes} minutes`
  await sendIfOpen(ctx, session, {
    heading: `${isolate(session.title)} was moved`,
    toLines: (zone) => [
      `The session of ${isolate(session.courseTitle)} was planned for ${formatEmailTime(from, zone ?? before.timeZone)}.`,
      `It now begins ${formatEmailTime(to, zone ?? before.timeZone)}${minutes}. The attached file puts your calendar right.`,
    ],
  })
}

/** Before it is deleted, or becomes a recording. */
export async function sendCancelled(ctx: Context, before: Before): Promise<void> {
  if (before.type !== 'LIVE' || !before.startsAt || !isAhead(ctx, before.startsAt)) return
  const { startsAt } = before
  const session = await findSession(ctx.db, before.courseId, before.id)
  if (!session) return
  await sendIfOpen(ctx, session, {
    heading: `${isolate(session.title)} was cancelled`,
    toLines: (zone) => [
      `The session of ${isolate(session.courseTitle)}, planned for ${formatEmailTime(startsAt, zone ?? before.timeZone)}, will not take place.`,
      'Open the attached file to remove it from your calendar.',
    ],
    isCancelled: true,
  })
}

/** Maximum sessions in the calendar file and the text of one email: the file is stored for each recipient. */
const [mostInFile, mostInText] = [100, 20]

/** Before their week or course is deleted: one email to each user about all future sessions. */
export async function sendAllCancelled(ctx: Context, within: { courseId: string; weekId?: string }): Promise<void> {
  const sessions = await listSessionsAhead(ctx.db, within, { limit: mostInFile, now: ctx.now() })
  const [first] = sessions
  if (!first) return
  const { total, courseTitle } = first
  const named = sessions.slice(0, mostInText)
  const isCourse = within.weekId === undefined
  await sendNews(ctx, sessions, {
    heading: total === 1 ? `${isolate(first.title)} was cancelled` : `${total} sessions of ${isolate(courseTitle)} were cancelled`,
    toLines: (zone) => [
      `${isCourse ? isolate(courseTitle) : `A week of ${isolate(courseTitle)}`} was deleted, and ${total === 1 ? 'this session' : 'these sessions'} with it:`,
      ...named.map(({ title, startsAt, timeZone }) => `${isolate(title)}, planned for ${formatEmailTime(startsAt, zone ?? timeZone)}`),
      ...(total > named.length ? [`And ${total - named.length} more.`] : []),
      `Open the attached file to remove ${total === 1 ? 'it' : 'them'} from your calendar.`,
    ],
    isCancelled: true,
    isCourseDeleted: isCourse,
  })
}

/** After the sessions of a course were moved together: one email to each user, with the new times. `before`: the former ones, by id. */
export async function sendAllMoved(ctx: Context, courseId: string, before: ReadonlyMap<string, string>): Promise<void> {
  if (before.size === 0) return
  const ahead = await listSessionsAhead(ctx.db, { courseId }, { limit: mostInFile, now: ctx.now() })
  const sessions = ahead.filter(({ id }) => before.has(id))
  const [first] = sessions
  if (!first) return
  const named = sessions.slice(0, mostInText)
  const isOne = sessions.length === 1
  await sendNews(ctx, sessions, {
    heading: isOne ? `${isolate(first.title)} was moved` : `${sessions.length} sessions of ${isolate(first.courseTitle)} were moved`,
    toLines: (zone) => [
      `The time zone of ${isolate(first.courseTitle)} was changed to ${nameZone(first.timeZone ?? 'UTC', ctx.now().getTime())}.`,
      ...named.map(({ id, title, startsAt, timeZone }) => {
        const [former, at] = [before.get(id)!, startsAt].map((time) => formatEmailTime(time, zone ?? timeZone))
        return `${isolate(title)} was planned for ${former}, and now begins ${at}.`
      }),
      ...(sessions.length > named.length ? [`And ${sessions.length - named.length} more.`] : []),
      'The attached file puts your calendar right.',
    ],
  })
}

const isAhead = ({ now }: Context, ...times: string[]): boolean => times.some((time) => new Date(time) > now())

/** `zone`: that of the reader, null if they chose none. */
type News = { heading: string; toLines: (zone: string | null) => string[]; isCancelled?: boolean; isCourseDeleted?: boolean }

/** Students only get emails about what they can see. */
async function sendIfOpen(ctx: Context, session: Session, news: News): Promise<void> {
  if (isOpen(session.week, ctx.now())) await sendNews(ctx, [session], news)
}

/** `sessions` are of one course; at least one. */
async function sendNews(ctx: Context, sessions: readonly Planned[], news: News): Promise<void> {
  const { heading, toLines, isCancelled = false, isCourseDeleted = false } = news
  const { publicUrl } = ctx.services.config
  const { courseId, courseTitle } = sessions[0]!
  const events = sessions.map((session) => sessionEvent(publicUrl, session))
  const cancelled = events.map((event) => ({ ...event, revision: event.revision + 1, isCancelled: true }))
  const calendar = calendarText(isCancelled ? cancelled : events, ctx.now())
  const action = isCourseDeleted
    ? { label: 'Open LMS', href: publicUrl }
    : isCancelled || sessions.length > 1
      ? { label: 'Open the course', href: `${publicUrl}/courses/course/${courseId}` }
      : { label: 'Open the session', href: events[0]!.url }
  const footer = `You get this because you ${isCourseDeleted ? 'belonged' : 'belong'} to ${isolate(courseTitle)}.`
  const write = (zone: string | null) => ({
    kind: 'NOTICE' as const,
    subject: heading,
    ...layout({ heading, lines: toLines(zone), action, footer }),
    calendar,
  })
  await queueMailsByZone(ctx.db, write, await listAddressesOf(ctx.db, courseId, ctx.actor.id), ctx.now())
}
