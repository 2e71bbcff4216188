/** Thresholds for watched videos and presence, used by the server and explained on screens. Without zod, to keep pages small. */

/** Share of a video that must be watched. */
export const watchedThreshold = 0.9

/** Maximum ranges per user and video: real viewers have fewer, and each report reads them all. */
export const maxRanges = 2000

/** Tolerance in seconds for the duration of a recording; a larger difference means another video (docs/domains/media-and-player.md). */
const sameLength = 1
export const isSameLength = (one: number | null, other: number | null): boolean =>
  one === null || other === null ? one === other : Math.abs(one - other) <= sameLength

/** Milliseconds after the start from which a student is late (docs/domains/attendance.md). */
export const lateAfterMs = 10 * 60_000

export const attendanceStatusLabels = { PRESENT: 'Present', LATE: 'Late', ABSENT: 'Absent', EXCUSED: 'Excused' }
