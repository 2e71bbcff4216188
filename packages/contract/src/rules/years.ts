/** The years that a course can be in. A date of another year is not a date yet: while 2026 is typed, browsers report the years 2, 20 and 202. */

const first = 1900
const last = 2199

export const yearError = `Must be between ${first} and ${last}`

/** Whether a day (`2026-11-16`), or a time that starts with one, is of such a year. */
export function hasCourseYear(date: string): boolean {
  const year = Number(/^(\d{4,})-/.exec(date)?.[1])
  return year >= first && year <= last
}
