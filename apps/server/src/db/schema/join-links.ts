/** Links for enrolling in a course without being added by staff. */
import { boolean, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, now } from '#db/schema/columns.ts'
import { courses } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'

export const joinLinks = pgTable(
  'join_links',
  {
    courseId: uuid()
      .primaryKey()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** In plain text, so that it can be shown again: it only opens this course. */
    token: text().notNull(),
    /** A code that can be read aloud; unique in the installation. */
    code: text().notNull(),
    isActive: boolean().notNull().default(true),
    createdBy: uuid().references(() => users.id),
    createdAt: instant().notNull().default(now),
  },
  (table) => [uniqueIndex('join_links_token_key').on(table.token), uniqueIndex('join_links_code_key').on(table.code)],
)
