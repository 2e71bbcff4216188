/** Keeps the times on the clock when a course gets another time zone: what is planned in it happens at another moment. */
import { sql, type SQL } from 'drizzle-orm'
import { movedOrSame, movesTogether, type ZoneChange } from '#db/wall-clock.ts'
import type { Context } from '#http/handler.ts'
import { addStart } from '#modules/mail/course-emails/send.ts'
import { moveSessions } from '#modules/media/moving.ts'

/** Call it with the course locked. What is deleted moves along, since it can be restored. */
export async function keepClockTimes(ctx: Context, courseId: string, zones: { from: string; to: string }): Promise<void> {
  const change = { ...zones, now: ctx.now() }
  await moveAssignments(ctx, courseId, change)
  const update = (table: string, time: string) =>
    sql`update ${sql.raw(table)} t set ${moves([time], change, 't')} where course_id = ${courseId} and ${isMoved([time], change, 't')}`
  await ctx.db.execute(update('weeks', 'unlock_at'))
  await ctx.db.execute(update('signup_forms', 'closes_at'))
  const { rows } = await ctx.db.execute<{ id: string; sendAt: string }>(
    sql`${update('course_emails', 'send_at')} and state = 'SCHEDULED' returning id, send_at as "sendAt"`,
  )
  for (const { id, sendAt } of rows) await addStart(ctx.db, id, new Date(sendAt))
  await moveSessions(ctx, courseId, change)
}

async function moveAssignments({ db, actor }: Context, courseId: string, change: ZoneChange): Promise<void> {
  const times = ['available_from', 'due_at', 'closes_at']
  // Nobody submits at the same time.
  await db.execute(sql`select from assignments where course_id = ${courseId} order by id for update`)
  // A student's own times move with those of the assignment, or stay with them.
  await db.execute(sql`
    update assignment_exceptions e set ${moves(['due_at', 'closes_at'], change, 'e')} from assignments a
    where a.id = e.assignment_id and a.course_id = ${courseId} and ${isMoved(['due_at', 'closes_at'], change, 'e')}
      and coalesce(${isMoved(times, change, 'a')}, true)`)
  await db.execute(sql`
    update assignments a set ${moves(times, change, 'a')}, version = version + 1, updated_by = ${actor.id},
      updated_at = ${change.now.toISOString()}::timestamptz
    where course_id = ${courseId} and ${isMoved(times, change, 'a')}`)
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
