/** Decisions about attendance: what was watched, which status follows, and when students may join. Pure; the clock is an argument. */

import type { AttendanceRecord } from '@lms/contract/attendance-record'
import { watchedThreshold, lateAfterMs, maxRanges } from '@lms/contract/attendance-rules'
import { mergeRanges, sumRanges } from '@lms/contract/rules/time-ranges'

/** Start and end, in seconds. */
export type Range = [number, number]

/** The fastest playback speed of players. */
const maxPlaybackRate = 2
/** Slack in seconds that playback may be ahead of the clock: clocks drift, and a report may be late. Never enough for a video to count as watched. */
const getSlack = (duration: number) => Math.min(10, duration / 10)

/** Sorts and merges ranges, clipped to the video: the result is disjoint and ascending, in milliseconds precision. */
export function union(ranges: readonly Range[], duration: number): Range[] {
  return mergeRanges(
    ranges.map(([from, to]): Range => [toMilli(from), toMilli(to)]),
    toMilli(duration),
  )
}
const toMilli = (seconds: number) => Math.round(seconds * 1000) / 1000

export const sumSeconds = (ranges: readonly Range[]): number => toMilli(sumRanges(ranges))

/** The parts of `ranges` that are not in `known`; both disjoint and ascending. */
function subtractRanges(ranges: readonly Range[], known: readonly Range[]): Range[] {
  return ranges.flatMap(([from, to]) => {
    const parts: Range[] = []
    let start = from
    for (const [knownFrom, knownTo] of known) {
      if (knownFrom >= to) break
      if (knownFrom > start) parts.push([start, knownFrom])
      start = Math.max(start, knownTo)
    }
    return start < to ? [...parts, [start, to] satisfies Range] : parts
  })
}

/** The first `seconds` of the ranges. */
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
  /** The clock that reports are measured by. */
  updatedAt: string
}
export interface WatchReport {
  watched: boolean
  position?: number | undefined
  /** Seconds since the viewer was there; 0 if unknown. */
  positionAge?: number | undefined
  ranges?: readonly Range[] | undefined
}
interface Terms {
  /** Null or 0: unknown, so coverage cannot be measured. */
  duration: number | null
  requireVideo: boolean
  now: Date
}

/** The record after a player's report, which never removes what was seen or marked. */
export function applyWatchReport(before: WatchState, sent: WatchReport, { duration, requireVideo, now }: Terms): WatchState {
  const { coverage, isCovered, ...watched } = measureCoverage(before, sent, duration, now)
  // If nothing can be measured, nothing can be required: the claim is accepted, and its source says so.
  const isClaimed = sent.watched && (!requireVideo || coverage === null)
  const watchedAt = before.watchedAt ?? (isCovered || isClaimed ? now.toISOString() : null)
  const position = isOverdue(before, sent, now) ? before.position : Math.min(sent.position ?? before.position, duration || Infinity)
  const after = { ...before, ...watched, coverage, watchedAt, position }
  const isNew = before.status === null
  // Only a mark that rests on a claim gets a better reason; every other stays as it is.
  if (!watchedAt || (!isNew && before.source !== 'SELF')) return after
  const source = isCovered ? 'VIDEO' : 'SELF'
  return { ...after, status: 'PRESENT', source, markedBy: null, markedAt: isNew ? now.toISOString() : before.markedAt }
}

/** The ranges watched so far, and their share of the recording; null if its duration is unknown. */
function measureCoverage(before: WatchState, { ranges = [] }: WatchReport, duration: number | null, now: Date) {
  const { watchedRanges, updatedAt } = addWatchedRanges(before, ranges, duration || Infinity, now)
  const coverage = duration ? Math.min(1, sumSeconds(watchedRanges) / duration) : null
  return { watchedRanges, updatedAt, coverage, isCovered: coverage !== null && coverage >= watchedThreshold }
}

/** Removes the viewer's own claim. Playback and marks by others stay. */
export const undoWatched = (state: WatchState): WatchState =>
  state.status !== null && state.source === 'SELF' ? { ...state, status: null, source: 'VIDEO', markedAt: null, watchedAt: null } : state

/** Maximum age in seconds of a saved position that is still current: players save it that often. */
const freshPositionSeconds = 60

/** Whether the saved position is newer than the one sent, as after watching on another device. */
const isOverdue = (before: WatchState, { positionAge = 0 }: WatchReport, now: Date): boolean =>
  isSaved(before) && positionAge > freshPositionSeconds && now.getTime() - positionAge * 1000 < Date.parse(before.updatedAt)

/**
 * Whether a player has reported its start, so that the clock of the record runs. A record may exist without it: if staff marked it,
 * its age says nothing about watching.
 */
const hasStarted = ({ coverage, watchedRanges: ranges }: Pick<WatchState, 'coverage' | 'watchedRanges'>): boolean =>
  coverage !== null || ranges.length > 0

/** Whether anything was saved by a player; a record may exist without. */
export const isSaved = ({ position, watchedRanges: ranges }: Pick<WatchState, 'position' | 'watchedRanges'>): boolean =>
  position > 0 || ranges.length > 0

/**
 * Adds what was seen, but no more than possible since the last report: the time that passed at the fastest
 * speed, plus some slack, which is small for short videos (decision 0009). Used slack moves the clock of the next report ahead, so that many small reports
 * gain nothing. A player's first call, when playback starts, starts the clock and only has slack; players
 * resend what was not added.
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

/** Whether a session is planned for later: nobody can have watched it yet, even if a recording is attached. */
export const isUpcoming = ({ startsAt }: { startsAt: string | null }, now: Date): boolean =>
  startsAt !== null && now.getTime() < Date.parse(startsAt)

/** The status that a click on Join sets, by its time. */
export const getStatusOfJoining = (startsAt: string, now: Date): 'PRESENT' | 'LATE' =>
  now.getTime() <= Date.parse(startsAt) + lateAfterMs ? 'PRESENT' : 'LATE'

interface RecordInput {
  userId: string
  mediaId?: string | null | undefined
}

/** Validates marks for many students; errors by index. `weekId` means the week's own register. */
export function validateBulkRecords(
  marks: readonly RecordInput[],
  weekId: string,
  known: { enrolled: ReadonlySet<string>; sessions: ReadonlySet<string>; names?: ReadonlyMap<string, string> },
) {
  const seenBefore = new Set<string>()
  return marks.flatMap(({ userId, mediaId }, index) => {
    const session = mediaId ?? weekId
    const isTwice = seenBefore.has(`${userId} ${session}`)
    seenBefore.add(`${userId} ${session}`)
    const error = (field: string, detail: string) => [{ pointer: `/attendance/${index}/${field}`, detail }]
    return [
      ...(known.enrolled.has(userId)
        ? []
        : error('userId', `${known.names?.get(userId) ?? 'This person'} is not enrolled in this course.`)),
      ...(session === weekId || known.sessions.has(session) ? [] : error('mediaId', 'Not a session of this week')),
      ...(isTwice ? error('userId', 'Marked twice') : []),
    ]
  })
}
