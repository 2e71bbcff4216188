/** Sessions, and the sources that accounts have signed in from, in SQL. */

import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { unreadNotices } from '#access/notices.ts'
import { idleDays, isAlive, sessionColumns } from '#access/sessions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { paged, total, type Page } from '#db/page.ts'
import { accountColumns, sessions, signInSources, users } from '#db/schema/users.ts'

const { placeholder } = sql

/** Days that a source is remembered after a sign-in; the device's cookie lasts as long. */
export const knownSourceDays = 90

export const toDaysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()

const knownSources = prepared((db) =>
  db
    .select({ source: signInSources.source })
    .from(signInSources)
    .innerJoin(users, eq(users.id, signInSources.userId))
    .where(
      and(
        eq(users.email, placeholder('email')),
        sql`${signInSources.source} = any(${placeholder('sources')}::text[])`,
        gt(signInSources.lastSignInAt, placeholder('since')),
      ),
    ),
)
/** Which of these sources the account has signed in from lately. */
export const findKnownSources = async (db: Db, email: string, sources: string[], now: Date): Promise<string[]> =>
  (await knownSources(db, { email, sources, since: toDaysBefore(now, knownSourceDays) })).map(({ source }) => source)

const sourcesUpsert = (db: Db) =>
  db
    .insert(signInSources)
    .select(
      sql`select ${placeholder('userId')}::uuid, source, ${placeholder('now')}::timestamptz from unnest(${placeholder('sources')}::text[]) source`,
    )
    .onConflictDoUpdate({ target: [signInSources.userId, signInSources.source], set: { lastSignInAt: sql`excluded.last_sign_in_at` } })
const sourcesRemembered = prepared(sourcesUpsert)
export const upsertSources = async (db: Db, userId: string, sources: string[], now: Date): Promise<void> =>
  void (await sourcesRemembered(db, { userId, sources, now: now.toISOString() }))

/** Sessions per user: more come from a program that signs in for each action. */
const mostSessions = 50

const sessionInsert = prepared((db) => {
  const userId = placeholder('userId')
  const at = sql`${placeholder('now')}::timestamptz`
  const inserted = db.$with('inserted').as(
    db.insert(sessions).values({
      id: placeholder('id'),
      userId,
      tokenHash: placeholder('tokenHash'),
      createdAt: at,
      lastUsedAt: at,
      expiresAt: placeholder('expiresAt'),
      ip: placeholder('ip'),
      userAgent: placeholder('userAgent'),
    }),
  )
  const ended = db.$with('ended').as(
    db.delete(sessions).where(
      inArray(
        sessions.id,
        db
          .select({ id: sessions.id })
          .from(sessions)
          .where(eq(sessions.userId, userId))
          .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
          .offset(mostSessions - 1),
      ),
    ),
  )
  const remembered = db.$with('remembered').as(sourcesUpsert(db))
  return db
    .with(inserted, ended, remembered)
    .update(users)
    .set({ lastSeenAt: at })
    .where(eq(users.id, userId))
    .returning({ ...accountColumns, preferences: users.preferences })
})

type NewSession = Pick<typeof sessions.$inferSelect, 'userId' | 'tokenHash' | 'expiresAt' | 'ip' | 'userAgent'>

/**
 * Signs in: creates the session, replacing the least recently used one if there are too many; saves the sources and the sign-in
 * time. Returns the user as they see themselves.
 */
export async function insertSession(db: Db, session: NewSession & { sources: string[] }, now: Date) {
  const [self] = await sessionInsert(db, { id: randomUUIDv7(), ...session, now: now.toISOString() })
  return self!
}

const selfBySession = prepared((db) =>
  db
    .select({
      ...sessionColumns,
      self: { ...accountColumns, preferences: users.preferences, unreadNotices: unreadNotices(sql`${users.id}`) },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(isAlive),
)
/** A session with its user as they see themselves, and the number of unread notices, because each page asks for it. */
export const findUserOfSession = async (db: Db, values: { hash: string; now: string }) => (await selfBySession(db, values))[0]

/** Whether the user had that session. */
export async function deleteSession(db: Db, id: string, userId: string): Promise<boolean> {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  return deleted.length > 0
}

export const listSessionsOfUser = (db: Db, userId: string, now: Date, page: Page) =>
  paged(
    (limit, offset) =>
      db
        .select({
          id: sessions.id,
          createdAt: sessions.createdAt,
          lastUsedAt: sessions.lastUsedAt,
          userAgent: sessions.userAgent,
          ip: sessions.ip,
        })
        .from(sessions)
        .where(isAliveOf(userId, now))
        .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
        .limit(limit)
        .offset(offset),
    () => db.select(total).from(sessions).where(isAliveOf(userId, now)),
    page,
  )

const aliveSessions = prepared((db) =>
  db
    .select({ id: sessions.id, ip: sessions.ip, userAgent: sessions.userAgent, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, placeholder('userId')),
        gt(sessions.expiresAt, placeholder('now')),
        gt(sessions.lastUsedAt, placeholder('idleSince')),
      ),
    )
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id)),
)
/** All sessions of a user, of which there are few, last used first. */
export const listAliveSessions = (db: Db, userId: string, now: Date) =>
  aliveSessions(db, { userId, now: now.toISOString(), idleSince: getIdleLimit(now) })

export const getIdleLimit = (now: Date) => toDaysBefore(now, idleDays)
const isAliveOf = (userId: string, now: Date) =>
  and(eq(sessions.userId, userId), gt(sessions.expiresAt, now.toISOString()), gt(sessions.lastUsedAt, getIdleLimit(now)))

/** Ends a user's sessions, except the given one. */
export const deleteSessionsOf = (db: Db, userId: string, exceptId?: string) =>
  db.delete(sessions).where(and(eq(sessions.userId, userId), exceptId ? ne(sessions.id, exceptId) : undefined))
