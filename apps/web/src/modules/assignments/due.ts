/** Words for when work is due, and what lateness costs. */
import type { Assignment, LatePolicy } from '@lms/contract/assignments'
import { clock, day, dueTime, viewerZone } from '#lib/times.ts'

/** “Due today, Fri 20 Nov, 23:59 GMT”. */
export function dueWords(dueAt: string, now: number): string {
  const isToday = day(dueAt) === day(now)
  return `${now > Date.parse(dueAt) ? 'Was due' : 'Due'}${isToday ? ' today,' : ''} ${dueTime(dueAt)}`
}

/** “Lisbon”, from “Europe/Lisbon”. */
export const placeOf = (zone: string): string => zone.split('/').at(-1)!.replaceAll('_', ' ')

/** “23:59 in Lisbon”, where the course’s clock shows another time than the viewer’s. */
export function courseTime(at: string, zone: string): string | null {
  const there = `${day(at, zone)}, ${clock(at, zone)}`
  return there === `${day(at, viewerZone())}, ${clock(at)}` ? null : `${day(at, zone) === day(at) ? clock(at, zone) : there} in ${placeOf(zone)}`
}

const percentWords = (value: number): string => `${value}\u00a0%`

/** “10 % off a day, down to 50 %”. */
export function lateWords({ kind, percent, floor }: LatePolicy): string {
  if (kind === 'NONE') return 'no marks off'
  if (kind === 'FLAG') return 'shown to the trainer, no marks off'
  return `${percentWords(percent)} of the marks off a day${floor > 0 ? `, down to ${percentWords(floor)}` : ''}`
}

type Terms = Pick<Assignment, 'dueAt' | 'closesAt' | 'latePolicy' | 'maxAttempts'>

/** What a student should know before the time is over: one sentence a fact. */
export function ruleSentences({ dueAt, closesAt, latePolicy, maxAttempts }: Terms, now: number): string[] {
  const isLate = dueAt !== null && now > Date.parse(dueAt)
  const closes = closesAt && `It closes ${dueTime(closesAt)}.`
  const late = latePolicy.kind === 'PERCENT_PER_DAY' ? `${isLate ? 'Lateness' : 'After that, lateness'} takes ${lateWords(latePolicy)}.` : ''
  const after = dueAt && !isLate ? (latePolicy.kind === 'NONE' ? '' : `After ${clock(dueAt)} the work counts as late.`) : ''
  const attempts = maxAttempts === null ? 'You can change your answers until they are graded.' : maxAttempts === 1 ? 'You can hand in once.' : `You can hand in ${maxAttempts} times.`
  return [attempts, after, late, closes ?? ''].filter(Boolean)
}
