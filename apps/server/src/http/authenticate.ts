/** Identifies the caller: the session of a bearer token, or the password reset of a temporary token. */

import { findReset, findSession, hashToken, resetEnded, touchSession, type Found } from '#access/sessions.ts'
import type { Actor, CourseRelation, FindSelf, ResetToken } from '#call/actor.ts'
import { problem } from '#call/problems.ts'
import type { Db } from '#db/drizzle.ts'
import { getDriverError } from '#db/pool.ts'

const getBearerToken = (authorization: string | undefined) => /^Bearer ([\w-]{20,100})$/i.exec(authorization ?? '')?.[1]

/** A full disk, and a lock that was waited for in vain. */
const forgivable = new Set<unknown>(['53100', '55P03'])
function unlessForgivable(error: unknown): void {
  if (!forgivable.has((getDriverError(error) as { code?: string } | undefined)?.code)) throw error
}

interface Caller {
  actor: Actor
  /** What `findSelf` has read. */
  self?: unknown
  /** The actor's access to the requested course; undefined if none was requested or it does not exist. */
  relation: CourseRelation | undefined
}

/** The actor of a request and their access to the course with that id. Throws `unauthenticated` without a valid session. */
export async function findCaller(
  db: Db,
  authorization: string | undefined,
  now: Date,
  { courseId, findSelf }: { courseId?: string | undefined; findSelf?: FindSelf | undefined } = {},
): Promise<Caller> {
  const token = getBearerToken(authorization)
  const at = now.toISOString()
  const values = token && { hash: hashToken(token), now: at }
  const found: Found | undefined = values ? await (findSelf?.(db, values) ?? findSession(db, { ...values, courseId })) : undefined
  if (!found) throw problem('unauthenticated', { detail: 'Your session has ended. Sign in again.' })
  const { stale, relation, self, ...actor } = found
  // Neither a full disk nor a lock may block reads.
  if (stale) await touchSession(db, actor.sessionId, actor.id, at).catch(unlessForgivable)
  return { actor, relation, self }
}

/** The reset of a request; it is not used up yet. Throws `unauthenticated` without a valid temporary token. */
export async function findResetToken(db: Db, authorization: string | undefined, now: Date): Promise<ResetToken> {
  const token = getBearerToken(authorization)
  return (token && (await findReset(db, token, now))) || resetEnded()
}
