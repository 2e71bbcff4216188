/** Calendar days and local times of a zone: days as in the contract (`2026-11-16`), and the values of date fields. */

import { findClockChange, nameZone } from '@lms/contract/rules/time-zones'
import { fromWallTime, getFormat, listInstants, toWallTime } from '@lms/contract/rules/wall-clock'
import { hasCourseYear } from '@lms/contract/rules/years'
import { formatDayRange, formatLongDay, formatShortDay } from './format-date.ts'
import { serverNow } from './server-clock.ts'

/** `2026-11-22T23:59` in the zone's local time, for a date field; empty for null. */
export function toLocalInput(at: string | null | undefined, zone: string): string {
  return at ? toWallTime(new Date(at).getTime(), zone) : ''
}

/** Whether a field's value is a day or a local time that the calendar has, not a text that was not understood. */
export function isDateValue(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(value)) return false
  const [year, month, day, hour = 0, minute = 0] = value.split(/\D/).map(Number) as [number, number, number, number?, number?]
  return new Date(Date.UTC(year, month - 1, day, hour, minute)).toISOString().startsWith(value)
}

/**
 * The instant of an input's local time in a zone, as ISO in UTC, or null if empty or not a date yet. A repeated hour means its
 * first pass; a skipped hour is moved by the gap (`settleLocalTime` warns). A field that still shows what is `stored` means that instant:
 * its second pass through the hour, and its seconds.
 */
export function fromLocalInput(value: string, zone: string, stored: string | null = null): string | null {
  if (stored !== null && toLocalInput(stored, zone) === value.slice(0, 16)) return stored
  if (!isDateValue(value) || !hasCourseYear(value)) return null
  return new Date(fromWallTime(value, zone)).toISOString()
}

/** A local time that exists, and what to say if it was moved or happens twice. */
export function settleLocalTime(value: string, zone: string): { value: string; warning: string | null } {
  const [at, again] = listInstants(value, zone)
  const clock = value.slice(11)
  if (again !== undefined) return { value, warning: `${clock} happens twice on this day. Set to the first one, before clocks go back.` }
  if (at !== undefined) return { value, warning: null }
  const later = fromWallTime(value, zone)
  const moved = toWallTime(later, zone)
  const { from, to } = findClockChange(later, zone)
  return {
    value: moved,
    warning: `${clock} does not exist on this day: clocks go from ${from} to ${to}. Set to ${moved.slice(11)}.`,
  }
}

/** “Lisbon time”, or “GMT+1” of a zone without a city. */
export const formatZone = (zone: string): string => nameZone(zone, serverNow())

/** Today in a zone, as in the contract: `2026-11-16`. */
export const getToday = (zone: string, now: number): string => getFormat('sv-SE', { timeZone: zone }).format(now)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The same day of another month, or its last day. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** The Monday of a day's week. */
export const startOfWeek = (date: string): string => addDays(date, -((new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7))

/** “16 to 22 November”. */
export const getWeekRange = (startsOn: string): string => formatDayRange(startsOn, addDays(startsOn, 6), 'UTC')

/** “16 Nov”, with the year when it is another one. */
export const shortDate = (date: string): string => formatShortDay(date, 'UTC')

/** “Monday 16 November”. */
export const longDate = (date: string): string => formatLongDay(date, 'UTC')

const withYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** “16 November 2026”, for dates that may be of any year. */
export const fullDate = (date: string): string => withYear.format(Date.parse(date))
