/** People and times of a discussion in words. */

import type { Discussion } from '@lms/contract/discussions'
import { formatClock, formatDay } from '#lib/format-date.ts'

export type Author = Discussion['author']

export const getDisplayName = (author: Author): string => author?.name ?? 'Former member'

/** Most authors are students, who have no badge. */
export const getAuthorBadge = (author: Author): string | null =>
  author?.role === 'TRAINER' ? 'Trainer' : author?.role === 'ADMIN' ? 'Admin' : null

export const getAnswerLabel = (author: Author): string => (author?.role === 'TRAINER' ? 'Trainer’s answer' : 'Answer')

const anHour = 3_600_000
const aDay = 24 * anHour

/** “Today, 08:55”, “Wed, 15:02”, and the whole date once a weekday would be unclear. */
export function formatPostTime(at: string, now: number): string {
  const on = formatDay(at)
  if (on === formatDay(now)) return `Today, ${formatClock(at)}`
  return `${now - Date.parse(at) < 6 * aDay ? on.slice(0, 3) : on}, ${formatClock(at)}`
}

/** The same within a sentence. */
export const formatTimeWithin = (at: string, now: number): string => formatPostTime(at, now).replace(/^Today/, 'today')

/** “40 min”, “26 h”, “5 days”: how long something has waited. */
export function formatAge(at: string, now: number): string {
  const age = Math.max(0, now - Date.parse(at))
  if (age < anHour) return `${Math.max(1, Math.floor(age / 60_000))} min`
  return age < 2 * aDay ? `${Math.floor(age / anHour)} h` : `${Math.floor(age / aDay)} days`
}

export const formatReplies = (count: number): string => (count === 0 ? 'no replies' : `${count} ${count === 1 ? 'reply' : 'replies'}`)

/** The server counts no further. */
export const formatNew = (count: number): string => (count >= 100 ? '99+ new' : `${count} new`)
