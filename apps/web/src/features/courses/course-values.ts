/** What the form of a course holds, and how it becomes the contract's body. */
import type { Course } from '@lms/contract/courses'
import type { FieldErrors } from '#lib/form.ts'
import { viewerZone } from '#lib/format-date.ts'

export type CourseValues = {
  title: string
  description: string
  mode: Course['mode']
  startsOn: string
  endsOn: string
  timeZone: string
  /** As typed. */
  weekCount: string
  coverImage: string | null
  trainerIds: string[]
  enrolment: Course['enrolment']
  /** As typed; empty for no limit. */
  seats: string
  status: Course['status']
  requireVideo: boolean
}

export const newCourse = (): CourseValues => ({
  title: '',
  description: '',
  mode: 'RECORDED',
  startsOn: '',
  endsOn: '',
  timeZone: viewerZone(),
  weekCount: '6',
  coverImage: null,
  trainerIds: [],
  enrolment: 'OPEN',
  seats: '',
  status: 'DRAFT',
  requireVideo: false,
})

export const toCourseFormValues = (course: Course): CourseValues => ({
  title: course.title,
  description: course.description,
  mode: course.mode,
  startsOn: course.startsOn ?? '',
  endsOn: course.endsOn ?? '',
  timeZone: course.timeZone,
  weekCount: String(course.weekCount),
  coverImage: course.coverImage,
  trainerIds: course.trainers.map(({ id }) => id),
  enrolment: course.enrolment,
  seats: course.seats === null ? '' : String(course.seats),
  status: course.status,
  requireVideo: course.requireVideo,
})

const isWhole = (text: string, from: number, to: number): boolean => /^\d+$/.test(text.trim()) && Number(text) >= from && Number(text) <= to

export function checkCourse({ title, startsOn, endsOn, weekCount, seats }: CourseValues): FieldErrors<keyof CourseValues> {
  return {
    ...(!title.trim() && { title: 'Enter a title' }),
    ...(startsOn && endsOn && endsOn < startsOn && { endsOn: 'Choose an end that is not before the start' }),
    ...(!isWhole(weekCount, 0, 60) && { weekCount: 'Enter a number of weeks from 0 to 60' }),
    ...(seats.trim() && !isWhole(seats, 1, 100_000) && { seats: 'Enter a number of seats from 1 to 100000, or leave it empty' }),
  }
}

/** The fields that creating and changing share. */
export function toCreateCourseInput(values: CourseValues) {
  const { title, description, mode, startsOn, endsOn, timeZone, coverImage, trainerIds, enrolment, seats, status, requireVideo } = values
  return {
    title: title.trim(),
    description,
    mode,
    startsOn: startsOn || null,
    endsOn: endsOn || null,
    timeZone,
    coverImage,
    trainerIds,
    enrolment,
    seats: seats.trim() ? Number(seats) : null,
    status,
    requireVideo,
  }
}

/** How many weeks fit between two days; null where a day is missing. */
export function weeksBetween(startsOn: string, endsOn: string): number | null {
  if (!startsOn || !endsOn || endsOn < startsOn) return null
  return Math.min(60, Math.ceil((Date.parse(endsOn) - Date.parse(startsOn) + 86_400_000) / (7 * 86_400_000)))
}
