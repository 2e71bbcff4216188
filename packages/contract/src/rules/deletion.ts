/** How long deleted courses and weeks can be restored. */

/** Days (decision 0018). */
export const restorableDays = 30

const day = 86_400_000

/** Anything deleted before this instant is purged, or about to be. */
export const purgeBefore = (now: Date): Date => new Date(now.getTime() - restorableDays * day)

/** The end of the time for restoring. */
export const restorableUntil = (deletedAt: string): string => new Date(Date.parse(deletedAt) + restorableDays * day).toISOString()
