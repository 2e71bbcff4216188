/** Labels of questions and responses of sign-up forms. */

import type { FormQuestion, FormQuestionType } from '@lms/contract/rules/form-answers'
import { isVisible } from '@lms/contract/rules/post-content'
import type { ReviewStatus } from '@lms/contract/signup-responses'
import { dueTime } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { fullDate } from '#lib/zoned-date-time.ts'

export const typeLabels: Record<FormQuestionType, string> = {
  SHORT_TEXT: 'Short text',
  LONG_TEXT: 'Long text',
  SINGLE_CHOICE: 'One choice',
  MULTIPLE_CHOICE: 'Several choices',
  DROPDOWN: 'Dropdown',
  YES_NO: 'Yes or no',
  DATE: 'Date',
  NUMBER: 'Number',
  EMAIL: 'Email address',
  PHONE: 'Phone number',
  FILE: 'File',
  CONSENT: 'Consent',
}

/** “Form open until Thu 26 Nov, 09:13 GMT”. */
export function formatOpenUntil(isOpen: boolean, closesAt: string | null, timeZone: string): string {
  if (!isOpen) return 'Form closed'
  return closesAt ? `Form open until ${dueTime(closesAt, timeZone)}` : 'Form open'
}

export const responseStatusLabels: Record<ReviewStatus, string> = {
  PENDING: 'To review',
  APPROVED: 'Enrolled',
  WAITLISTED: 'Waiting list',
  REJECTED: 'Declined',
  LEFT: 'Left the course',
  WITHDRAWN: 'Withdrawn',
}

/** An answer in one line. Files are listed by their names elsewhere. */
export function formatAnswer({ type }: Pick<FormQuestion, 'type'>, value: string | string[] | undefined): string {
  const given = [value ?? []].flat().filter(isVisible)
  if (type === 'FILE') return given.length === 0 ? '' : pluralize(given.length, 'file')
  if (type === 'YES_NO') return given.map((one) => (one === 'yes' ? 'Yes' : 'No')).join('')
  if (type === 'CONSENT') return given.length > 0 ? 'Agreed' : ''
  if (type === 'DATE') return given.map(fullDate).join('')
  return given.join(', ')
}

/** A question as the name of a column or a filter. */
export const shorten = (label: string): string => (label.length > 20 ? `${label.slice(0, 18).trim()}…` : label)
