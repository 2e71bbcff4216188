/** Sessions and password resets in SQL, found by their tokens. */

import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { memberOf } from '#access/conditions.ts'
import type { CourseRelation, FoundSession, ResetToken } from '#call/actor.ts'
import { problem } from '#call/problems.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { oneTimeTokens, sessions, users } from '#db/schema/users.ts'

/** Sessions expire after 7 days without use, and after 30 days at the latest. */
export const idleDays = 7
/** The use of a session is recorded at most this often, so that reads rarely write. */
const touchEverySeconds = 60

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Of a statement on `sessions` and `users`, with the values `hash` and `now`. */
export const isAlive = and(
  eq(sessions.tokenHash, sql.placeholder('hash')),
  gt(sessions.expiresAt, sql.placeholder('now')),
  sql`${sessions.lastUsedAt} > ${sql.placeholder('now')}::timestamptz - make_interval(days => ${idleDays})`,
  eq(users.status, 'ACTIVE'),
  isNull(users.deletedAt),
)
export const sessionColumns = {
  id: users.id,
  role: users.role,
  sessionId: sessions.id,
  stale: sql<boolean>`${sessions.lastUsedAt} < ${sql.placeholder('now')}::timestamptz - make_interval(secs => ${touchEverySeconds})`,
}
const sessionByToken = prepared((db) =>
  db.select(sessionColumns).from(sessions).innerJoin(users, eq(users.id, sessions.userId)).where(isAlive),
)
/** The same with the course of the request, in one statement. */
const sessionAndCourse = prepared((db) =>
  db
    .select({
      ...sessionColumns,
      courseId: courses.id,
      courseStatus: courses.status,
      isArchivedDraft: courses.isArchivedDraft,
      membership: memberships.status,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(courses, and(eq(courses.id, sql.placeholder('courseId')), isNull(courses.deletedAt)))
    .leftJoin(memberships, memberOf(courses.id))
    .where(isAlive),
)

/** Lists are sorted by the last-seen time, so updating it writes to every index of users: ten times as expensive. */
const seenEverySeconds = 600

/** A lock on a row that another transaction holds: not waited for, because the reads of one page would wait on all connections. */
const unlessHeld = ['no key update', { skipLocked: true }] as const

/** Records the use of a session, and when its user was last seen. */
export async function touchSession(db: Db, sessionId: string, userId: string, now: string): Promise<void> {
  const session = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for(...unlessHeld)
  await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, session))
  const isOld = sql`coalesce(${users.lastSeenAt}, '-infinity') < ${now}::timestamptz - make_interval(secs => ${seenEverySeconds})`
  const user = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isOld))
    .for(...unlessHeld)
  await db.update(users).set({ lastSeenAt: now }).where(eq(users.id, user))
}

/** With the actor's access to the course, and what `FindSelf` has read. */
export type Found = FoundSession & { relation?: CourseRelation | undefined; self?: unknown }

export async function findSession(db: Db, values: { hash: string; now: string; courseId: string | undefined }): Promise<Found | undefined> {
  if (values.courseId === undefined) return (await sessionByToken(db, values))[0]
  const [found] = await sessionAndCourse(db, values)
  if (!found) return undefined
  const { courseId, courseStatus, isArchivedDraft, membership, ...session } = found
  return {
    ...session,
    relation:
      courseId && courseStatus ? { id: courseId, status: courseStatus, isArchivedDraft: isArchivedDraft === true, membership } : undefined,
  }
}

/** The reset of a temporary token; it is not used up yet. */
export async function findReset(db: Db, token: string, now: Date): Promise<ResetToken | undefined> {
  const [found] = await db
    .select({ id: oneTimeTokens.id, userId: users.id, email: sql<string>`${users.email}` })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(
      and(
        eq(oneTimeTokens.tokenHash, hashToken(token)),
        eq(oneTimeTokens.kind, 'RESET'),
        gt(oneTimeTokens.expiresAt, now.toISOString()),
        ne(users.status, 'SUSPENDED'),
        isNull(users.deletedAt),
      ),
    )
  return found
}

/** The same error for a temporary token that is wrong, used, expired, or another user's. */
export function resetEnded(): never {
  throw problem('unauthenticated', { detail: 'This reset has expired. Ask for a new code.' })
}
