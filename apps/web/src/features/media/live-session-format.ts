/** What the card of a live session says, phase by phase. Pure. */
import type { ProgressItem } from '@lms/contract/courses'
import type { Media } from '@lms/contract/media'
import { isOpen, type LivePhase } from '#lib/live-session.ts'
import { clock, day, dueTime, duration, timeRange } from '#lib/format-date.ts'
import type { StatusName } from '#ui/status-icon.tsx'

type Zoom = NonNullable<Media['zoomOptions']>

const phaseBadges: Record<LivePhase, { state: StatusName; word: string }> = {
  scheduled: { state: 'not-started', word: 'Scheduled' },
  soon: { state: 'live', word: 'Opens soon' },
  live: { state: 'live', word: 'Live now' },
  ended: { state: 'not-started', word: 'Ended' },
  ready: { state: 'graded', word: 'Recording ready' },
}
const movedBadge = { state: 'late', word: 'Moved' } as const

export const getStatusBadge = (phase: LivePhase, isMoved: boolean): { state: StatusName; word: string } =>
  isMoved && phase === 'scheduled' ? movedBadge : phaseBadges[phase]

const getEnd = ({ startsAt, durationMinutes }: Zoom): number => Date.parse(startsAt) + durationMinutes * 60_000
const dayWord = (at: number, now: number): string => (day(at) === day(now) ? 'Today' : `${day(at)},`)

/** “Fri 20 Nov, 14:00 to 15:00”: the plan of before, to be struck through. */
export function oldTime({ previousStartsAt, durationMinutes }: Zoom): string | null {
  if (!previousStartsAt) return null
  return `${day(previousStartsAt)}, ${timeRange(previousStartsAt, Date.parse(previousStartsAt) + durationMinutes * 60_000)}`
}

/** “Today 14:00 to 15:00, your time (GMT)”. */
export function timeLine(zoom: Zoom, phase: LivePhase, now: number): string {
  const end = getEnd(zoom)
  if (phase === 'ended') return `Ended ${dayWord(end, now).toLowerCase() === 'today' ? 'today' : dayWord(end, now)} ${clock(end)}`
  if (phase === 'ready') return `Held ${day(zoom.startsAt)} · ${duration(zoom.durationMinutes * 60)}`
  const range = `${dayWord(Date.parse(zoom.startsAt), now)} ${timeRange(zoom.startsAt, end)}`
  return phase === 'soon' ? `${range} · room is open` : `${range}, your time (${dueTime(zoom.startsAt).split(' ').at(-1)})`
}

const presenceTexts: Partial<Record<ProgressItem['state'], string>> = {
  PRESENT: 'You were present.',
  LATE: 'You came late, which counts as present.',
  EXCUSED: 'You are excused.',
  WATCHED: 'You watched the recording, which makes up for it.',
  ABSENT: 'You were marked absent.',
}

export function formatMyAttendance(phase: LivePhase, own: ProgressItem | undefined, isJoinable: boolean): string {
  if (isOpen(phase)) return own?.joinedAt ? `You joined at ${clock(own.joinedAt)}.` : ''
  const was = own ? (presenceTexts[own.state] ?? '') : ''
  if (phase === 'ended' && isJoinable) return `${was} If it runs over, you can still come in.`.trim()
  if (phase === 'ended') return `${was} The recording appears here if the trainers add one.`.trim()
  if (phase !== 'ready' || !own) return ''
  return own.done ? `${was} Watching again changes nothing.` : `${was} Watching the recording makes up for it.`.trim()
}
