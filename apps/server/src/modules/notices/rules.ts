/** Decides when a notice is emailed. Pure; the clock is an argument. */
import { defaultDailyHour, getEmailTiming, type NoticeKind } from '@lms/contract/rules/notices'
import type { Preferences } from '@lms/contract/preferences'

const minute = 60_000
const minutesOfDay = 1440

/** The next full hour of the zone's clocks. On the day of a clock change it may be an hour off. */
export function nextDailyEmail(now: Date, timeZone: string, hour: number): Date {
  const wall = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now)
  const [hours = 0, minutes = 0] = wall.split(':').map(Number)
  const wait = ((hour * 60 - hours * 60 - minutes - 1 + minutesOfDay) % minutesOfDay) + 1
  return new Date((Math.floor(now.getTime() / minute) + wait) * minute)
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
