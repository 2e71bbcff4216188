/** A course in words: its kind, its dates, its people, and how the reader stands to it. */
import type { CourseCard } from '@lms/contract/courses'
import { courseRange } from '#lib/format-date.ts'
import { shortDate } from '#lib/days.ts'

export const modeLabels: Record<CourseCard['mode'], string> = { LIVE: 'Live course', RECORDED: 'Recorded course' }

/** “12 Oct to 20 Dec 2026”, “from 12 Oct”, or nothing. */
export function formatDates({ startsOn, endsOn }: Pick<CourseCard, 'startsOn' | 'endsOn'>): string {
  if (startsOn && endsOn) return courseRange(startsOn, endsOn, 'UTC')
  if (startsOn) return `From ${shortDate(startsOn)}`
  return endsOn ? `Until ${shortDate(endsOn)}` : ''
}

export const formatTrainers = ({ trainers }: Pick<CourseCard, 'trainers'>): string => trainers.map(({ name }) => name).join(', ')

export const counted = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

export const seatsLeft = ({ seats, studentCount }: Pick<CourseCard, 'seats' | 'studentCount'>): number | null =>
  seats === null ? null : Math.max(0, seats - studentCount)

export type Standing =
  | { kind: 'student' | 'trainer' | 'open' }
  /** Nothing to press, and why. */
  | { kind: 'none'; word: string; reason: string }

type Facts = Pick<CourseCard, 'membership' | 'status' | 'enrolment' | 'seats' | 'studentCount' | 'startsOn'>

const waiting = {
  PENDING: { kind: 'none', word: 'Waiting for an answer', reason: 'Your sign-up form is with the staff of the course.' },
  WAITLISTED: { kind: 'none', word: 'On the waiting list', reason: 'The staff of the course let you in when a place is free.' },
  REJECTED: { kind: 'none', word: 'Declined', reason: 'Your sign-up was declined. The trainers can tell you more.' },
} as const satisfies Record<string, Standing>

/** What a student can do about the course. The server decides; this only says beforehand what it will say. */
export function getEnrolmentStatus(course: Facts): Standing {
  const { membership } = course
  if (membership?.status === 'ACTIVE') return { kind: membership.role === 'TRAINER' ? 'trainer' : 'student' }
  if (membership) return waiting[membership.status]
  if (course.status === 'ARCHIVED') return { kind: 'none', word: 'Over', reason: 'This course is over and takes nobody in.' }
  if (course.enrolment === 'INVITE') return { kind: 'none', word: 'By invitation', reason: 'An admin can add you to this course.' }
  if (seatsLeft(course) === 0) return { kind: 'none', word: 'Full', reason: `All ${course.seats} places are taken.` }
  // Sign-up forms do not exist yet, so nobody can answer one.
  if (course.enrolment === 'FORM')
    return { kind: 'none', word: 'Sign-up closed', reason: 'You cannot sign up for this course yet. An admin can add you to it.' }
  return { kind: 'open' }
}
