/** Formats due times and late deductions. */

import type { Assignment, LatePolicy } from '@lms/contract/assignments'
import { isPast } from '@lms/contract/rules/late-policy'
import { getLateAfter } from '@lms/contract/rules/owed-work'
import { formatClock, formatDay, formatDayAndTime, formatDueTime, getViewerZone } from '#lib/format-date.ts'
import { formatZone, getToday, toLocalInput } from '#lib/zoned-date-time.ts'

/** “Due today, Fri 20 Nov, 23:59 GMT”, “Extended to Tue 24 Nov, 23:59 GMT”. */
export function formatDue(dueAt: string, now: number, isExtended = false): string {
  const isToday = formatDay(dueAt) === formatDay(now)
  const word = isExtended ? 'Extended to' : 'Due'
  return `${isPast(dueAt, now) ? `Was ${word.toLowerCase()}` : word}${isToday ? ' today,' : ''} ${formatDueTime(dueAt)}`
}

/** Whether the clocks of two zones show the same at an instant. */
const sameClock = (at: string, one: string, other = getViewerZone()): boolean => toLocalInput(at, one) === toLocalInput(at, other)

/** “23:59 Lisbon time”, if the course’s time differs from the viewer’s. */
export function courseTime(at: string, zone: string): string | null {
  if (sameClock(at, zone)) return null
  // Not by their words: for some hours only one of the zones is in the new year, and names the year of the same day.
  const [there, here] = [zone, getViewerZone()].map((one) => getToday(one, Date.parse(at)))
  return `${there === here ? '' : `${formatDay(at, zone)}, `}${formatClock(at, zone)} ${formatZone(zone)}`
}

const formatPercent = (value: number): string => `${value}\u00a0%`

/** “10 % of the marks a day, down to 50 %”. */
export function formatLateness({ kind, percent, floor }: LatePolicy): string {
  if (kind === 'NONE') return 'no marks off'
  if (kind === 'FLAG') return 'shown to the trainer, no marks off'
  return `${formatPercent(percent)} of the marks a day${floor > 0 ? `, down to ${formatPercent(floor)}` : ''}`
}

/** The due time after which the viewer's own submission is late. */
export const getOwnLateAfter = ({ work, ...terms }: Pick<Assignment, 'dueAt' | 'work' | 'latePolicy'>): string | null =>
  getLateAfter({ ...terms, beforeJoining: work?.beforeJoining ?? false })

type Terms = Pick<Assignment, 'dueAt' | 'closesAt' | 'latePolicy' | 'maxAttempts' | 'work'>

function lateSentence(terms: Terms, now: number): string {
  const { latePolicy } = terms
  const dueAt = getOwnLateAfter(terms)
  if (dueAt === null) return ''
  const isLate = isPast(dueAt, now)
  const cost = latePolicy.kind === 'PERCENT_PER_DAY' ? ` and loses ${formatLateness(latePolicy)}` : ''
  const time = formatDay(dueAt) === formatDay(now) ? formatClock(dueAt) : formatDayAndTime(dueAt)
  return isLate ? `The work counts as late${cost}.` : `After ${time} the work counts as late${cost}.`
}

type Work = { status: string; attempt: number; gradedBy: unknown; recordedBy?: unknown } | null

/** What a student may still submit. */
function attemptSentence({ maxAttempts }: Terms, work: Work): string {
  const used = (work?.attempt ?? 0) - (work?.recordedBy ? 1 : 0)
  if (maxAttempts === null)
    return work?.status === 'GRADED' && !work.gradedBy
      ? 'You can change your answers and submit again.'
      : 'You can change your answers until your trainer grades them.'
  // Returned work may be submitted without attempts left.
  const left = Math.max(maxAttempts - used, 1)
  const more = used > 0 ? ' more' : ''
  return left === 1 ? `You can submit once${more}.` : `You can submit ${left}${more} times.`
}

/** What a student should know before the deadline: one sentence per fact. */
export function ruleSentences(terms: Terms, now: number, work: Work): string[] {
  const { closesAt } = terms
  const closes = closesAt ? `It closes ${formatDueTime(closesAt)}.` : ''
  return [attemptSentence(terms, work), lateSentence(terms, now), closes].filter(Boolean)
}
