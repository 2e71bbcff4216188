/** Whether an invitation or a code arrived, in SQL. */
import { sql, type SQLWrapper } from 'drizzle-orm'

/** Of a user in SQL: why their newest mail of this kind could not be delivered, in the words of the mail server; null if it was, or is on its way. */
export const mailError = (userId: SQLWrapper, kind: 'INVITATION' | 'CODE') => sql<string | null>`(
  select case m.state when 'FAILED' then m.last_error end from emails m
  where m.user_id = ${userId} and m.kind = ${sql.raw(`'${kind}'`)} order by m.created_at desc, m.id desc limit 1)`
