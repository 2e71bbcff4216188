/** What proves somebody without a password: codes, and tokens that are good for one thing, once. */
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant, now } from '#db/schema/columns.ts'
import { users } from '#db/schema/users.ts'

/** One row a person: a new code takes the place of the old one. */
export const otpCodes = pgTable(
  'otp_codes',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Random; the hash is SHA-256 of salt and code, hexadecimal. */
    salt: text().notNull(),
    codeHash: text().notNull(),
    /** Guesses taken, right or wrong. */
    attempts: integer().notNull().default(0),
    createdAt: instant().notNull().default(now),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index('otp_codes_expires_at_idx').on(table.expiresAt)],
)

/** One of each kind a person: a new one takes the place of the old. Rows are deleted when they are used. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<'RESET' | 'INVITATION'>().notNull(),
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text().notNull(),
    createdAt: instant().notNull().default(now),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('one_time_tokens_token_hash_key').on(table.tokenHash),
    uniqueIndex('one_time_tokens_user_id_kind_key').on(table.userId, table.kind),
    index('one_time_tokens_expires_at_idx').on(table.expiresAt),
  ],
)
