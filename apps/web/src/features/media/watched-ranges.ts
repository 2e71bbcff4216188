/** The played parts of a video: sorted, disjoint ranges of seconds, and their sum. */

import { maxRanges } from '@lms/contract/attendance-rules'
import { mergeRanges, sumRanges, type TimeRange } from '@lms/contract/rules/time-ranges'

export type TimeRanges = readonly TimeRange[]

/** Ranges this close (in seconds) are merged: players report their position only a few times a second. */
const joinWithin = 0.5

const round = (seconds: number): number => Math.round(seconds * 100) / 100

/** Sorted, merged and cut to the video. Invalid ranges (empty, backwards, not finite) are dropped. */
export const normalize = (stretches: TimeRanges, duration?: number): TimeRanges =>
  mergeRanges(stretches, duration, joinWithin).map(([from, to]): TimeRange => [round(from), round(to)])

export const union = (one: TimeRanges, other: TimeRanges, duration?: number): TimeRanges => normalize([...one, ...other], duration)

/** Seconds that were played at least once. */
export const countSeconds = (stretches: TimeRanges): number => sumRanges(normalize(stretches))

/** Unique seconds ÷ duration, 0 to 1; 0 if the duration is unknown. */
export function coverage(stretches: TimeRanges, duration: number | null | undefined): number {
  if (!duration || !Number.isFinite(duration)) return 0
  return Math.min(1, countSeconds(normalize(stretches, duration)) / duration)
}

/** For sending: if there are too many, the shortest are dropped. */
export function forSending(stretches: TimeRanges): [number, number][] {
  const all = normalize(stretches)
  const longest = all.length <= maxRanges ? all : [...all].sort((a, b) => b[1] - b[0] - (a[1] - a[0])).slice(0, maxRanges)
  return normalize(longest).map(([from, to]) => [from, to])
}

/** Seconds of the first that the second lacks, within the video. */
export const missingSeconds = (wanted: TimeRanges, known: TimeRanges, duration: number | null): number =>
  countSeconds(union(wanted, known, duration ?? undefined)) - countSeconds(normalize(known, duration ?? undefined))

/** The position of the player, and when it was read. `null` in between: paused, seeking, or not started. */
export type PlayerPosition = { place: number; at: number } | null

/** Tolerance of the position against the clock, because both are not read at the same instant. */
const slackSeconds = 1.5

/**
 * The range between two readings of a playing video, or null if the position jumped: seeking is not watching.
 * Double speed counts; so does the time in which the tab was suspended, if the clock went on.
 */
export function watchedRange(before: PlayerPosition, after: PlayerPosition, rate = 1): TimeRange | null {
  if (!before || !after) return null
  const moved = after.place - before.place
  const possible = ((after.at - before.at) / 1000) * Math.max(rate, 0.1) + slackSeconds
  return moved > 0 && moved <= possible ? [before.place, after.place] : null
}
