/** Labels of responses of sign-up forms. */

import type { ReviewStatus } from '@lms/contract/signup-responses'
import { formatDueTime } from '#lib/format-date.ts'

/** “Form open until Thu 26 Nov, 09:13 GMT”. */
export function formatOpenUntil(isOpen: boolean, closesAt: string | null, timeZone: string): string {
  if (!isOpen) return 'Form closed'
  return closesAt ? `Form open until ${formatDueTime(closesAt, timeZone)}` : 'Form open'
}

export const responseStatusLabels: Record<ReviewStatus, string> = {
  PENDING: 'To review',
  APPROVED: 'Enrolled',
  WAITLISTED: 'Waiting list',
  REJECTED: 'Declined',
  LEFT: 'Left the course',
  WITHDRAWN: 'Withdrawn',
}

/** A question as the name of a column or a filter. */
export const shorten = (label: string): string => (label.length > 20 ? `${label.slice(0, 18).trim()}…` : label)

/** “All 20 seats are taken” */
export const formatTaken = (seats: number | null): string => (seats === 1 ? 'The only seat is taken' : `All ${seats} seats are taken`)
