/** The days of an export: which sessions are on them, and what they are called in a sentence. Pure. */

import { dayIn } from '@lms/contract/rules/course-state'
import { getFormat } from '@lms/contract/rules/wall-clock'
import type { Session } from '#modules/attendance/rates.ts'

/** In the course's time zone, both included: `2026-08-01`. */
interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** A session without a date is on no day, but part of an export of all days. */
export function isOnDays({ startsAt, startsOn }: Pick<Session, 'startsAt' | 'startsOn'>, { from, to }: Days, timeZone: string): boolean {
  if (!from && !to) return true
  const day = startsAt === null ? startsOn : dayIn(timeZone, Date.parse(startsAt))
  return day !== null && (!from || from <= day) && (!to || day <= to)
}

/** “1 August”, with the year when it is not this year’s. */
const formatDay = (day: string, today: string): string =>
  getFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
  }).format(Date.parse(day))

/** “from 1 to 7 August”, “on 7 August”, “from 1 August on”, “up to 7 August”. */
export function describeDays({ from, to }: Days, today: string): string {
  if (!from) return `up to ${formatDay(to!, today)}`
  if (!to) return `from ${formatDay(from, today)} on`
  if (from === to) return `on ${formatDay(from, today)}`
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  return `from ${isOneMonth ? Number(from.slice(8)) : formatDay(from, today)} to ${formatDay(to, today)}`
}
