/** Who makes a call, and what they may see of its course. */

import type { Relation, Role } from '@lms/contract/policy'
import type { Db } from '#db/drizzle.ts'
import type { courses, memberships } from '#db/schema/courses.ts'

export interface Actor {
  id: string
  role: Role
  sessionId: string
}

/** A temporary token only allows setting a new password for this user. */
export interface ResetToken {
  id: string
  userId: string
  email: string
}

/** A course that is not deleted, and the actor's active membership in the role of their account. */
export interface CourseRelation {
  id: string
  status: typeof courses.$inferSelect.status
  isArchivedDraft: boolean
  membership: typeof memberships.$inferSelect.status | null
}

/** The subject of a right; rows with these two columns can be passed directly. */
export interface Subject {
  courseId: string
  ownerId?: string | null
}

export interface CourseAccess {
  id: string
  status: typeof courses.$inferSelect.status
  /** Trainer of the course, or an admin: sees drafts and everyone's work. */
  isStaff: boolean
  relation: Relation
}

export interface FoundSession extends Actor {
  /** Its use was recorded long ago. */
  stale: boolean
}
/** Reads a session together with what a call about its user answers. */
export type FindSelf = (db: Db, values: { hash: string; now: string }) => Promise<(FoundSession & { self: unknown }) | undefined>
