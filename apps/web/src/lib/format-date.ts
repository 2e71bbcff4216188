/** Formats times. Instants are ISO strings; the zone is the viewer's unless given. `now`, from which distances are counted, is always given, so that one page has one; which year it is, the server says. */

import { getFormat } from '@lms/contract/rules/wall-clock'
import { serverNow } from './server-clock.ts'

const minute = 60_000
const hour = 60 * minute
const aDay = 24 * hour

let lastZone = { zone: '', offset: 0, at: -Infinity }

/** The device's zone, read again after a minute, because people travel: reading it takes longer than writing ten dates. */
export function getViewerZone(): string {
  const [at, offset] = [Date.now(), new Date().getTimezoneOffset()]
  if (lastZone.offset !== offset || Math.abs(at - lastZone.at) > minute) {
    lastZone = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, offset, at }
  }
  return lastZone.zone
}

type Instant = string | number | Date

const reader =
  <Part extends Intl.DateTimeFormatPartTypes>(locale: string, options: Intl.DateTimeFormatOptions) =>
  (at: Instant, timeZone: string) =>
    Object.fromEntries(
      getFormat(locale, { timeZone, ...options })
        .formatToParts(new Date(at))
        .map(({ type, value }) => [type, value]),
    ) as Record<Part, string>

// American month names, because British ones shorten September to four letters.
const getParts = reader<'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute'>('en-US', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const getLongParts = reader<'weekday' | 'day' | 'month' | 'year'>('en-US', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
// British zone names, because American ones know no CET.
const getZoneParts = reader<'timeZoneName'>('en-GB', { hour: 'numeric', timeZoneName: 'short' })

const thisYear = (zone: string): string => getParts(serverNow(), zone).year

/** “Fri 20 Nov”, with the year when it is not this year’s. */
export function formatDay(at: Instant, zone = getViewerZone()): string {
  const { weekday, day: date, month, year } = getParts(at, zone)
  return `${weekday} ${date} ${month}${year === thisYear(zone) ? '' : ` ${year}`}`
}

/** “20 Nov”, with the year when it is not this year’s. */
export function formatShortDay(at: Instant, zone = getViewerZone()): string {
  return formatDay(at, zone).replace(/^\w+ /, '')
}

/** “Friday 20 November”, with the year when it is not this year’s. */
export function formatLongDay(at: Instant, zone = getViewerZone()): string {
  const { weekday, day: date, month, year } = getLongParts(at, zone)
  return `${weekday} ${date} ${month}${year === thisYear(zone) ? '' : ` ${year}`}`
}

/** “14:02”: for saves, and beside a day that is named already. */
export function formatClock(at: Instant, zone = getViewerZone()): string {
  const { hour, minute } = getParts(at, zone)
  return `${hour}:${minute}`
}

/** “Wed 18 Nov, 11:40”: for posts and actions. */
export const formatDayAndTime = (at: Instant, zone = getViewerZone()): string => `${formatDay(at, zone)}, ${formatClock(at, zone)}`

/** “Fri 20 Nov, 23:59 GMT”: names the zone if the minute matters. */
export const formatDueTime = (at: Instant, zone = getViewerZone()): string =>
  `${formatDayAndTime(at, zone)} ${getZoneParts(at, zone).timeZoneName}`

/** Until when something can be done: “Fri 20 Nov”, or “Fri 20 Nov, 05:11” where less than two days are left and the day alone would promise too much. */
export const formatLastDay = (at: Instant, now: Instant, zone = getViewerZone()): string =>
  new Date(at).getTime() - new Date(now).getTime() < 2 * aDay ? formatDayAndTime(at, zone) : formatDay(at, zone)

/** “14:00 to 15:00”. */
export const formatTimeRange = (from: Instant, to: Instant, zone = getViewerZone()): string =>
  `${formatClock(from, zone)} to ${formatClock(to, zone)}`

/** “12 to 18 October”, “28 October to 3 November”: for weeks, with the year when it is not this year’s. */
export function formatDayRange(from: Instant, to: Instant, zone = getViewerZone()): string {
  const [first, last] = [getLongParts(from, zone), getLongParts(to, zone)]
  const year = last.year === thisYear(zone) ? '' : ` ${last.year}`
  return `${first.day}${first.month === last.month ? '' : ` ${first.month}`} to ${last.day} ${last.month}${year}`
}

/** “12 Oct to 20 Dec 2026”: for courses. */
export function formatCourseDates(from: Instant, to: Instant, zone = getViewerZone()): string {
  const [first, last] = [getParts(from, zone), getParts(to, zone)]
  return `${first.day} ${first.month}${first.year === last.year ? '' : ` ${first.year}`} to ${last.day} ${last.month} ${last.year}`
}

/** Calendar days from one instant to another in a zone; negative into the past. */
function daysBetween(from: Instant, to: Instant, zone: string): number {
  const dayOf = (at: Instant): number => Date.parse(getFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(at)))
  return Math.round((dayOf(to) - dayOf(from)) / aDay)
}

/** “in 9 hours”, “3 min ago”: in addition to the time itself, never alone. From 24 hours on in calendar days. */
export function formatRelative(at: Instant, now: Instant, zone = getViewerZone()): string {
  const distance = new Date(at).getTime() - new Date(now).getTime()
  const size = Math.abs(distance)
  if (size < minute) return 'now'
  const [count, word] =
    size < hour ? [size / minute, 'min'] : size < aDay ? [size / hour, 'hour'] : [Math.abs(daysBetween(now, at, zone)), 'day']
  const whole = Math.floor(count)
  const words = `${whole} ${word}${word === 'min' || whole === 1 ? '' : 's'}`
  return distance > 0 ? `in ${words}` : `${words} ago`
}

/** “Now”, “9 h ago”, “Yesterday”, “6 days ago”, “2 Sep”, “Never”: for tables. */
export function formatLastSeen(at: Instant | null | undefined, now: Instant, zone = getViewerZone()): string {
  if (at === null || at === undefined) return 'Never'
  const size = new Date(now).getTime() - new Date(at).getTime()
  if (size < minute) return 'Now'
  if (size < hour) return `${Math.floor(size / minute)} min ago`
  if (size < aDay) return `${Math.floor(size / hour)} h ago`
  const days = daysBetween(at, now, zone)
  if (days === 1) return 'Yesterday'
  return days < 31 ? `${days} days ago` : formatShortDay(at, zone)
}

/** The same within a sentence: “now”, “yesterday”, “2 Sep”. */
export const formatLastSeenInSentence = (at: Instant | null | undefined, now: Instant): string =>
  formatLastSeen(at, now).replace(/^(Never|Now|Yesterday)$/, (word) => word.toLowerCase())

/** “3 days”, “5 h”: how long someone has been waiting. */
export function formatWaiting(since: Instant, now: Instant): string {
  const size = Math.max(0, new Date(now).getTime() - new Date(since).getTime())
  const days = Math.floor(size / aDay)
  if (days > 0) return `${days} day${days === 1 ? '' : 's'}`
  const hours = Math.floor(size / hour)
  return hours > 0 ? `${hours} h` : 'less than an hour'
}
