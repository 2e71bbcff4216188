/** What follows when a course gets another time zone. Times kept on the clock: what is planned happens at another moment. */

import { sql, type SQL } from 'drizzle-orm'
import type { Context } from '#call/handler.ts'
import { stamp } from '#db/schema/columns.ts'
import { addStart } from '#modules/mail/course-emails/send.ts'
import { sendAllMoved } from '#modules/media/session-emails.ts'
import { scheduleReport } from '#modules/media/zoom/meeting.ts'
import { recountLateDeductions } from '#modules/submissions/assignment-changes.ts'

interface ZoneChange {
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
const movedIfAhead = (time: SQL, change: ZoneChange): SQL =>
  sql`(case when ${time} > ${change.now.toISOString()}::timestamptz then ${moved(time, change)} end)`

/**
 * Whether the times of a row move: some are ahead, and none of them would be in the past. What has passed stays as it happened, and a
 * change of zone makes nobody late and opens or sends nothing at once.
 */
const movesTogether = (times: readonly SQL[], change: ZoneChange): SQL =>
  sql`(least(${sql.join(
    times.map((time) => movedIfAhead(time, change)),
    sql`, `,
  )}) > ${change.now.toISOString()}::timestamptz)`

const movedOrSame = (time: SQL, change: ZoneChange): SQL => sql`coalesce(${movedIfAhead(time, change)}, ${time})`

/** Call it with the course locked, once it has the other zone: late days are counted again, and times on the clock may be kept. */
export async function changeTimeZone(
  ctx: Context,
  courseId: string,
  { keepsClock, ...zones }: { from: string; to: string; keepsClock: boolean },
): Promise<void> {
  if (keepsClock) await keepClockTimes(ctx, courseId, zones)
  await recountLateDeductions(ctx, courseId)
}

/** What is deleted moves along, since it can be restored. */
async function keepClockTimes(ctx: Context, courseId: string, zones: { from: string; to: string }): Promise<void> {
  const change = { ...zones, now: ctx.now() }
  await moveAssignments(ctx, courseId, change)
  const update = (table: string, time: string, others = sql``) =>
    sql`update ${sql.raw(table)} moved set ${moves([time], change, 'moved')}${others} where course_id = ${courseId} and ${isMoved([time], change, 'moved')}`
  await ctx.db.execute(update('weeks', 'unlock_at', edited(ctx)))
  await ctx.db.execute(update('signup_forms', 'closes_at'))
  const { rows } = await ctx.db.execute<{ id: string; sendAt: string }>(
    sql`${update('course_emails', 'send_at')} and state = 'SCHEDULED' returning id, send_at as "sendAt"`,
  )
  for (const { id, sendAt } of rows) await addStart(ctx.db, id, new Date(sendAt))
  await moveSessions(ctx, courseId, change)
}

/** Of what has versions. */
const edited = ({ actor, now }: Context): SQL =>
  sql`, version = version + 1, updated_by = ${actor.id}, updated_at = ${now().toISOString()}::timestamptz`

async function moveAssignments(ctx: Context, courseId: string, change: ZoneChange): Promise<void> {
  const { db } = ctx
  const times = ['available_from', 'due_at', 'closes_at']
  // Nobody submits at the same time.
  await db.execute(sql`select from assignments where course_id = ${courseId} order by id for update`)
  // A student's own times move with those of the assignment, or stay with them.
  await db.execute(sql`
    update assignment_exceptions exception set ${moves(['due_at', 'closes_at'], change, 'exception')} from assignments assignment
    where assignment.id = exception.assignment_id and assignment.course_id = ${courseId} and ${isMoved(['due_at', 'closes_at'], change, 'exception')}
      and coalesce(${isMoved(times, change, 'assignment')}, true)`)
  await db.execute(sql`
    update assignments assignment set ${moves(times, change, 'assignment')}${edited(ctx)}
    where course_id = ${courseId} and ${isMoved(times, change, 'assignment')}`)
}

const column = (name: string, table: string): SQL => sql.raw(`${table}.${name}`)

const isMoved = (names: readonly string[], change: ZoneChange, table: string): SQL =>
  movesTogether(
    names.map((name) => column(name, table)),
    change,
  )

const moves = (names: readonly string[], change: ZoneChange, table: string): SQL =>
  sql.join(
    names.map((name) => sql`${sql.raw(name)} = ${movedOrSame(column(name, table), change)}`),
    sql`, `,
  )

/** Those planned in the former zone: others have a zone of their own. Members get one email, and the Zoom meetings follow. */
async function moveSessions(ctx: Context, courseId: string, change: ZoneChange): Promise<void> {
  const time = sql`starts_at`
  const { rows } = await ctx.db.execute<Moved>(sql`
    update media media_item set starts_at = moved.at, time_zone = ${change.to}, revision = media_item.revision + 1${edited(ctx)},
      previous_starts_at = case when moved.at = media_item.previous_starts_at then null else coalesce(media_item.previous_starts_at, media_item.starts_at) end
    from (select id, starts_at as before, ${movedIfAhead(time, change)} as at from media
      where course_id = ${courseId} and type = 'LIVE' and coalesce(time_zone, 'UTC') = ${change.from} and ${movesTogether([time], change)}
      order by id for update) moved
    where media_item.id = moved.id and moved.at <> moved.before
    returning media_item.id, ${stamp(sql`moved.before`)} as before, ${stamp(sql`moved.at`)} as "startsAt", media_item.duration_minutes as "durationMinutes",
      exists (select from zoom_meetings meeting where meeting.media_id = media_item.id and meeting.state <> 'TO_DELETE') as "hasMeeting"`)
  for (const { id, hasMeeting, ...session } of rows) if (hasMeeting) await scheduleReport(ctx.db, id, session)
  await sendAllMoved(ctx, courseId, new Map(rows.map(({ id, before }) => [id, before])))
}

type Moved = { id: string; before: string; startsAt: string; durationMinutes: number | null; hasMeeting: boolean }
