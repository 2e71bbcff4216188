/** The outbox in SQL. */
import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { MailState } from '@lms/contract/mail'
import { mails, type DelayCause } from '#db/schema/mail.ts'

type Row = typeof mails.$inferSelect

export type Letter = Pick<Row, 'kind' | 'subject' | 'html' | 'text'> & Partial<Pick<Row, 'replyTo' | 'batchId'>>

export interface Address {
  /** Null for an address that is nobody's. */
  userId: string | null
  address: string
  /** What `{{name}}` and `{{link}}` stand for in text and in HTML. */
  name: string
  link: string
  htmlName: string
  htmlLink: string
}

/**
 * One mail for each address, in one statement: the letter goes to the database once and is filled in there. Links first, so
 * that a name cannot hold a placeholder. Gives the ids; of a batch, nobody gets a second mail.
 */
export async function insertMails(db: Db, letter: Letter, to: readonly Address[], now: Date): Promise<string[]> {
  const list = (key: keyof Address) => sql.param(to.map((address) => address[key]))
  const filled = (text: string, link: string, name: string) =>
    sql`replace(replace(${text}::text, '{{link}}', r.${sql.identifier(link)}), '{{name}}', r.${sql.identifier(name)})`
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into mails (id, batch_id, user_id, to_address, kind, subject, html, text, reply_to, created_at)
    select r.id, ${letter.batchId ?? null}::uuid, r.user_id, r.address, ${letter.kind}, ${filled(letter.subject, 'link', 'name')},
      ${filled(letter.html, 'html_link', 'html_name')}, ${filled(letter.text, 'link', 'name')}, ${letter.replyTo ?? null}, ${now.toISOString()}::timestamptz
    from unnest(
      ${sql.param(to.map(() => randomUUIDv7()))}::uuid[], ${list('userId')}::uuid[], ${list('address')}::text[],
      ${list('name')}::text[], ${list('link')}::text[], ${list('htmlName')}::text[], ${list('htmlLink')}::text[]
    ) r (id, user_id, address, name, link, html_name, html_link)
    on conflict (batch_id, user_id) do nothing
    returning id`)
  return rows.map(({ id }) => id)
}

/** Undefined where the mail is gone, done, or has been tried since. */
export async function findQueued(db: Db, id: string, attempts: number) {
  const [found] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), eq(mails.state, 'QUEUED'), eq(mails.attempts, attempts)))
  return found
}

/** Codes and links in a mail are as good as passwords, so what was sent or given up keeps none. */
const blank = { html: '', text: '' }

export const setSent = async (db: Db, id: string, { now, keepsText }: { now: Date; keepsText: boolean }) =>
  void (await db
    .update(mails)
    .set({
      state: 'SENT',
      sentAt: now.toISOString(),
      attempts: sql`${mails.attempts} + 1`,
      lastError: null,
      delayedBy: null,
      ...(keepsText ? {} : blank),
    })
    .where(eq(mails.id, id)))

export const setFailed = async (db: Db, id: string, lastError: string) =>
  void (await db
    .update(mails)
    .set({ state: 'FAILED', attempts: sql`${mails.attempts} + 1`, lastError: lastError.slice(0, 500), ...blank })
    .where(eq(mails.id, id)))

export const setRetry = (db: Db, id: string, attempts: number, { lastError, delayedBy }: { lastError: string; delayedBy: DelayCause }) =>
  db
    .update(mails)
    .set({ attempts, lastError: lastError.slice(0, 500), delayedBy })
    .where(eq(mails.id, id))

const isHeld = sql`${mails.state} = 'QUEUED' and ${mails.delayedBy} in ('SETTINGS', 'SERVER')`

/**
 * The mails that our settings or the server held back are tried now: their jobs have their ids as keys. They stay held until they are
 * sent, so that the time they waited ends none of them.
 */
export async function releaseHeld(db: Db): Promise<void> {
  await db.execute(sql`
    select graphile_worker.reschedule_jobs(array_agg(job.id), run_at => now())
    from graphile_worker.jobs job join mails on job.key = ${retryKey('')}::text || mails.id
    where ${isHeld} and job.run_at > now()
    having count(*) > 0`)
}

export const retryKey = (id: string): string => `mail:${id}`

/** What keeps waiting mail from leaving; the newest answer, since it may have changed. */
export async function findTrouble(db: Db): Promise<MailState['trouble']> {
  const held = await db
    .select({
      kind: sql<'SETTINGS' | 'SERVER'>`(array_agg(${mails.delayedBy} order by ${mails.id} desc))[1]`,
      answer: sql<string>`coalesce((array_agg(${mails.lastError} order by ${mails.id} desc))[1], '')`,
      waiting: sql<number>`count(*)::int`,
      since: sql<string>`min(${mails.createdAt})`.mapWith(mails.createdAt),
    })
    .from(mails)
    .where(isHeld)
  return held[0]?.waiting ? held[0] : null
}

/** Invitations that have not left yet: their links end with the next one. */
export const deleteQueuedInvitations = (db: Db, userIds: readonly string[]) =>
  db
    .delete(mails)
    .where(and(sql`${mails.userId} = any(${sql.param(userIds)}::uuid[])`, eq(mails.kind, 'INVITATION'), eq(mails.state, 'QUEUED')))

/** Mails of no batch, a month after they were written; batches are their course's history. */
export const deleteOldMails = (db: Db, now: Date) =>
  db
    .delete(mails)
    .where(
      and(isNull(mails.batchId), ne(mails.state, 'QUEUED'), lt(mails.createdAt, new Date(now.getTime() - 30 * 86_400_000).toISOString())),
    )

const written = { id: mails.id, toAddress: mails.toAddress, subject: mails.subject, text: mails.text, sentAt: mails.sentAt }

/** The mails that were sent last, the newest first. */
export const listSent = (db: Db, limit: number) =>
  db.select(written).from(mails).where(eq(mails.state, 'SENT')).orderBy(desc(mails.id)).limit(limit)

export async function findSent(db: Db, id: string) {
  const [found] = await db
    .select(written)
    .from(mails)
    .where(and(eq(mails.id, id), eq(mails.state, 'SENT')))
  return found
}
