/** Decides when a notice is emailed, and to whom it speaks. Pure; the clock is an argument. */

import type { Preferences } from '@lms/contract/preferences'
import { fillFor } from '@lms/contract/rules/course-emails'
import { defaultDailyHour, getEmailTiming, type NoticeKind, type NoticeSubject } from '@lms/contract/rules/notices'

/** The next full hour of the zone's clocks: of an hour that comes twice the first, of one that is skipped the later. */
export function nextDailyEmail(now: Date, timeZone: string, hour: number): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const on = (days: number) => local.toPlainDate().add({ days }).toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds
  const today = on(0)
  return new Date(today > now.getTime() ? today : on(1))
}

export interface EmailSettings {
  preferences: Preferences
  /** The user's own, else that of the course. */
  timeZone: string
}

/** When a notice is to be emailed to a user; null for never. `cache` keeps the times that many users share. */
export function emailTime(
  kind: NoticeKind,
  { preferences, timeZone }: EmailSettings,
  now: Date,
  cache = new Map<string, string>(),
): string | null {
  const timing = getEmailTiming(kind, preferences)
  if (timing === 'NEVER') return null
  if (timing === 'NOW') return now.toISOString()
  const hour = preferences.dailyEmailHour ?? defaultDailyHour
  const key = `${timeZone} ${hour}`
  const found = cache.get(key) ?? nextDailyEmail(now, timeZone, hour).toISOString()
  cache.set(key, found)
  return found
}

interface OwnNotice {
  kind: NoticeKind
  subject: NoticeSubject
  course: { title: string } | null
  readerName: string
}

/** The title of an announcement as it is for its reader. */
export const toReader = <N extends OwnNotice>({ readerName, ...notice }: N): Omit<N, 'readerName'> =>
  notice.kind === 'ANNOUNCEMENT' && notice.course
    ? { ...notice, subject: { ...notice.subject, title: fillFor(notice.subject.title, readerName, notice.course.title) } }
    : notice
