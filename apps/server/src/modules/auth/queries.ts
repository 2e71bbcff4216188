/** Signing in, in SQL. */
import { randomUUIDv7 } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { sessions, users } from '#db/schema/users.ts'

/** What signing in needs to know; deleted people have no address. */
export async function findLogin(db: Db, email: string) {
  const [found] = await db
    .select({ id: users.id, passwordHash: users.passwordHash, status: users.status })
    .from(users)
    .where(eq(users.email, email))
  return found
}

/** Undefined where the address has an account. */
export async function insertAccount(db: Db, account: { name: string; email: string; passwordHash: string }) {
  const [made] = await db.insert(users).values(account).onConflictDoNothing({ target: users.email }).returning({ id: users.id })
  return made
}

/** Signs in: the session, and that the person was seen. */
export async function insertSession(db: Db, session: typeof sessions.$inferInsert & { createdAt: string }) {
  await db.insert(sessions).values(session)
  await db.update(users).set({ lastSeenAt: session.createdAt }).where(eq(users.id, session.userId))
}

export const deleteSession = (db: Db, id: string) => db.delete(sessions).where(eq(sessions.id, id))

/** Ends a person's sessions, but for the one that is kept. */
export const deleteSessionsOf = (db: Db, userId: string, kept?: string) =>
  db.delete(sessions).where(and(eq(sessions.userId, userId), kept ? ne(sessions.id, kept) : undefined))

/** Which of these addresses can sign in. */
export const listActiveAmong = (db: Db, emails: string[]) =>
  db
    .select({ email: users.email })
    .from(users)
    .where(and(sql`${users.email} = any(${sql.param(emails)}::text[])`, eq(users.status, 'ACTIVE')))

/** New tokens in place of those of the same kind that these people have. */
export async function replaceTokens(
  db: Db,
  kind: 'RESET' | 'INVITATION',
  tokens: readonly { userId: string; tokenHash: string }[],
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await db.execute(sql`
    insert into one_time_tokens (id, user_id, kind, token_hash, created_at, expires_at)
    select r.id, r.user_id, ${kind}, r.token_hash, ${now.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz
    from unnest(
      ${sql.param(tokens.map(() => randomUUIDv7()))}::uuid[], ${sql.param(tokens.map(({ userId }) => userId))}::uuid[],
      ${sql.param(tokens.map(({ tokenHash }) => tokenHash))}::text[]
    ) r (id, user_id, token_hash)
    on conflict (user_id, kind) do update
    set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`)
}
