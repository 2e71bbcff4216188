/** The school that this installation belongs to. */
import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'

/** One row at most: none until somebody starts or sets up an installation without an administrator. */
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
