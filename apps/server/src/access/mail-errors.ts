/** Whether an invitation or a code arrived, in SQL. */

import { sql, type SQLWrapper } from 'drizzle-orm'

type Kind = 'INVITATION' | 'CODE'

/** The newest mail of this kind to a user in SQL. */
export const newestMail = (userId: SQLWrapper, kind: Kind) => sql`
  select email.state, email.last_error from emails email
  where email.user_id = ${userId} and email.kind = ${sql.raw(`'${kind}'`)} order by email.created_at desc, email.id desc limit 1`

/** Of a user in SQL: why that mail could not be delivered, in the words of the mail server; null if it was, or is on its way. */
export const mailError = (userId: SQLWrapper, kind: Kind) =>
  sql<string | null>`(select case email.state when 'FAILED' then email.last_error end from (${newestMail(userId, kind)}) email)`
