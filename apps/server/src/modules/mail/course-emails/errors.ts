/** What is wrong with an email to a course, by field. */

import type { FieldError } from '@lms/contract/problems'
import { isWholeCourse, parseAudience, unknownPlaceholders } from '@lms/contract/rules/course-emails'
import { dayIn } from '@lms/contract/rules/course-state'
import { hasPostContent, toPlainText } from '@lms/contract/rules/post-content'
import type { CourseContext } from '#call/handler.ts'
import { problem } from '#call/problems.ts'
import { audienceErrors } from '#modules/mail/course-emails/audience.ts'
import { pictureErrors } from '#modules/mail/course-emails/pictures.ts'
import { cleanPost } from '#services/html.ts'

/** Rules in one email, not counting individual users. */
const mostRules = 20

export function assertNoErrors(errors: FieldError[]): void {
  if (errors.length === 0) return
  const detail = errors.length === 1 ? errors[0]!.detail : `${errors.length} fields need attention.`
  throw problem('validation-failed', { detail, errors })
}

export async function sendToErrors(ctx: CourseContext, courseId: string, sendTo: string | string[]): Promise<FieldError[]> {
  const to = [sendTo].flat()
  const rules = to.filter((entry) => !['PERSON', 'ADDRESS', undefined].includes(parseAudience(entry)?.kind))
  if (rules.length > mostRules) return [{ pointer: '/sendTo', detail: `At most ${mostRules} groups` }]
  return audienceErrors(ctx.db, courseId, to, Array.isArray(sendTo))
}

/** What is between the braces may be long. */
function shorten(placeholder: string): string {
  const text = toPlainText(placeholder)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

interface Text {
  subject?: string | undefined
  body?: string | undefined
}

export async function textErrors(ctx: CourseContext, { subject, body }: Text): Promise<FieldError[]> {
  const unknown = (field: string, text: string) =>
    unknownPlaceholders(text)
      .slice(0, 10)
      .map((name) => ({ pointer: `/${field}`, detail: `There is no ${shorten(name)}. Use Insert.` }))
  return [
    ...(subject === undefined ? [] : unknown('subject', subject)),
    // Entities are resolved first, as they are when the email is read.
    ...(body === undefined ? [] : unknown('body', cleanPost(body))),
    ...(body !== undefined && !hasPostContent(cleanPost(body)) ? [{ pointer: '/body', detail: 'Write a message' }] : []),
    ...(body === undefined ? [] : await pictureErrors(ctx, body)),
  ]
}

export const timeErrors = (ctx: CourseContext, sendAt: string): FieldError[] =>
  Date.parse(sendAt) > ctx.now().getTime() ? [] : [{ pointer: '/sendAt', detail: 'Choose a time in the future' }]

export function announcementErrors(to: string[], showUntil: string | null | undefined, timeZone: string, sendAt: Date): FieldError[] {
  if (!showUntil) return []
  if (!isWholeCourse(to)) return [{ pointer: '/showUntil', detail: 'Only emails to the whole course are shown on its page' }]
  const firstDay = dayIn(timeZone, sendAt.getTime())
  return showUntil < firstDay ? [{ pointer: '/showUntil', detail: 'Choose the day on which it is sent, or a later one' }] : []
}
