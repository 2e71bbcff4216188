/** Notices under the headings of the panel. */
import type { Notice } from '@lms/contract/notices'

const aDay = 86_400_000

const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString()

function getGroupTitle({ createdAt }: Notice, now: Date): 'Today' | 'Earlier this week' | 'Earlier' {
  const at = new Date(createdAt)
  if (isSameDay(at, now)) return 'Today'
  // Weeks begin on Monday.
  const monday = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime() - ((now.getDay() + 6) % 7) * aDay
  return at.getTime() >= monday ? 'Earlier this week' : 'Earlier'
}

/** In their order, without empty groups. */
export const groupByAge = (notices: readonly Notice[], now = new Date()) =>
  [...Map.groupBy(notices, (notice) => getGroupTitle(notice, now))].map(([title, items]) => ({ title, items }))
