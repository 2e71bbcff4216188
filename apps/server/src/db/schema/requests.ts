/** Requests that may be repeated: the first answer under each Idempotency-Key. */
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, now } from '#db/schema/columns.ts'
import { users } from '#db/schema/users.ts'

export const requests = pgTable(
  'requests',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** SHA-256 of method, address and body. */
    fingerprint: text().notNull(),
    status: integer(),
    reply: jsonb(),
    createdAt: instant().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('requests_created_at_idx').on(table.createdAt)],
)
