/** Weeks in SQL. */

import { and, eq, gt, gte, isNull, max, sql, type Placeholder } from 'drizzle-orm'
import { purgeBefore, restorableUntil } from '@lms/contract/rules/deletion'
import type { DeletedWeek } from '@lms/contract/weeks'
import type { toEdit } from '#access/edits.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { paged, total, type Page } from '#db/page.ts'
import { assignments, submissions } from '#db/schema/assignments.ts'
import { courseItems } from '#db/schema/course-items.ts'
import { courses, courseStudents, weeks } from '#db/schema/courses.ts'

type Fields = Pick<typeof weeks.$inferInsert, 'title' | 'description' | 'startsOn' | 'unlockAt' | 'published'>

const isWeek = (courseId: string | Placeholder, id: string | Placeholder) =>
  and(eq(weeks.id, id), eq(weeks.courseId, courseId), isNull(weeks.deletedAt))

const week = prepared((db) =>
  db
    .select({
      id: weeks.id,
      courseId: weeks.courseId,
      title: weeks.title,
      published: weeks.published,
      unlockAt: weeks.unlockAt,
      version: weeks.version,
      updatedBy: weeks.updatedBy,
      updatedAt: weeks.updatedAt,
    })
    .from(weeks)
    .where(isWeek(sql.placeholder('courseId'), sql.placeholder('id'))),
)
/** A week by its course. */
export const findWeek = async (db: Db, courseId: string, id: string) => (await week(db, { courseId, id }))[0]

const submissionsOfWeek = prepared((db) =>
  db
    .select(total)
    .from(submissions)
    .innerJoin(assignments, and(eq(assignments.id, submissions.assignmentId), isNull(assignments.deletedAt)))
    .innerJoin(courseStudents, and(eq(courseStudents.courseId, submissions.courseId), eq(courseStudents.userId, submissions.studentId)))
    .where(and(eq(assignments.weekId, sql.placeholder('id')), gt(submissions.attempt, 0))),
)
/** Of the students of the course, as everywhere. */
export const countSubmissions = async (db: Db, id: string): Promise<number> => (await submissionsOfWeek(db, { id }))[0]!.total

/** Transactions that number the weeks of a course wait for each other. */
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

export const updateWeekRow = (db: Db, id: string, values: Fields & ReturnType<typeof toEdit>) =>
  db.update(weeks).set(values).where(eq(weeks.id, id))

/** Soft delete, with all its items: it can be restored for 30 days. Undefined if the course has no such week. */
export async function deleteWeek(db: Db, courseId: string, id: string, now: Date) {
  const [found] = await db.update(weeks).set({ deletedAt: now.toISOString() }).where(isWeek(courseId, id)).returning({ id: weeks.id })
  return found
}

const isRestorable = (courseId: string, now: Date) =>
  and(eq(weeks.courseId, courseId), gte(weeks.deletedAt, purgeBefore(now).toISOString()))

export async function listDeletedWeeks(db: Db, courseId: string, page: Page, now: Date) {
  const fetch = (limit: number, offset: number) =>
    db
      .select({
        id: weeks.id,
        title: weeks.title,
        mediaCount: sql<number>`(select count(*)::int from media media_item where media_item.week_id = weeks.id and media_item.deleted_at is null)`,
        assignmentCount: sql<number>`(select count(*)::int from assignments assignment where assignment.week_id = weeks.id and assignment.deleted_at is null)`,
        deletedAt: sql<string>`${weeks.deletedAt}`.mapWith(weeks.deletedAt),
      })
      .from(weeks)
      .where(isRestorable(courseId, now))
      .orderBy(sql`${weeks.deletedAt} desc, ${weeks.id}`)
      .limit(limit)
      .offset(offset)
  const { items, ...rest } = await paged(fetch, () => db.select(total).from(weeks).where(isRestorable(courseId, now)), page)
  return { ...rest, items: items.map((row): DeletedWeek => ({ ...row, restorableUntil: restorableUntil(row.deletedAt) })) }
}

/**
 * Restores a week at the end, and returns its former number; undefined if there is none to restore. Call it with the weeks locked,
 * and number them afterwards.
 */
export async function restoreWeekRow(db: Db, courseId: string, id: string, now: Date): Promise<number | undefined> {
  const deleted = and(eq(weeks.id, id), isRestorable(courseId, now))
  const [found] = await db.select({ number: weeks.number }).from(weeks).where(deleted)
  const last = sql`(select coalesce(max(week.number), 0) + 1 from weeks week where week.course_id = ${courseId} and week.deleted_at is null)`
  await db.update(weeks).set({ deletedAt: null, number: last }).where(deleted)
  return found?.number
}

/**
 * Numbers the weeks 1 to n in their order, after optionally moving one. Uses negative numbers in between, because the unique
 * key is checked row by row.
 */
export async function updateWeekNumbers(db: Db, courseId: string, move?: { id: string; to: number }) {
  const isMoved = move ? sql`id = ${move.id}` : sql`false`
  // The others keep their order: those at or after the new position move down.
  const place = sql`case when is_moved then least(${move?.to ?? 0}::int, count) when is_placed and rank >= ${move?.to ?? 0}::int then rank + 1 else rank end`
  await db.execute(sql`
    with ranked as (
      select id, ${isMoved} as is_moved, ${move !== undefined}::boolean as is_placed, (row_number() over (order by ${isMoved}, number))::int as rank, (count(*) over ())::int as count
      from weeks where course_id = ${courseId} and deleted_at is null)
    update weeks week set number = -(${place}) from ranked where ranked.id = week.id and week.number <> ${place}`)
  await keepNewNumbers(db, courseId)
}

const keepNewNumbers = (db: Db, courseId: string) =>
  db.execute(sql`update weeks set number = -number where course_id = ${courseId} and deleted_at is null and number < 0`)

const weekIds = prepared((db) =>
  db
    .select({ id: weeks.id })
    .from(weeks)
    .where(and(eq(weeks.courseId, sql.placeholder('courseId')), isNull(weeks.deletedAt)))
    .orderBy(weeks.number),
)
export const listWeekIds = async (db: Db, courseId: string): Promise<string[]> => (await weekIds(db, { courseId })).map(({ id }) => id)

const itemIds = prepared((db) =>
  db
    .select({ id: courseItems.id })
    .from(courseItems)
    .where(eq(courseItems.weekId, sql.placeholder('weekId')))
    .orderBy(courseItems.position, courseItems.dueAt, courseItems.id),
)
/** As the week shows them to staff. */
export const listItemIds = async (db: Db, weekId: string): Promise<string[]> => (await itemIds(db, { weekId })).map(({ id }) => id)

const inOrder = (ids: string[]) => sql`unnest(${sql.param(ids)}::uuid[]) with ordinality as ordered (id, place)`

/** Numbers all weeks of a course in the order of `ids`; call it with the weeks locked. */
export async function updateWeekOrder(db: Db, courseId: string, ids: string[]) {
  await db.execute(sql`
    update weeks week set number = -ordered.place from ${inOrder(ids)}
    where week.id = ordered.id and week.course_id = ${courseId} and week.number <> ordered.place`)
  await keepNewNumbers(db, courseId)
}

/** Of all items of a week, in the order of `ids`. */
export const updateItemOrder = (db: Db, weekId: string, ids: string[]) =>
  db.execute(sql`
    with ordered as (select id, place - 1 as position from ${inOrder(ids)}), ordered_media as (
      update media set position = ordered.position from ordered
      where media.id = ordered.id and media.week_id = ${weekId} and media.position <> ordered.position)
    update assignments set position = ordered.position from ordered
    where assignments.id = ordered.id and assignments.week_id = ${weekId} and assignments.position is distinct from ordered.position`)

/** Moves an item with the attendance in it; false if the course has no such item. Call it with the weeks locked. */
export async function updateItemWeek(db: Db, { courseId, itemId, weekId }: { courseId: string; itemId: string; weekId: string }) {
  const { rows } = await db.execute(sql`
    with item as (select id from course_items where id = ${itemId} and course_id = ${courseId}), moved_media as (
      update media set week_id = ${weekId} from item where media.id = item.id), moved_assignment as (
      update assignments set week_id = ${weekId} from item where assignments.id = item.id), moved_records as (
      update attendance set week_id = ${weekId} from item where attendance.session_id = item.id)
    select id from item`)
  return rows.length > 0
}
