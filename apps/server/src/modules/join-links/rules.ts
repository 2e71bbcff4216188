/** Decisions about enrolling with a link. Pure. */
import type { Membership } from '@lms/contract/courses'
import { allSeatsTaken, overReason } from '@lms/contract/rules/course-state'

interface CourseTerms {
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  seats: number | null
  studentCount: number
  endsOn: string | null
  timeZone: string
}
type Blocker = ['conflict' | 'closed' | 'course-full' | 'forbidden', string]

/** Why the user may not enrol now; undefined if they may. The link works whatever the enrolment mode of the course. */
export function joinBlocker(course: CourseTerms, membership: Membership['status'] | undefined, now: Date): Blocker | undefined {
  const over = overReason(course, now.getTime())
  if (over) return ['closed', over]
  if (course.status === 'DRAFT') return ['conflict', 'This course is not open yet. Use the link again when it is published.']
  if (membership === 'REJECTED') return ['forbidden', 'Your place in this course was declined. Ask its trainers.']
  if (course.seats !== null && course.studentCount >= course.seats) return ['course-full', allSeatsTaken]
  return undefined
}
