/** The processes that do jobs, and when each was last heard of. */
import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#db/schema/columns.ts'

export const workers = pgTable('workers', {
  /** What graphile-worker writes beside the jobs that the process holds. */
  id: text().primaryKey(),
  seenAt: instant().notNull(),
})
