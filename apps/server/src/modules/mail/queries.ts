/** The outbox in SQL. */

import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import type { MailState } from '@lms/contract/mail'
import { emailNotSetUp } from '@lms/contract/rules/course-emails'
import { prepared, type Db } from '#db/drizzle.ts'
import { stamp } from '#db/schema/columns.ts'
import { emails, type DelayCause } from '#db/schema/mail.ts'
import { users } from '#db/schema/users.ts'

type Row = typeof emails.$inferSelect

export type Letter = Pick<Row, 'kind' | 'subject' | 'html' | 'text'> & Partial<Pick<Row, 'replyTo' | 'batchId' | 'senderId'>>

/** A place in a letter that is filled in when it is added to the outbox. It is random, so that no text of a user contains it. */
export const createPlaceholder = (): string => `{{${randomUUID()}}}`

/** The places that are filled in for each recipient. */
export const letterPlaceholders = {
  name: createPlaceholder(),
  fullName: createPlaceholder(),
  /** Within addresses of links. */
  addressName: createPlaceholder(),
  addressFullName: createPlaceholder(),
  link: createPlaceholder(),
  reason: createPlaceholder(),
}

export interface Address {
  /** Null if the address belongs to no user. */
  userId: string | null
  address: string
  /** The values of the marks in text and in HTML. */
  name: string
  fullName: string
  link: string
  /** In both. */
  reason: string
  htmlName: string
  htmlFullName: string
  htmlLink: string
  /** In both. */
  addressName: string
  addressFullName: string
}

/**
 * One email per address, in one statement: the content is sent to the database once and filled in
 * there. Returns the ids; within a batch, nobody gets a second email.
 */
export async function insertMails(db: Db, letter: Letter, to: readonly Address[], now: Date): Promise<string[]> {
  const list = (key: keyof Address) => sql.param(to.map((address) => address[key]))
  const filled = (text: string, prefix: '' | 'html_' = '') => {
    const value = (name: string) => sql`recipient.${sql.identifier(prefix + name)}`
    return sql`replace(replace(replace(replace(replace(replace(${text}::text, ${letterPlaceholders.reason}, recipient.reason), ${letterPlaceholders.link}, ${value('link')}),
      ${letterPlaceholders.addressFullName}, recipient.address_full_name), ${letterPlaceholders.addressName}, recipient.address_name),
      ${letterPlaceholders.fullName}, ${value('full_name')}), ${letterPlaceholders.name}, ${value('name')})`
  }
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into emails (id, batch_id, user_id, to_address, kind, subject, html, text, reply_to, sender_id, created_at)
    select recipient.id, ${letter.batchId ?? null}::uuid, recipient.user_id, recipient.address, ${letter.kind}, ${filled(letter.subject)},
      ${filled(letter.html, 'html_')}, ${filled(letter.text)}, ${letter.replyTo ?? null}, ${letter.senderId ?? null}::uuid, ${now.toISOString()}::timestamptz
    from unnest(
      ${sql.param(to.map(() => randomUUIDv7()))}::uuid[], ${list('userId')}::uuid[], ${list('address')}::text[],
      ${list('name')}::text[], ${list('fullName')}::text[], ${list('link')}::text[], ${list('reason')}::text[],
      ${list('htmlName')}::text[], ${list('htmlFullName')}::text[], ${list('htmlLink')}::text[],
      ${list('addressName')}::text[], ${list('addressFullName')}::text[]
    ) recipient (id, user_id, address, name, full_name, link, reason, html_name, html_full_name, html_link, address_name, address_full_name)
    on conflict (batch_id, user_id) do nothing
    returning id`)
  return rows.map(({ id }) => id)
}

/** Undefined if the email was deleted, sent, or attempted since. */
export async function findQueued(db: Db, id: string, attempts: number) {
  const [found] = await db
    .select()
    .from(emails)
    .where(and(eq(emails.id, id), eq(emails.state, 'QUEUED'), eq(emails.attempts, attempts)))
  return found
}

/** Codes and links in a mail are as good as passwords, so they are erased once it is sent or given up. */
const emptyContent = { html: '', text: '' }

export const setSent = async (db: Db, id: string, { now, keepsText }: { now: Date; keepsText: boolean }) =>
  void (await db
    .update(emails)
    .set({
      state: 'SENT',
      sentAt: now.toISOString(),
      attempts: sql`${emails.attempts} + 1`,
      lastError: null,
      delayedBy: null,
      ...(keepsText ? {} : emptyContent),
    })
    .where(eq(emails.id, id)))

export const setFailed = async (db: Db, id: string, lastError: string) =>
  void (await db
    .update(emails)
    .set({
      state: 'FAILED',
      attempts: sql`${emails.attempts} + 1`,
      lastError: lastError.slice(0, 500),
      // Emails to a course contain no secrets and can be retried by hand.
      html: sql`case when ${emails.kind} = 'COURSE' then ${emails.html} else '' end`,
      text: sql`case when ${emails.kind} = 'COURSE' then ${emails.text} else '' end`,
    })
    .where(eq(emails.id, id)))

export const setRetry = (db: Db, id: string, attempts: number, { lastError, delayedBy }: { lastError: string; delayedBy: DelayCause }) =>
  db
    .update(emails)
    .set({ attempts, lastError: lastError.slice(0, 500), delayedBy })
    .where(eq(emails.id, id))

const isHeld = sql`${emails.state} = 'QUEUED' and ${emails.delayedBy} in ('NO_SERVER', 'SETTINGS', 'SERVER')`

/**
 * Retries mail held back by our settings or the server now: the keys of their jobs are their ids. It stays held until it is
 * sent, so that the waiting time does not make it expire.
 */
export async function sendHeldMails(db: Db): Promise<void> {
  await db.execute(sql`
    select graphile_worker.reschedule_jobs(array_agg(job.id), run_at => now())
    from graphile_worker.jobs job join emails on job.key = ${toMailJobKey('')}::text || emails.id
    where ${isHeld} and job.run_at > now()
    having count(*) > 0`)
}

export const toMailJobKey = (id: string): string => `mail:${id}`

const trouble = prepared((db) =>
  db.execute<NonNullable<MailState['trouble']>>(sql`
    select (array_agg(kind order by at desc))[1] as kind, coalesce((array_agg(answer order by at desc))[1], '') as answer,
      sum(waiting)::int as waiting, ${stamp(sql`min(at)`)} as since
    from (
      select ${emails.delayedBy} as kind, ${emails.lastError} as answer, 1 as waiting, ${emails.createdAt} as at from ${emails} where ${isHeld}
      union all
      select 'NO_SERVER', ${emailNotSetUp}::text, recipients, send_at from course_emails
        where ${sql.placeholder('isWithoutServer')}::boolean and state = 'SCHEDULED' and send_at < ${sql.placeholder('due')}::timestamptz) held
    having count(*) > 0`),
)

/** Why mail is held back, with the most recent error. Without a mail server, an email to a course that is overdue waits for one. */
export async function findTrouble(db: Db, delivery: MailState['delivery'], now: Date): Promise<MailState['trouble']> {
  const due = new Date(now.getTime() - 60_000).toISOString()
  const { rows } = await trouble(db, { isWithoutServer: delivery === 'NONE', due })
  return rows[0] ?? null
}

/** Invitations that have not been sent yet: a new invitation invalidates their links. */
export const deleteQueuedInvitations = (db: Db, userIds: readonly string[]) =>
  db
    .delete(emails)
    .where(and(sql`${emails.userId} = any(${sql.param(userIds)}::uuid[])`, eq(emails.kind, 'INVITATION'), eq(emails.state, 'QUEUED')))

/** Mails written before it are deleted. */
export const getOldestKeptMail = (now: Date): Date => new Date(now.getTime() - 30 * 86_400_000)

/** Mail other than course emails, a month after it was written; course emails are the course's history. */
export const deleteOldMails = (db: Db, now: Date) =>
  db
    .delete(emails)
    .where(and(ne(emails.kind, 'COURSE'), ne(emails.state, 'QUEUED'), lt(emails.createdAt, getOldestKeptMail(now).toISOString())))

const sentColumns = { id: emails.id, toAddress: emails.toAddress, subject: emails.subject, text: emails.text, sentAt: emails.sentAt }

/** The mails that were sent last, newest first. */
export const listSent = (db: Db, limit: number) =>
  db.select(sentColumns).from(emails).where(eq(emails.state, 'SENT')).orderBy(desc(emails.id)).limit(limit)

export async function findSent(db: Db, id: string) {
  const [found] = await db
    .select(sentColumns)
    .from(emails)
    .where(and(eq(emails.id, id), eq(emails.state, 'SENT')))
  return found
}

/** Super admins, as recipients. */
export const listOperators = (db: Db) =>
  db
    .select({ userId: users.id, address: sql<string>`${users.email}` })
    .from(users)
    .where(and(eq(users.role, 'SUPER_ADMIN'), eq(users.status, 'ACTIVE'), isNull(users.deletedAt)))
