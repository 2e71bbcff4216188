/** The activity of the school by week, in SQL. */

import { sql } from 'drizzle-orm'
import type { WeekOfActivity } from '@lms/contract/home'
import { prepared, type Db } from '#db/drizzle.ts'

/** Weeks that first pages show. */
const shownWeeks = 12

const thisWeek = sql`date_trunc('week', ${sql.placeholder('now')}::timestamptz at time zone 'utc')::date`

/**
 * Counts this week and the one before, and weeks that have not been counted yet, such as those before an update. Who was last seen in a week
 * is only known until they are seen again, so the number of people of a past week stays as it was counted in it.
 */
const countWeeks = prepared((db) =>
  db.execute(sql`
    with weeks as (
      select (${thisWeek} - 7 * back)::date as starts_on, (${thisWeek} - 7 * back)::timestamp at time zone 'utc' as begins,
        (${thisWeek} - 7 * back + 7)::timestamp at time zone 'utc' as ends, back = 0 as is_current
      from generate_series(0, ${shownWeeks - 1}) back
      where back <= 1 or not exists (select from weekly_activity known where known.starts_on = (${thisWeek} - 7 * back)::date))
    insert into weekly_activity as known (starts_on, signed_in, new_people, videos, sessions, submissions)
    select starts_on,
      (select count(*) from users where deleted_at is null and coalesce(last_seen_at, '-infinity') >= begins and coalesce(last_seen_at, '-infinity') < ends),
      (select count(*) from users where deleted_at is null and created_at >= begins and created_at < ends),
      (select count(*) from attendance where watched_at >= begins and watched_at < ends),
      (select count(*) from attendance record join media session on session.id = record.session_id and session.type = 'LIVE'
        where record.status in ('PRESENT', 'LATE') and session.starts_at >= begins and session.starts_at < ends),
      (select count(*) from submissions where submitted_at >= begins and submitted_at < ends)
    from weeks
    on conflict (starts_on) do update set new_people = excluded.new_people, videos = excluded.videos, sessions = excluded.sessions,
      submissions = excluded.submissions, signed_in = greatest(known.signed_in, excluded.signed_in)`),
)
export const countActivity = (db: Db, now: Date) => countWeeks(db, { now: now.toISOString() })

const lastWeeks = prepared((db) =>
  db.execute<WeekOfActivity>(sql`
    select starts_on as "startsOn", signed_in as "signedIn", new_people as "newPeople", videos, sessions, submissions
    from weekly_activity where starts_on > ${thisWeek} - 7 * ${shownWeeks}
    order by starts_on`),
)
/** The last twelve weeks, the oldest first, without those before anything happened. */
export async function listActivity(db: Db, now: Date): Promise<WeekOfActivity[]> {
  const { rows } = await lastWeeks(db, { now: now.toISOString() })
  const first = rows.findIndex(({ startsOn: _, ...counts }) => Object.values(counts).some((count) => count > 0))
  return first < 0 ? [] : rows.slice(first)
}
