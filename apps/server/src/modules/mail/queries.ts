/** The outbox in SQL. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { mails } from '#db/schema/mail.ts'

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
