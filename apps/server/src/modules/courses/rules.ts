/** Decisions about courses and enrolment. Pure; the clock is an argument. */

import type { Membership } from '@lms/contract/courses'
import { toPlainText } from '@lms/contract/rules/post-content'

const day = 86_400_000

/** Weeks 'Week 1'… seven days apart; without dates if the course has none, or beyond the range of calendars. */
export function numberedWeeks(count: number, startsOn: string | null): { number: number; title: string; startsOn: string | null }[] {
  return Array.from({ length: count }, (_, index) => {
    const start = startsOn === null ? undefined : new Date(Date.parse(startsOn) + index * 7 * day)
    const hasDate = start !== undefined && start.getUTCFullYear() <= 9999
    return { number: index + 1, title: `Week ${index + 1}`, startsOn: hasDate ? start.toISOString().slice(0, 10) : null }
  })
}

/** Whether enrolling has nothing left to do: already a member, or a pending response to a form. */
export const isDecided = (
  membership: Membership['status'] | undefined,
  { enrolment }: { enrolment: 'OPEN' | 'FORM' | 'INVITE' },
): boolean => membership === 'ACTIVE' || (enrolment === 'FORM' && (membership === 'PENDING' || membership === 'WAITLISTED'))

/** Characters. */
const longestSummary = 140

/** Making one takes longer than all that it does for a page of courses. */
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const endOfBlock = /<br ?\/?>|<\/(?:p|h2|h3|li|blockquote|pre)>/g

/** The text of the first block that has any. */
function findFirstBlock(html: string): string {
  let from = 0
  for (const { 0: tag, index } of html.matchAll(endOfBlock)) {
    const text = toPlainText(html.slice(from, index))
    if (text) return text
    from = index + tag.length
  }
  return toPlainText(html.slice(from))
}

/** The first sentence of a description, which is HTML. */
export function toSummary(description: string): string {
  const [first] = sentences.segment(findFirstBlock(description))
  const text = first?.segment.trim() ?? ''
  const characters = [...text]
  return characters.length > longestSummary
    ? `${characters
        .slice(0, longestSummary - 1)
        .join('')
        .trimEnd()}…`
    : text
}
