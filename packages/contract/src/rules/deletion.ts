/** What can be deleted, for how long it can be restored, and what is left of it. */

/** Days (decision 0018). */
export const restorableDays = 30

/** Milliseconds. */
const minute = 60_000
const day = 86_400_000

/** Anything deleted before this instant is purged, or about to be. */
export const purgeBefore = (now: Date): Date => new Date(now.getTime() - restorableDays * day)

/** The end of the time for restoring. */
export const restorableUntil = (deletedAt: string): string => new Date(Date.parse(deletedAt) + restorableDays * day).toISOString()

export const deletionStates = {
  PRESENT: 'there',
  RESTORABLE: 'not shown; restoring it brings back everything as it was',
  GONE: 'cannot be restored; the next purge removes what is not kept',
} as const
export type DeletionState = keyof typeof deletionStates

interface MoveRule {
  by: 'person' | 'time'
  from: readonly DeletionState[]
  to: readonly DeletionState[]
}

export const deletionMoves = {
  delete: { by: 'person', from: ['PRESENT'], to: ['RESTORABLE', 'GONE'] },
  restore: { by: 'person', from: ['RESTORABLE'], to: ['PRESENT'] },
  expire: { by: 'time', from: ['RESTORABLE'], to: ['GONE'] },
} as const satisfies Record<string, MoveRule>
export type DeletionMove = keyof typeof deletionMoves

interface Deletable {
  /** Milliseconds; 0: it is gone at once. */
  restorableFor: number
  kept: string
}

const submittedWork = 'submitted work, with its assignment and week, for its author'
export const deletables = {
  course: { restorableFor: restorableDays * day, kept: submittedWork },
  week: { restorableFor: restorableDays * day, kept: submittedWork },
  assignment: { restorableFor: restorableDays * day, kept: submittedWork },
  comment: { restorableFor: minute, kept: 'its place, without the text' },
  media: { restorableFor: 0, kept: 'who watched or joined, until the course is purged' },
  discussion: { restorableFor: 0, kept: 'nothing is shown; its rows stay until the course is purged' },
  user: { restorableFor: 0, kept: 'submitted work and posts, without a name' },
} as const satisfies Record<string, Deletable>
