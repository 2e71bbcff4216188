/** What proves somebody without a password (codes, and tokens that are good for one thing, once), and where people have signed in from. */
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant, now } from '#db/schema/columns.ts'
import { users } from '#db/schema/users.ts'

/**
 * One row for each email and source that asked: a new code replaces the one asked for from the same source. Emails without an
 * account have rows too, with a code that is never sent, so that tries are counted alike for all.
 */
export const otpCodes = pgTable(
  'otp_codes',
  {
    email: text().notNull(),
    /** Where the code was asked for, written as in `sign_in_sources`. */
    source: text().notNull(),
    /** Random; the hash is SHA-256 of salt and code, hexadecimal. */
    salt: text().notNull(),
    codeHash: text().notNull(),
    /** Tries from the source that asked, right or wrong, and from all others together: strangers cannot use up the first. */
    attempts: integer().notNull().default(0),
    attemptsElsewhere: integer().notNull().default(0),
    createdAt: instant().notNull().default(now),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.email, table.source] }), index('otp_codes_expires_at_idx').on(table.expiresAt)],
)

/** Where an account has signed in from: limits tell these sources from strangers. */
export const signInSources = pgTable(
  'sign_in_sources',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `network:` and the start of an address, or `device:` and the SHA-256 of the device's cookie. */
    source: text().notNull(),
    lastSignInAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.source] }), index('sign_in_sources_last_sign_in_at_idx').on(table.lastSignInAt)],
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
