/** Calendar days without a clock, as the contract writes them: `2026-11-16`. */
import { dayRange, longDay, shortDay } from './format-date.ts'

const aDay = 86_400_000

/** The day that it is in a zone. */
export const getToday = (zone: string, now = Date.now()): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * aDay).toISOString().slice(0, 10)

/** “16 to 22 November”. */
export const getWeekRange = (startsOn: string): string => dayRange(startsOn, addDays(startsOn, 6), 'UTC')

/** “16 Nov”, with the year when it is another one. */
export const shortDate = (date: string): string => shortDay(date, 'UTC')

/** “Monday 16 November”. */
export const longDate = (date: string): string => longDay(date, 'UTC')

const withYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** “16 November 2026”, for dates that may be of any year. */
export const fullDate = (date: string): string => withYear.format(Date.parse(date))
