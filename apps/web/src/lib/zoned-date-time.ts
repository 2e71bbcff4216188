/** Calendar days and local times of a zone: days as in the contract (`2026-11-16`), and the values of date inputs. */

import { fromWallTime, toWallTime, getFormat } from '@lms/contract/rules/wall-clock'
import { hasCourseYear, yearError } from '@lms/contract/rules/years'
import { formatDayRange, formatLongDay, formatShortDay } from './format-date.ts'

/** `2026-11-22T23:59` in the zone's local time, for a datetime-local input; empty for null. */
export function toLocalInput(at: string | null | undefined, zone: string): string {
  return at ? toWallTime(new Date(at).getTime(), zone) : ''
}

/** What is wrong with the value of a date input: “Must be between 1900 and 2199”. An empty one is right. */
export const dateError = (value: string): string | undefined => (value === '' || hasCourseYear(value) ? undefined : yearError)

/**
 * The instant of an input's local time in a zone, as ISO in UTC, or null if empty or not a date yet. A repeated hour means its
 * first pass; a skipped hour is moved by the gap (use `isInDstGap` to warn). A field that still shows what is `stored` means that instant:
 * its second pass through the hour, and its seconds.
 */
export function fromLocalInput(value: string, zone: string, stored: string | null = null): string | null {
  if (stored !== null && toLocalInput(stored, zone) === value.slice(0, 16)) return stored
  if (!hasCourseYear(value) || Number.isNaN(Date.parse(`${value}Z`))) return null
  return new Date(fromWallTime(value, zone)).toISOString()
}

/** Whether the zone's clocks skip this local time, as on one night in spring. */
export function isInDstGap(value: string, zone: string): boolean {
  const at = fromLocalInput(value, zone)
  return at !== null && toLocalInput(at, zone) !== value.slice(0, 16)
}

/** Today in a zone, as in the contract: `2026-11-16`. */
export const getToday = (zone: string, now: number): string => getFormat('sv-SE', { timeZone: zone }).format(now)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** “16 to 22 November”. */
export const getWeekRange = (startsOn: string): string => formatDayRange(startsOn, addDays(startsOn, 6), 'UTC')

/** “16 Nov”, with the year when it is another one. */
export const shortDate = (date: string): string => formatShortDay(date, 'UTC')

/** “Monday 16 November”. */
export const longDate = (date: string): string => formatLongDay(date, 'UTC')

const withYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** “16 November 2026”, for dates that may be of any year. */
export const fullDate = (date: string): string => withYear.format(Date.parse(date))
