/** Sessions that keep their time on the clock when the time zone of their course changes. */
import { sql } from 'drizzle-orm'
import { stamp } from '#db/schema/columns.ts'
import { movedIfAhead, movesTogether, type ZoneChange } from '#db/wall-clock.ts'
import type { Context } from '#http/handler.ts'
import { sendAllMoved } from '#modules/media/session-emails.ts'
import { scheduleReport } from '#modules/media/zoom/meeting.ts'

/** Those planned in the former zone: others have a zone of their own. Members get one email, and the Zoom meetings follow. */
export async function moveSessions(ctx: Context, courseId: string, change: ZoneChange): Promise<void> {
  const time = sql`starts_at`
  const { rows } = await ctx.db.execute<Moved>(sql`
    update media m set starts_at = n.at, time_zone = ${change.to}, revision = m.revision + 1,
      previous_starts_at = case when n.at = m.previous_starts_at then null else coalesce(m.previous_starts_at, m.starts_at) end
    from (select id, starts_at as before, ${movedIfAhead(time, change)} as at from media
      where course_id = ${courseId} and type = 'LIVE' and coalesce(time_zone, 'UTC') = ${change.from} and ${movesTogether([time], change)}
      order by id for update) n
    where m.id = n.id and n.at <> n.before
    returning m.id, ${stamp(sql`n.before`)} as before, ${stamp(sql`n.at`)} as "startsAt", m.duration_minutes as "durationMinutes",
      exists (select from zoom_meetings z where z.media_id = m.id and z.state <> 'TO_DELETE') as "hasMeeting"`)
  for (const { id, hasMeeting, ...session } of rows) if (hasMeeting) await scheduleReport(ctx.db, id, session)
  await sendAllMoved(ctx, courseId, new Map(rows.map(({ id, before }) => [id, before])))
}

type Moved = { id: string; before: string; startsAt: string; durationMinutes: number | null; hasMeeting: boolean }
