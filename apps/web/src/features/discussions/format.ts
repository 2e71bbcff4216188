/** People and times of a discussion in words. */
import type { Discussion } from '@lms/contract/discussions'
import { clock, day, dayAndTime, longDay, shortDay } from '#lib/format-date.ts'

export type Author = Discussion['author']

export const getDisplayName = (author: Author): string => author?.name ?? 'Former member'

/** Students are the rule and carry no tag. */
export const getAuthorBadge = (author: Author): string | null =>
  author?.role === 'TRAINER' ? 'Trainer' : author?.role === 'ADMIN' ? 'Admin' : null

const aDay = 86_400_000

/** “Today, 08:55”, “Wed, 15:02”, and the whole date once a weekday would be unclear. */
export function formatPostTime(at: string, now: number): string {
  if (day(at) === day(now)) return `Today, ${clock(at)}`
  return now - Date.parse(at) < 6 * aDay ? `${day(at).slice(0, 3)}, ${clock(at)}` : dayAndTime(at)
}

/** “08:55” today, “Thursday” this week, “12 Nov” before: since when something is new. */
export function formatSince(at: string, now: number): string {
  if (day(at) === day(now)) return clock(at)
  return now - Date.parse(at) < 6 * aDay ? longDay(at).split(' ')[0]! : shortDay(at)
}

export const formatReplies = (count: number): string => (count === 0 ? 'No replies yet' : `${count} ${count === 1 ? 'reply' : 'replies'}`)
