/** What counts as watched and as present: numbers that the server decides by, and screens foretell and explain. Without zod, so that pages stay small. */

const minute = 60_000

/** Share of a video that makes it watched. */
export const watchedThreshold = 0.9

/** Stretches of one person and video: nobody who watches makes as many, and each flush reads them all. */
export const maxRanges = 2000

/** Seconds by which two readings of one recording may differ: a file of another length is another video (docs/domains/media-and-player.md). */
const sameLength = 1
export const isSameLength = (one: number | null, other: number | null): boolean =>
  one === null || other === null ? one === other : Math.abs(one - other) <= sameLength

/** Milliseconds around the planned time in which students join. */
export const joinOpensBefore = 15 * minute
export const joinClosesAfter = 30 * minute

/** Milliseconds after the start from which on who comes is late (docs/domains/attendance.md). */
export const lateAfter = 10 * minute
