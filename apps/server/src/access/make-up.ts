/** Making up for an absence by watching the recording, in SQL (contract: rules/attendance-rate.ts). */

import { sql, type SQL } from 'drizzle-orm'

/** The status that counts of an attendance record, which may be of a left join. `madeUpAs`: the setting of its course. */
export const countedStatus = (record: SQL, madeUpAs: SQL): SQL =>
  sql`(case when ${record}.status = 'ABSENT' and ${record}.watched_at is not null then ${madeUpAs} else ${record}.status end)`
