/** The secret addresses that calendars read people's dates from. */
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, now } from '#db/schema/columns.ts'
import { users } from '#db/schema/users.ts'

export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As it is, so that it can be shown again: it opens only calendars of this database (docs/domains/calendar.md). */
    token: text().notNull(),
    createdAt: instant().notNull().default(now),
    lastReadAt: instant(),
  },
  (table) => [uniqueIndex('calendar_feeds_token_key').on(table.token)],
)
