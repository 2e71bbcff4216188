/** Decisions about enrolling by a link: pure. */
import type { Membership } from '@lms/contract/courses'

interface Door {
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  seats: number | null
  studentCount: number
}
type Refusal = ['conflict' | 'course-full' | 'forbidden', string]

/** Why the person may not enrol now; undefined if they may. The link counts whatever the enrolment of the course. */
export function joinBlocker(door: Door, standing: Membership['status'] | undefined): Refusal | undefined {
  if (door.status === 'ARCHIVED') return ['conflict', 'This course is over.']
  if (door.status === 'DRAFT') return ['conflict', 'This course is not open yet. Use the link again when it is published.']
  if (standing === 'REJECTED') return ['forbidden', 'Your place in this course was declined. Ask its trainers.']
  if (door.seats !== null && door.studentCount >= door.seats) return ['course-full', `All ${door.seats} places are taken.`]
  return undefined
}
