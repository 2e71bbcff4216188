/** Times that keep their reading on the clock when their time zone changes, in SQL. */
import { sql, type SQL } from 'drizzle-orm'

export interface ZoneChange {
  from: string
  to: string
  now: Date
}

/** 23:59 of one zone becomes 23:59 of the other. A time that does not exist there means the later one, a time that exists twice the first. */
const moved = (time: SQL, { from, to }: ZoneChange): SQL => {
  const clock = sql`(${time} at time zone ${from}::text)`
  const [at, anHourBefore] = [sql`(${clock} at time zone ${to}::text)`, sql`(${clock} at time zone ${to}::text - interval '1 hour')`]
  return sql`(case when ${anHourBefore} at time zone ${to}::text = ${clock} then ${anHourBefore} else ${at} end)`
}

/** The new time of one that has not passed, else null. */
export const movedIfAhead = (time: SQL, change: ZoneChange): SQL =>
  sql`(case when ${time} > ${change.now.toISOString()}::timestamptz then ${moved(time, change)} end)`

/**
 * Whether the times of a row move: some are ahead, and none of them would be in the past. What has passed stays as it happened, and a
 * change of zone makes nobody late and opens or sends nothing at once.
 */
export const movesTogether = (times: readonly SQL[], change: ZoneChange): SQL =>
  sql`(least(${sql.join(
    times.map((time) => movedIfAhead(time, change)),
    sql`, `,
  )}) > ${change.now.toISOString()}::timestamptz)`

export const movedOrSame = (time: SQL, change: ZoneChange): SQL => sql`coalesce(${movedIfAhead(time, change)}, ${time})`
