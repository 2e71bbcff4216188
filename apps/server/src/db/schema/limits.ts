/** How often something was tried, for all processes together. */
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#db/schema/columns.ts'

/** UNLOGGED in the migration: a count costs no write to the log, and a crash of the database forgets it. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** The limit's name, and a hash of whom it is about. */
    key: text().primaryKey(),
    count: integer().notNull(),
    /** The window begins with the first try and ends here. */
    endsAt: instant().notNull(),
  },
  (table) => [index('rate_limits_ends_at_idx').on(table.endsAt)],
)
