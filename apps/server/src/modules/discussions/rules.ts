/** Decisions about posts. Pure. */

import { deletables } from '@lms/contract/rules/deletion'
import { toPlainText } from '@lms/contract/rules/post-content'
import { findWords } from '@lms/contract/rules/search'

/** Milliseconds after posting in which an edit is not marked. */
const silentChangeMs = 5 * 60_000

/** Whether readers see that a post was edited: after five minutes, or once someone else has replied. */
export const isEditMarked = ({ createdAt }: { createdAt: string }, isAnswered: boolean, now: Date): boolean =>
  isAnswered || now.getTime() - Date.parse(createdAt) > silentChangeMs

/** Milliseconds in which the same text counts as one comment. */
export const sameWithinMs = 60_000

/** Milliseconds in which the deletion of a comment can be undone; the page offers it for ten seconds. */
export const restoreWithinMs = deletables.comment.restorableFor

const excerptLength = 160

/** An excerpt around the longest word of a search: the shortest is in other words too. */
export function getExcerpt(text: string, search: string): string {
  const longest = findWords(text, search).reduce((one, other) => (other[1] - other[0] > one[1] - one[0] ? other : one), [0, 0])
  const at = longest[0]
  const start = at < 60 ? 0 : text.lastIndexOf(' ', at - 40) + 1
  const excerpt = text.slice(start, start + excerptLength)
  return `${start > 0 ? '… ' : ''}${excerpt.trim()}${start + excerptLength < text.length ? ' …' : ''}`
}

/** The comment that a search has found, with an excerpt. */
export const toMatch = (match: { commentId: string; content: string; author: string | null } | null, search = '') =>
  match && { commentId: match.commentId, author: match.author, excerpt: getExcerpt(toPlainText(match.content), search) }

/** Anything written after now is new, whatever the browser's clock says. */
export function untilNow(until: string, now: Date): string {
  const latest = now.toISOString()
  return until < latest ? until : latest
}
