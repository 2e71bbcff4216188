/** Sign-in, in SQL. */

import { randomUUIDv7 } from 'node:crypto'
import { and, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { prepared, type Db } from '#db/drizzle.ts'
import { rateLimits, idempotencyKeys } from '#db/schema/system.ts'
import { calendarFeeds, oneTimeTokens, otpCodes, signInSources, sessions, users } from '#db/schema/users.ts'
import { toDaysBefore, deleteSessionsOf, getIdleLimit, knownSourceDays } from '#modules/auth/sessions/queries.ts'

const { placeholder } = sql

const login = { id: users.id, passwordHash: users.passwordHash, status: users.status }

const loginByEmail = prepared((db) =>
  db
    .select(login)
    .from(users)
    .where(eq(users.email, placeholder('email'))),
)
/** What sign-in needs to know; deleted users have no email. */
export const findLogin = async (db: Db, email: string) => (await loginByEmail(db, { email }))[0]

const loginLock = prepared((db) =>
  db
    .select({ ...login, email: sql<string>`${users.email}` })
    .from(users)
    .where(and(eq(users.id, placeholder('id')), isNull(users.deletedAt)))
    .for('no key update'),
)
/** The same, locked until the transaction ends. Undefined if the user was deleted. */
export const lockLogin = async (db: Db, id: string) => (await loginLock(db, { id }))[0]

/** Undefined if the email has an account. */
export async function insertAccount(db: Db, account: { name: string; email: string; passwordHash: string }) {
  const [made] = await db.insert(users).values(account).onConflictDoNothing({ target: users.email }).returning({ id: users.id })
  return made
}

/** Demo users who can sign in. */
export async function listActiveDemoEmails(db: Db): Promise<Set<string | null>> {
  const found = await db
    .select({ email: users.email })
    .from(users)
    .where(and(users.isDemo, eq(users.status, 'ACTIVE')))
  return new Set(found.map(({ email }) => email))
}

const demoById = prepared((db) =>
  db
    .select({ isDemo: users.isDemo })
    .from(users)
    .where(eq(users.id, placeholder('id'))),
)
export const isDemoUser = async (db: Db, id: string): Promise<boolean> => (await demoById(db, { id }))[0]?.isDemo ?? false

/** New tokens that replace these users' tokens of the same kind. */
export async function replaceTokens(
  db: Db,
  kind: 'RESET' | 'INVITATION',
  tokens: readonly { userId: string; tokenHash: string }[],
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await db.execute(sql`
    insert into one_time_tokens (id, user_id, kind, token_hash, created_at, expires_at)
    select token.id, token.user_id, ${kind}, token.token_hash, ${now.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz
    from unnest(
      ${sql.param(tokens.map(() => randomUUIDv7()))}::uuid[], ${sql.param(tokens.map(({ userId }) => userId))}::uuid[],
      ${sql.param(tokens.map(({ tokenHash }) => tokenHash))}::text[]
    ) token (id, user_id, token_hash)
    on conflict (user_id, kind) where kind <> 'STOP_EMAIL' do update
    set id = excluded.id, token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`)
}

/** Users who may get a code: neither deleted nor suspended. */
export async function findResettable(db: Db, email: string) {
  const [found] = await db
    .select({ id: users.id, email: sql<string>`${users.email}` })
    .from(users)
    .where(and(eq(users.email, email), ne(users.status, 'SUSPENDED')))
  return found
}

/** A new code that replaces the last one requested from the same source. */
export async function replaceCode(db: Db, code: typeof otpCodes.$inferInsert) {
  const { email: _, source: __, ...fresh } = { ...code, attempts: 0, attemptsElsewhere: 0, usedAt: null }
  await db
    .insert(otpCodes)
    .values(code)
    .onConflictDoUpdate({ target: [otpCodes.email, otpCodes.source], set: fresh })
}

/** Attempts per code from the source that requested it, and from all others together. */
const mostTries = 5

interface CodeTry {
  email: string
  source: string
  code: string
}

/** If nobody has requested a code, a row that matches no code: its attempts are counted as for others. */
async function insertDecoy(db: Db, { email, source }: CodeTry, now: Date, expiresAt: Date) {
  const at = now.toISOString()
  const living = db
    .select({ email: otpCodes.email })
    .from(otpCodes)
    .where(and(eq(otpCodes.email, email), gt(otpCodes.expiresAt, at)))
  await db.execute(sql`
    insert into otp_codes (email, source, salt, code_hash, created_at, expires_at)
    select ${email}, ${source}, '', '', ${at}::timestamptz, ${expiresAt.toISOString()}::timestamptz where not exists ${living}
    on conflict (email, source) do update
    set salt = '', code_hash = '', attempts = 0, attempts_elsewhere = 0, used_at = null, created_at = excluded.created_at, expires_at = excluded.expires_at
    where otp_codes.expires_at <= ${at}::timestamptz`)
}

/**
 * Tries a code, and invalidates all codes of the email if it is right. The rows are locked, so that of concurrent tries no more than
 * five are checked, and of concurrent right ones one succeeds. The statements are the same for every email, whether it has a code or not.
 */
export async function tryCode(db: Db, one: CodeTry, now: Date, expiresAt: Date) {
  await insertDecoy(db, one, now, expiresAt)
  const { email, source, code } = one
  const at = now.toISOString()
  const isLiving = and(eq(otpCodes.email, email), gt(otpCodes.expiresAt, at))
  const isSameSource = eq(otpCodes.source, source)
  const codes = await db
    .select({
      tries: sql<number>`case when ${isSameSource} then ${otpCodes.attempts} else ${otpCodes.attemptsElsewhere} end`,
      isRight: sql<boolean>`${otpCodes.codeHash} = encode(sha256(convert_to(${otpCodes.salt} || ${code}::text, 'UTF8')), 'hex')
        and ${otpCodes.usedAt} is null`,
      userId: users.id,
    })
    .from(otpCodes)
    .leftJoin(users, and(eq(users.email, otpCodes.email), ne(users.status, 'SUSPENDED')))
    .where(isLiving)
    .orderBy(otpCodes.source)
    .for('update', { of: otpCodes })
  const userId = codes.find(({ tries, isRight }) => isRight && tries < mostTries)?.userId ?? undefined
  await db
    .update(otpCodes)
    .set({
      attempts: sql`${otpCodes.attempts} + (${isSameSource})::int`,
      attemptsElsewhere: sql`${otpCodes.attemptsElsewhere} + (not ${isSameSource})::int`,
      ...(userId && { usedAt: at }),
    })
    .where(isLiving)
  return { userId, triesLeft: Math.max(0, ...codes.map(({ tries }) => mostTries - tries - 1)) }
}

/** Uses up a token: false if it was used before or has expired. */
export async function useToken(db: Db, id: string, now: Date): Promise<boolean> {
  const used = await db
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.id, id), gt(oneTimeTokens.expiresAt, now.toISOString())))
    .returning({ id: oneTimeTokens.id })
  return used.length > 0
}

/** A valid invitation of a user who has not accepted one. */
export async function findInvitation(db: Db, tokenHash: string, now: Date) {
  const [found] = await db
    .select({ id: oneTimeTokens.id, userId: users.id, email: sql<string>`${users.email}` })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(
      and(
        eq(oneTimeTokens.tokenHash, tokenHash),
        eq(oneTimeTokens.kind, 'INVITATION'),
        gt(oneTimeTokens.expiresAt, now.toISOString()),
        eq(users.status, 'INVITED'),
        isNull(users.deletedAt),
      ),
    )
  return found
}

/** Sets a password and invalidates everything else that gave access: codes, tokens, the calendar link, and sessions except the given one. */
export async function setPassword(db: Db, userId: string, passwordHash: string, currentSession?: string) {
  await db
    .update(users)
    .set({ passwordHash, status: sql`case when ${users.status} = 'INVITED' then 'ACTIVE' else ${users.status} end` })
    .where(eq(users.id, userId))
  await deleteTokensOf(db, userId)
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
  await deleteSessionsOf(db, userId, currentSession)
}

/** Ends all that gives access to an account but its address, with which a new password can be chosen. */
export async function endAccess(db: Db, userId: string) {
  await db.update(users).set({ passwordHash: null }).where(eq(users.id, userId))
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
  await deleteSessionsOf(db, userId)
}

/** Deletes a user's codes, resets and invitations, and the link that would confirm a new address. Old addresses keep theirs: they stop a change by somebody else. */
export async function deleteTokensOf(db: Db, userId: string) {
  const email = db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  // Not deleted: anyone trying codes would learn that the email has an account.
  await db
    .update(otpCodes)
    .set({ usedAt: sql`now()` })
    .where(inArray(otpCodes.email, email))
  await db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), ne(oneTimeTokens.kind, 'STOP_EMAIL')))
}

/** Milliseconds that the response to an Idempotency-Key is stored: no client repeats a request after a day (decision 0003). */
const keyLifetimeMs = 86_400_000

/** Deletes everything that has expired. */
export async function deleteEnded(db: Db, now: Date) {
  await db.delete(signInSources).where(lte(signInSources.lastSignInAt, toDaysBefore(now, knownSourceDays)))
  const at = now.toISOString()
  await db.delete(rateLimits).where(lte(rateLimits.endsAt, at))
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, new Date(now.getTime() - keyLifetimeMs).toISOString()))
  await db.delete(otpCodes).where(lte(otpCodes.expiresAt, at))
  await db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, at))
  await db.delete(sessions).where(or(lte(sessions.expiresAt, at), lte(sessions.lastUsedAt, getIdleLimit(now))))
}
