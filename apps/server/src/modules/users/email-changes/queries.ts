/** Changes of email addresses in SQL: the accounts, the tokens of both links, and what else holds an address. */

import { and, eq, gt, gte, isNull, sql } from 'drizzle-orm'
import type { EmailChange } from '@lms/contract/users'
import { prepared, type Db } from '#db/drizzle.ts'
import { getDriverError } from '#db/pool.ts'
import { stamp } from '#db/schema/columns.ts'
import { oneTimeTokens, users } from '#db/schema/users.ts'
import { insertEdits } from '#modules/users/changes/queries.ts'

const { placeholder } = sql

const account = {
  id: users.id,
  name: users.name,
  email: sql<string>`${users.email}`,
  role: users.role,
  status: users.status,
  version: users.version,
  hasPassword: sql<boolean>`${users.passwordHash} is not null`,
  isInvitedByEmail: sql<boolean>`exists (select from emails invitation where invitation.user_id = users.id and invitation.kind = 'INVITATION')`,
}

const accountLock = prepared((db) =>
  db
    .select(account)
    .from(users)
    .where(and(eq(users.id, placeholder('id')), isNull(users.deletedAt)))
    .for('no key update', { of: users }),
)
/** Locked until the transaction ends. */
export const lockAccount = async (db: Db, id: string) => (await accountLock(db, { id }))[0]
export type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

const pendingChange = prepared((db) =>
  db
    .select({
      role: users.role,
      email: sql<string>`${users.email}`,
      pending: sql<EmailChange['pending']>`(
        select json_build_object('email', token.address, 'expiresAt', ${stamp(sql`token.expires_at`)}, 'error', (
          select case email.state when 'FAILED' then email.last_error end from emails email
          where email.user_id = users.id and email.kind = 'ADDRESS' and email.to_address = token.address order by email.created_at desc, email.id desc limit 1))
        from one_time_tokens token where token.user_id = users.id and token.kind = 'CONFIRM_EMAIL' and token.expires_at > ${placeholder('now')}::timestamptz)`,
    })
    .from(users)
    .where(and(eq(users.id, placeholder('id')), isNull(users.deletedAt))),
)
export const findEmailChange = async (db: Db, id: string, now: Date) => (await pendingChange(db, { id, now: now.toISOString() }))[0]

interface NewLink {
  userId: string
  createdBy: string
  tokenHash: string
  address: string
  expiresAt: Date
}

/** The link that confirms a new address, which replaces an earlier one, and the link to the old address that stops it. */
export async function insertLinks(db: Db, links: { confirm: NewLink; stop: NewLink }, now: Date): Promise<void> {
  await deletePending(db, links.confirm.userId)
  const row = (kind: 'CONFIRM_EMAIL' | 'STOP_EMAIL', { expiresAt, ...link }: NewLink) => ({
    ...link,
    kind,
    createdAt: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
  })
  await db.insert(oneTimeTokens).values([row('CONFIRM_EMAIL', links.confirm), row('STOP_EMAIL', links.stop)])
}

export const deletePending = (db: Db, userId: string) =>
  db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, 'CONFIRM_EMAIL')))

export async function findLink(db: Db, kind: 'CONFIRM_EMAIL' | 'STOP_EMAIL', tokenHash: string, now: Date) {
  const [found] = await db
    .select({
      id: oneTimeTokens.id,
      userId: oneTimeTokens.userId,
      address: sql<string>`${oneTimeTokens.address}`,
      createdBy: oneTimeTokens.createdBy,
      createdAt: oneTimeTokens.createdAt,
    })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.tokenHash, tokenHash), eq(oneTimeTokens.kind, kind), gt(oneTimeTokens.expiresAt, now.toISOString())))
  return found
}

/** Until then, the links sent to the old address can stop the change. */
export const extendStops = (db: Db, userId: string, address: string, expiresAt: Date) =>
  db
    .update(oneTimeTokens)
    .set({ expiresAt: expiresAt.toISOString() })
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, 'STOP_EMAIL'), eq(oneTimeTokens.address, address)))

/** Deletes the tokens made since the change that is stopped, with any password reset sent to the new address. */
export const deleteTokensSince = (db: Db, userId: string, since: string) =>
  db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), gte(oneTimeTokens.createdAt, since)))

const takenAddress = prepared((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, placeholder('email'))),
)
export const isTaken = async (db: Db, email: string): Promise<boolean> => (await takenAddress(db, { email })).length > 0

/** Whether an account that was changed lately may return to the address: nobody else registers with it until then. */
export const isKept = async (db: Db, email: string, now: Date): Promise<boolean> =>
  (await db.$count(
    oneTimeTokens,
    and(eq(oneTimeTokens.address, email), sql`kind = 'STOP_EMAIL'`, gt(oneTimeTokens.expiresAt, now.toISOString())),
  )) > 0

const duplicate = '23505'

/**
 * Writes the new address and its history. Returns false if another account has the address: the transaction is then over. Queued emails,
 * except those about the change itself, now go to the new address, as do replies to them and scheduled emails that name the old one.
 */
export async function updateEmail(db: Db, user: Pick<Account, 'id' | 'email'>, email: string, by: { actorId: string; now: Date }) {
  await insertEdits(db, user.id, { email }, by)
  try {
    await db
      .update(users)
      .set({ email, version: sql`${users.version} + 1` })
      .where(eq(users.id, user.id))
  } catch (error) {
    if ((getDriverError(error) as { code?: string } | undefined)?.code === duplicate) return false
    throw error
  }
  await db.execute(sql`
    update emails set to_address = case when user_id = ${user.id} and kind <> 'ADDRESS' then ${email} else to_address end,
      reply_to = case when reply_to = ${user.email} then ${email} else reply_to end
    where state = 'QUEUED' and (user_id = ${user.id} or reply_to = ${user.email})`)
  const renamed = (part: 'to' | 'except') => sql`(
    select coalesce(jsonb_agg(case when lower(address) = ${user.email} then ${email} else address end order by place), '[]')
    from jsonb_array_elements_text(audience -> ${part}) with ordinality listed (address, place))`
  await db.execute(sql`
    update course_emails set audience = jsonb_build_object('to', ${renamed('to')}, 'except', ${renamed('except')})
    where state = 'SCHEDULED' and audience::text like '%@%' and exists (
      select from jsonb_array_elements_text((audience -> 'to') || (audience -> 'except')) address where lower(address) = ${user.email})`)
  return true
}
