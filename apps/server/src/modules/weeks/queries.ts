/** Weeks in SQL. */
import { and, eq, isNull, max, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { courses, weeks } from '#db/schema/courses.ts'

type Fields = Pick<typeof weeks.$inferInsert, 'title' | 'description' | 'startsOn' | 'unlockAt' | 'published'>

const isThere = (courseId: string, id: string) => and(eq(weeks.id, id), eq(weeks.courseId, courseId), isNull(weeks.deletedAt))

/** A week by way of its course. */
export async function findWeek(db: Db, courseId: string, id: string) {
  const [found] = await db
    .select({ id: weeks.id, courseId: weeks.courseId, title: weeks.title, published: weeks.published, unlockAt: weeks.unlockAt })
    .from(weeks)
    .where(isThere(courseId, id))
  return found
}

/** Whoever numbers the weeks of a course takes turns. */
export const lockWeeksOf = (db: Db, courseId: string) =>
  db.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId)).for('no key update')

/** Adds a week at the end; call it with the weeks locked. */
export async function insertWeek(db: Db, courseId: string, fields: Fields): Promise<string> {
  const [last] = await db
    .select({ number: max(weeks.number) })
    .from(weeks)
    .where(and(eq(weeks.courseId, courseId), isNull(weeks.deletedAt)))
  const [made] = await db
    .insert(weeks)
    .values({ ...fields, courseId, number: (last?.number ?? 0) + 1 })
    .returning({ id: weeks.id })
  return made!.id
}

/** Undefined where the course has no such week. */
export async function updateWeekRow(db: Db, courseId: string, id: string, fields: Fields) {
  const [found] = await db.update(weeks).set(fields).where(isThere(courseId, id)).returning({ id: weeks.id })
  return found
}

/** Hides a week with all that stands in it; what was handed in stays. Undefined where the course has no such week. */
export async function deleteWeek(db: Db, courseId: string, id: string, now: Date) {
  const [found] = await db.update(weeks).set({ deletedAt: now.toISOString() }).where(isThere(courseId, id)).returning({ id: weeks.id })
  return found
}

/**
 * Numbers the weeks 1 to n in their order, after moving one to a place if asked. By way of negative numbers: the unique
 * key is checked row by row.
 */
export async function updateWeekNumbers(db: Db, courseId: string, move?: { id: string; to: number }) {
  const isMoved = move ? sql`id = ${move.id}` : sql`false`
  // The rest keep their order among themselves: whoever stands at the wanted place or behind it makes room.
  const place = sql`case when is_moved then least(${move?.to ?? 0}::int, count) when is_placed and rank >= ${move?.to ?? 0}::int then rank + 1 else rank end`
  await db.execute(sql`
    with ranked as (
      select id, ${isMoved} as is_moved, ${move !== undefined}::boolean as is_placed, (row_number() over (order by ${isMoved}, number))::int as rank, (count(*) over ())::int as count
      from weeks where course_id = ${courseId} and deleted_at is null)
    update weeks w set number = -(${place}) from ranked where ranked.id = w.id and w.number <> ${place}`)
  await db.execute(sql`update weeks set number = -number where course_id = ${courseId} and deleted_at is null and number < 0`)
}
