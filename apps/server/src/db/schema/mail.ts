/** The outbox: every mail, written with what it tells about and sent by a job. */
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant, now } from '#db/schema/columns.ts'
import { users } from '#db/schema/users.ts'

/** Why a mail waits: our settings are refused, the server is away, or the recipient's mailbox cannot take it now. */
export type DelayCause = 'SETTINGS' | 'SERVER' | 'RECIPIENT'

export const mails = pgTable(
  'mails',
  {
    /** Its Message-ID is made of it, so that a mail sent twice can be told to be one. */
    id: id(),
    /** Mails of one batch; each person gets a batch once. */
    batchId: uuid(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    toAddress: text().notNull(),
    kind: text().$type<'CODE' | 'INVITATION' | 'NOTICE' | 'COURSE'>().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    replyTo: text(),
    state: text().$type<'QUEUED' | 'SENT' | 'FAILED'>().notNull().default('QUEUED'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** Of a mail that waits after a try: what keeps it. */
    delayedBy: text().$type<DelayCause>(),
    createdAt: instant().notNull().default(now),
    sentAt: instant(),
  },
  (table) => [
    uniqueIndex('mails_batch_id_user_id_key').on(table.batchId, table.userId),
    index('mails_user_id_idx').on(table.userId),
    index('mails_created_at_idx').on(table.createdAt),
    index('mails_held_idx')
      .on(table.createdAt)
      .where(sql`${table.state} = 'QUEUED' and ${table.delayedBy} in ('SETTINGS', 'SERVER')`),
  ],
)
