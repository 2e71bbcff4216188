/** What is typed for a new course, what follows from it, and how it is sent. */

import { readWholeNumber } from '@lms/contract/rules/number-text'
import { hasCourseYear } from '@lms/contract/rules/years'
import type { FieldErrors } from '#lib/form.ts'
import { formatDay, getViewerZone } from '#lib/format-date.ts'
import { serverNow } from '#lib/server-clock.ts'
import { findDateError } from '#lib/typed-date.ts'
import { addDays, getToday, isDateValue } from '#lib/zoned-date-time.ts'
import { checkSeats, type CourseValues, toCreateCourseInput } from './course-form.tsx'

export type NewCourse = Omit<CourseValues, 'endsOn' | 'waiting' | 'keepTimes'> & {
  /** As typed. */
  weekCount: string
}

/** It starts today. */
export function newCourse(): NewCourse {
  const timeZone = getViewerZone()
  return {
    title: '',
    description: '',
    mode: 'RECORDED',
    startsOn: getToday(timeZone, serverNow()),
    timeZone,
    weekCount: '10',
    coverImage: null,
    trainerIds: [],
    enrolment: 'OPEN',
    seats: '',
    status: 'DRAFT',
    requireVideo: false,
  }
}

export const mostWeeks = 60

export const readWeekCount = (typed: string): number | null => readWholeNumber(typed, 1, mostWeeks)

/** The last day of its last week; null while there is no first day or number of weeks. */
export function findLastDay({ startsOn, weekCount }: Pick<NewCourse, 'startsOn' | 'weekCount'>): string | null {
  const weeks = readWeekCount(weekCount)
  return weeks !== null && isDateValue(startsOn) && hasCourseYear(startsOn) ? addDays(startsOn, 7 * weeks - 1) : null
}

export function checkNewCourse(values: NewCourse): FieldErrors<keyof NewCourse> {
  const lastDay = findLastDay(values)
  return {
    ...(!values.title.trim() && { title: 'Enter a title' }),
    startsOn:
      findDateError(values.startsOn, 'date') ??
      (lastDay && !hasCourseYear(lastDay) ? `The last day is ${formatDay(lastDay, 'UTC')}. Choose an earlier first day.` : undefined),
    ...(readWeekCount(values.weekCount) === null && { weekCount: `Enter 1 to ${mostWeeks} weeks` }),
    seats: checkSeats(values.seats),
  }
}

export const toNewCourseInput = (values: NewCourse) => ({
  ...toCreateCourseInput({ ...values, endsOn: findLastDay(values) ?? '' }),
  weekCount: Number(values.weekCount),
})
