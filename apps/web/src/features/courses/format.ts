/** A course in words: its kind, its dates, its people, and the reader's relation to it. */

import type { CourseCard, MyCourse } from '@lms/contract/courses'
import { isTeaching } from '@lms/contract/policy'
import { allSeatsTaken, isFormOpen, overReason } from '@lms/contract/rules/course-state'
import { isolate } from '@lms/contract/rules/direction'
import { formatCourseDates } from '#lib/format-date.ts'
import { formatDuration } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { getToday, shortDate } from '#lib/zoned-date-time.ts'
import type { ItemKind } from '#features/weeks/week-item.tsx'
import { getRunningWeek } from '#features/weeks/week-plan.ts'

export const modeLabels: Record<CourseCard['mode'], string> = { LIVE: 'Live course', RECORDED: 'Recorded course' }

/** “12 Oct to 20 Dec 2026”, “from 12 Oct”, or nothing. */
export function formatDates({ startsOn, endsOn }: Pick<CourseCard, 'startsOn' | 'endsOn'>): string {
  if (startsOn && endsOn) return formatCourseDates(startsOn, endsOn, 'UTC')
  if (startsOn) return `From ${shortDate(startsOn)}`
  return endsOn ? `Until ${shortDate(endsOn)}` : ''
}

export const formatTrainers = ({ trainers }: Pick<CourseCard, 'trainers'>): string => trainers.map(({ name }) => isolate(name)).join(', ')

export const seatsLeft = ({ seats, studentCount }: Pick<CourseCard, 'seats' | 'studentCount'>): number | null =>
  seats === null ? null : Math.max(0, seats - studentCount)

/** A student's current week in a course, and its progress. */
export const runningWeek = ({ weekProgress, timeZone, endsOn }: MyCourse, now: number) =>
  weekProgress && getRunningWeek(weekProgress, getToday(timeZone, now), endsOn)

type Next = NonNullable<MyCourse['next']>

/** Where a partly watched recording was left: the second, its share, and how much is left. */
export function findPlace({ leftAt }: Next) {
  if (!leftAt) return null
  const { position: at, coverage, durationSeconds } = leftAt
  return {
    at,
    left: durationSeconds ? formatDuration(Math.max(60, durationSeconds * (1 - coverage))) : null,
    share: durationSeconds ? Math.min(1, at / durationSeconds) : coverage,
  }
}

export type EnrolmentStatus =
  | { kind: 'student' | 'trainer' | 'open' | 'form' }
  /** The student cannot enrol; and why. */
  | { kind: 'none'; word: string; reason: string }

type Facts = Pick<
  CourseCard,
  'membership' | 'status' | 'enrolment' | 'seats' | 'form' | 'studentCount' | 'startsOn' | 'endsOn' | 'timeZone'
>

const waitingActions = {
  PENDING: { kind: 'none', word: 'In review', reason: 'Your sign-up form is with the staff of the course.' },
  WAITLISTED: { kind: 'none', word: 'On the waiting list', reason: 'You are enrolled as soon as a seat is free, and get an email.' },
  REJECTED: { kind: 'none', word: 'Declined', reason: 'Your sign-up was declined. The trainers can tell you more.' },
} as const satisfies Record<string, EnrolmentStatus>

/** What a student can do about the course. The server decides; this only predicts its answer. */
export function getEnrolmentStatus(course: Facts, now: number): EnrolmentStatus {
  const { membership } = course
  if (membership?.status === 'ACTIVE') return { kind: isTeaching(membership) ? 'trainer' : 'student' }
  if (membership?.status === 'REJECTED') return waitingActions.REJECTED
  const reason = overReason(course, now)
  if (reason) return { kind: 'none', word: 'Ended', reason }
  // People who waited for an answer or a seat when the course was opened to everybody enrol like everybody else.
  if (membership && (course.enrolment !== 'OPEN' || seatsLeft(course) === 0)) return waitingActions[membership.status]
  if (course.enrolment === 'INVITE') return { kind: 'none', word: 'By invitation', reason: 'An admin can add you to this course.' }
  if (course.enrolment === 'FORM') return getFormStatus(course, now)
  if (seatsLeft(course) === 0) return { kind: 'none', word: 'Full', reason: allSeatsTaken }
  return { kind: 'open' }
}

/** The form is only known in the catalogue; the details page shows it. */
function getFormStatus({ form }: Facts, now: number): EnrolmentStatus {
  if (form === null) return { kind: 'none', word: 'Sign-up not open yet', reason: 'This course has no sign-up form yet.' }
  const isOpen = form === undefined || isFormOpen(form, now)
  return isOpen ? { kind: 'form' } : { kind: 'none', word: 'Sign-up closed', reason: 'Sign-up is closed.' }
}

/** On the details page, opens the form. */
export const signUpHash = '#sign-up'

type Place = { courseId: string; weekId: string }

/** Where an item of a week links to: staff go to the submissions, students to the task. */
export function itemPath({ id, kind }: { id: string; kind: ItemKind }, { courseId, weekId }: Place, isStaff: boolean): string {
  if (kind !== 'ASSIGNMENT') return paths.media.to({ courseId, weekId, mediaId: id })
  return isStaff ? paths.submissions.to({ courseId, assignmentId: id }) : paths.assignment.to({ courseId, weekId, assignmentId: id })
}
