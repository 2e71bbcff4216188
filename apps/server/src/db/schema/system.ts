/** Tables of the server itself: worker processes, rate limits, idempotency keys and the school. */

import { sql } from 'drizzle-orm'
import { pgTable, text, index, integer, jsonb, primaryKey, uuid, boolean, check, date } from 'drizzle-orm/pg-core'
import { instant, now } from '#db/schema/columns.ts'
import { users } from '#db/schema/users.ts'

/** The processes that run jobs, and the time of their last heartbeat. */
export const workerHeartbeats = pgTable('worker_heartbeats', {
  /** The worker's id in graphile-worker's locks. */
  id: text().primaryKey(),
  seenAt: instant().notNull(),
})

/** For all processes together. UNLOGGED in the migration: counts need no write-ahead log and may be lost in a crash of the database. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** The limit's name, and a hash of whom it is about. */
    key: text().primaryKey(),
    count: integer().notNull(),
    /** The window starts with the first try and ends here. */
    endsAt: instant().notNull(),
  },
  (table) => [index('rate_limits_ends_at_idx').on(table.endsAt)],
)

/** Idempotency keys, each with the first response to its request. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
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
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('idempotency_keys_created_at_idx').on(table.createdAt)],
)

/** What people did in each week, from Monday 00:00 UTC, counted by a job: who signed in when is not kept. */
export const weeklyActivity = pgTable('weekly_activity', {
  startsOn: date({ mode: 'string' }).primaryKey(),
  signedIn: integer().notNull(),
  newPeople: integer().notNull(),
  videos: integer().notNull(),
  sessions: integer().notNull(),
  submissions: integer().notNull(),
})

/** One row at most: none until an installation without an administrator is started or set up. */
export const school = pgTable(
  'school',
  {
    id: boolean().primaryKey().default(true),
    name: text(),
    /** SHA-256 of the set-up code, hexadecimal; null once there is an administrator. */
    setupCodeHash: text(),
  },
  (table) => [check('school_id_check', sql`${table.id}`)],
)
