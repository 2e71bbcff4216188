/** Decisions about enrolling with a link. Pure. */
import type { Membership } from '@lms/contract/courses'

interface CourseTerms {
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  seats: number | null
  studentCount: number
}
type Blocker = ['conflict' | 'course-full' | 'forbidden', string]

/** Why the user may not enrol now; undefined if they may. The link works whatever the enrolment mode of the course. */
export function joinBlocker(course: CourseTerms, membership: Membership['status'] | undefined): Blocker | undefined {
  if (course.status === 'ARCHIVED') return ['conflict', 'This course has ended.']
  if (course.status === 'DRAFT') return ['conflict', 'This course is not open yet. Use the link again when it is published.']
  if (membership === 'REJECTED') return ['forbidden', 'Your place in this course was declined. Ask its trainers.']
  if (course.seats !== null && course.studentCount >= course.seats) return ['course-full', `All ${course.seats} places are taken.`]
  return undefined
}
