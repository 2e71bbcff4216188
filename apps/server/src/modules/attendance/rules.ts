/** Decisions about attendance: what was watched, what that marks, and when one may join. Pure, the clock is an argument. */
import type { AttendanceRecord } from '@lms/contract/attendance'
import { mergeRanges, sumRanges } from '@lms/contract/rules/time-ranges'
import { watchedThreshold, lateAfter, maxRanges } from '@lms/contract/attendance-rules'

/** From and to, in seconds. */
export type Range = [number, number]

/** Players go up to this many times the speed of life. */
const maxPlaybackRate = 2
/** Seconds that may be seen ahead of the clock: clocks drift, and a flush may be late. Never enough for what makes a video watched. */
const getSlack = (duration: number) => Math.min(10, duration / 10)

/** Disjoint and rising, within the video; touching stretches are one. To the millisecond. */
export function union(ranges: readonly Range[], duration: number): Range[] {
  return mergeRanges(
    ranges.map(([from, to]): Range => [toMilli(from), toMilli(to)]),
    toMilli(duration),
  )
}
const toMilli = (seconds: number) => Math.round(seconds * 1000) / 1000

export const sumSeconds = (ranges: readonly Range[]): number => toMilli(sumRanges(ranges))

/** What of `ranges` is not in `known`; both disjoint and rising. */
function subtractRanges(ranges: readonly Range[], known: readonly Range[]): Range[] {
  return ranges.flatMap(([from, to]) => {
    const parts: Range[] = []
    let start = from
    for (const [knownFrom, knownTo] of known) {
      if (knownTo <= start || knownFrom >= to) continue
      if (knownFrom > start) parts.push([start, knownFrom])
      start = Math.max(start, knownTo)
    }
    return start < to ? [...parts, [start, to] satisfies Range] : parts
  })
}

/** The first so many seconds of stretches. */
function takeFirst(ranges: readonly Range[], seconds: number): Range[] {
  let left = seconds
  return ranges.map(([from, to]) => {
    const taken = Math.min(to - from, left)
    left -= taken
    return [from, from + taken]
  })
}

export interface WatchState {
  status: AttendanceRecord['status']
  source: AttendanceRecord['source']
  markedBy: string | null
  markedAt: string | null
  position: number
  watchedRanges: Range[]
  coverage: number | null
  watchedAt: string | null
  /** The clock that flushes are measured by. */
  updatedAt: string
}
export interface WatchReport {
  watched: boolean
  position?: number | undefined
  /** Seconds since the viewer was there; 0 where it is not said. */
  positionAge?: number | undefined
  ranges?: readonly Range[] | undefined
}
interface Terms {
  /** Null or 0: unknown, so that coverage cannot be measured. */
  duration: number | null
  requireVideo: boolean
  now: Date
}

/** The record after a player's flush. Nothing that was seen or marked is ever lost by one. */
export function applyWatchReport(before: WatchState, sent: WatchReport, { duration, requireVideo, now }: Terms): WatchState {
  const { watchedRanges, updatedAt } = addWatchedRanges(before, sent.ranges ?? [], duration || Infinity, now)
  const coverage = duration ? Math.min(1, sumSeconds(watchedRanges) / duration) : null
  const isCovered = coverage !== null && coverage >= watchedThreshold
  // Where nothing can be measured, nothing can be required: the claim is accepted, and its source says so.
  const isClaimed = sent.watched && (!requireVideo || coverage === null)
  const watchedAt = before.watchedAt ?? (isCovered || isClaimed ? now.toISOString() : null)
  const position = isOverdue(before, sent, now) ? before.position : Math.min(sent.position ?? before.position, duration || Infinity)
  const after = { ...before, watchedRanges, updatedAt, coverage, watchedAt, position }
  const isMarkedOtherwise = before.status !== null && before.source !== 'VIDEO' && before.source !== 'SELF'
  if (!watchedAt || isMarkedOtherwise) return after
  const isNew = before.status === null
  const source = isCovered || (!isNew && before.source === 'VIDEO') ? 'VIDEO' : 'SELF'
  return { ...after, status: 'PRESENT', source, markedBy: null, markedAt: isNew ? now.toISOString() : before.markedAt }
}

/** Without the viewer's own word. What was played or marked by others stays. */
export const undoWatched = (state: WatchState): WatchState =>
  state.status !== null && state.source === 'SELF' ? { ...state, status: null, source: 'VIDEO', markedAt: null, watchedAt: null } : state

/** Seconds that a place may be old and still be where the viewer is: players save it that often. */
const freshPlace = 60

/** Whether a place was saved before that is newer than the one that is sent, as after watching on another device. */
const isOverdue = (before: WatchState, { positionAge = 0 }: WatchReport, now: Date): boolean =>
  isSaved(before) && positionAge > freshPlace && now.getTime() - positionAge * 1000 < Date.parse(before.updatedAt)

/**
 * Whether a player has reported its start, so that the clock of the record runs. A record may be there without: somebody marked it,
 * and its age says nothing of the watching.
 */
const hasStarted = ({ coverage, watchedRanges: ranges }: Pick<WatchState, 'coverage' | 'watchedRanges'>): boolean =>
  coverage !== null || ranges.length > 0

/** Whether anything of a player was saved; a record may be there without. */
export const isSaved = ({ position, watchedRanges: ranges }: Pick<WatchState, 'position' | 'watchedRanges'>): boolean =>
  position > 0 || ranges.length > 0

/**
 * Adds what was seen, but no more than can have been seen since the flush before: the time that passed, at the fastest
 * speed, and some slack, which is little where the video is short (decision 0009). Who uses slack sets the clock of the next flush ahead by as much, so that many small flushes
 * gain nothing. The first call of a player starts the clock and has slack alone: players make it when they begin to play, and
 * send again what was not added.
 */
function addWatchedRanges(
  before: WatchState,
  sent: readonly Range[],
  duration: number,
  now: Date,
): Pick<WatchState, 'watchedRanges' | 'updatedAt'> {
  const stored = union(before.watchedRanges, duration)
  const fresh = subtractRanges(union(sent, duration), stored)
  const elapsed = hasStarted(before) ? (now.getTime() - Date.parse(before.updatedAt)) / 1000 : 0
  const all = union([...stored, ...takeFirst(fresh, Math.max(0, elapsed * maxPlaybackRate + getSlack(duration)))], duration)
  const ranges = all.length > maxRanges ? stored : all
  const ahead = Math.max(0, (sumSeconds(ranges) - sumSeconds(stored)) / maxPlaybackRate - elapsed)
  return { watchedRanges: ranges, updatedAt: new Date(now.getTime() + ahead * 1000).toISOString() }
}

/** Whether a session is planned for later: nobody can have watched it yet, whatever is kept as its recording. */
export const isUpcoming = ({ startsAt }: { startsAt: string | null }, now: Date): boolean =>
  startsAt !== null && now.getTime() < Date.parse(startsAt)

/** What a click on Join marks, by when it came. */
export const joinStatus = (startsAt: string, now: Date): 'PRESENT' | 'LATE' =>
  now.getTime() <= Date.parse(startsAt) + lateAfter ? 'PRESENT' : 'LATE'

interface Mark {
  userId: string
  mediaId?: string | null | undefined
}

/** What is wrong with marks for many, each by its place. `weekId` means the week's own register. */
export function validateBulkMarks(
  marks: readonly Mark[],
  weekId: string,
  known: { enrolled: ReadonlySet<string>; sessions: ReadonlySet<string> },
) {
  const seenBefore = new Set<string>()
  return marks.flatMap(({ userId, mediaId }, index) => {
    const session = mediaId ?? weekId
    const isTwice = seenBefore.has(`${userId} ${session}`)
    seenBefore.add(`${userId} ${session}`)
    const error = (field: string, detail: string) => [{ pointer: `/attendance/${index}/${field}`, detail }]
    return [
      ...(known.enrolled.has(userId) ? [] : error('userId', 'Not enrolled in this course')),
      ...(session === weekId || known.sessions.has(session) ? [] : error('mediaId', 'Not a session of this week')),
      ...(isTwice ? error('userId', 'Marked twice') : []),
    ]
  })
}
