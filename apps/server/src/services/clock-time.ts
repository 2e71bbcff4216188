/** Times in files: what the clock of a course shows, so that a spreadsheet reads a date and a person the right day. */

import { formatWallTime, toWallTime } from '@lms/contract/rules/wall-clock'

/** The time on the wall in a zone as a Date in UTC: workbooks know no zones. Null for null. */
export const toClockTime = (at: string | null, timeZone: string): Date | null =>
  at === null ? null : new Date(`${toWallTime(Date.parse(at), timeZone)}Z`)

/** “2026-11-20 14:02”: for text files. */
export const formatClockTime = (time: Date): string => formatWallTime(time.getTime(), 'UTC')
