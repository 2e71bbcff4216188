/** Dates that a place offers besides its calendar: ends and starts of weeks of a course, and some days more. Values as in date fields. */

import { addDays, isDateValue } from './zoned-date-time.ts'

export type CourseWeek = { number: number; startsOn: string | null }
export type QuickPick = { label: string; value: string }

export const endOfDay = (day: string): string => `${day}T23:59`

type Dated = { number: number; startsOn: string }
const hasStart = (week: CourseWeek): week is Dated => week.startsOn !== null

/** Weeks with dates that are not over on a day, earliest first. */
const listWeeksFrom = (weeks: readonly CourseWeek[], day: string): Dated[] =>
  weeks
    .filter(hasStart)
    .filter(({ startsOn }) => addDays(startsOn, 6) >= day)
    .sort((one, other) => (one.startsOn < other.startsOn ? -1 : 1))

/** “+1 day” after a value, at the same time; without a value after today. */
export const daysLater = (labels: Readonly<Record<string, number>>, value: string, today: string): QuickPick[] =>
  Object.entries(labels).map(([label, days]) => ({
    label,
    value: isDateValue(value) && value.includes('T') ? addDays(value.slice(0, 10), days) + value.slice(10) : endOfDay(addDays(today, days)),
  }))

/** For due dates: the end of a week and of the next one, and some days later. `from`: the first day of the assignment's week. */
export const duePicks = (
  weeks: readonly CourseWeek[],
  { value, from, today }: { value: string; from: string | null; today: string },
): QuickPick[] => [
  ...listWeeksFrom(weeks, from !== null && from > today ? from : today)
    .slice(0, 2)
    .map(({ number, startsOn }) => ({ label: `End of week ${number}`, value: endOfDay(addDays(startsOn, 6)) })),
  ...daysLater({ '+1 day': 1, '+7 days': 7 }, value, today),
]

/** For opening: the start of the next week, and now. `now`: the local time. */
export const openPicks = (weeks: readonly CourseWeek[], { from, now }: { from: string | null; now: string }): QuickPick[] => [
  ...listWeeksFrom(weeks, now.slice(0, 10))
    .filter(({ startsOn }) => startsOn >= (from ?? '') && startsOn > now.slice(0, 10))
    .slice(0, 1)
    .map(({ number, startsOn }) => ({ label: `Start of week ${number}`, value: `${startsOn}T09:00` })),
  { label: 'Now', value: now },
]
