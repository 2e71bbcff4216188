/** Which week a course is in, and whether it still takes new people; shared by server and web. */

interface Course {
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  endsOn: string | null
  timeZone: string
}

/** In details of errors and on screens. */
export const archivedText = 'This course is archived.'
export const allSeatsTaken = 'All seats are taken.'

const formats = new Map<string, Intl.DateTimeFormat>()

/** `2026-11-20`: the day in a time zone. `now` in milliseconds. Lists ask for every course; creating a format is what takes time. */
export function dayIn(timeZone: string, now: number): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format.format(now)
}

/** Courses end after their last day in their own zone. `now` in milliseconds. */
export const hasEnded = ({ endsOn, timeZone }: Omit<Course, 'status'>, now: number): boolean =>
  endsOn !== null && endsOn < dayIn(timeZone, now)

/** Nothing will be left to do: it is over, or a student has done everything and no week is ahead. `now` in milliseconds. */
export const isFinished = (course: Course & { percentage: number | null; hasWeekAhead: boolean }, now: number): boolean =>
  overReason(course, now) !== undefined || (course.percentage === 100 && !course.hasWeekAhead)

/**
 * The week that started last, whether or not students can see it yet; undefined before the first. Dates may not follow the numbers.
 * `today`: the day in the course's zone.
 */
export const findStartedWeek = <W extends { number: number; startsOn: string | null }>(weeks: readonly W[], today: string): W | undefined =>
  weeks
    .filter(({ startsOn }) => startsOn !== null && startsOn <= today)
    .toSorted((one, other) => one.startsOn!.localeCompare(other.startsOn!) || one.number - other.number)
    .at(-1)

/** Why the course takes nobody new, unless staff add them; undefined if it does. `now` in milliseconds. */
export function overReason(course: Course, now: number): string | undefined {
  if (course.status === 'ARCHIVED') return archivedText
  return hasEnded(course, now) ? 'This course has ended.' : undefined
}

/** Whether a sign-up form takes answers; `now` in milliseconds. At its closing time it is closed. */
export const isFormOpen = ({ status, closesAt }: { status: 'OPEN' | 'CLOSED'; closesAt: string | null }, now: number): boolean =>
  status === 'OPEN' && (closesAt === null || Date.parse(closesAt) > now)
