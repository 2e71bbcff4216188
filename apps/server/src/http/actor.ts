/** Who is asking: the session behind a bearer token, or the reset behind a temporary one. */
import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Role } from '@lms/contract/policy'
import { prepared, type Db } from '#db/drizzle.ts'
import { driverErrorOf } from '#db/pool.ts'
import { oneTimeTokens } from '#db/schema/sign-in.ts'
import { sessions, users } from '#db/schema/users.ts'
import { problem } from '#http/problems.ts'

export interface Actor {
  id: string
  role: Role
  sessionId: string
}

/** Sessions end after 7 days without use, and after 30 days at the latest (product decisions, section 3). */
export const idleDays = 7
/** Seconds; a use is noted at most this often, so that reading does not mean writing. */
const touchEvery = 60

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const sessionByToken = prepared((db) =>
  db
    .select({
      id: users.id,
      role: users.role,
      sessionId: sessions.id,
      stale: sql<boolean>`${sessions.lastUsedAt} < ${sql.placeholder('now')}::timestamptz - make_interval(secs => ${touchEvery})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('hash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        sql`${sessions.lastUsedAt} > ${sql.placeholder('now')}::timestamptz - make_interval(days => ${idleDays})`,
        eq(users.status, 'ACTIVE'),
        isNull(users.deletedAt),
      ),
    ),
)

/** Seconds; lists are sorted by when people were seen, so noting it writes to every index on people: ten times dearer. */
const seenEvery = 600

/** Notes the use of a session and that its person was seen. */
async function touch(db: Db, sessionId: string, userId: string, now: string): Promise<void> {
  await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, sessionId))
  const isOld = sql`coalesce(${users.lastSeenAt}, '-infinity') < ${now}::timestamptz - make_interval(secs => ${seenEvery})`
  await db
    .update(users)
    .set({ lastSeenAt: now })
    .where(and(eq(users.id, userId), isOld))
}

function unlessFull(error: unknown): void {
  if ((driverErrorOf(error) as { code?: string } | undefined)?.code !== '53100') throw error
}

const bearerOf = (authorization: string | undefined) => /^Bearer ([\w-]{20,100})$/.exec(authorization ?? '')?.[1]

/** The actor of a request. Throws `unauthenticated` without a living session. */
export async function actorOf(db: Db, authorization: string | undefined, now: Date): Promise<Actor> {
  const token = bearerOf(authorization)
  const at = now.toISOString()
  const [found] = token ? await sessionByToken(db, { hash: hashToken(token), now: at }) : []
  if (!found) throw problem('unauthenticated', { detail: 'Your session has ended. Sign in again.' })
  const { stale, ...actor } = found
  // A disk without room must not keep anybody from reading.
  if (stale) await touch(db, actor.sessionId, actor.id, at).catch(unlessFull)
  return actor
}

/** What a temporary token allows: a new password for this one person. */
export interface ResetToken {
  id: string
  userId: string
  email: string
}

/** The reset of a request; it is not used up yet. Throws `unauthenticated` without a living temporary token. */
export async function resetOf(db: Db, authorization: string | undefined, now: Date): Promise<ResetToken> {
  const token = bearerOf(authorization)
  const [found] = token
    ? await db
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
    : []
  return found ?? resetEnded()
}

/** The one answer to a temporary token that is wrong, used, too old, or another person's. */
export function resetEnded(): never {
  throw problem('unauthenticated', { detail: 'This reset has ended. Ask for a new code.' })
}
