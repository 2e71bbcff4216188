/** Assignments in SQL; their lists are in lists/queries.ts. */

import { and, eq, gte, isNull, sql, type Placeholder } from 'drizzle-orm'
import { purgeBefore } from '@lms/contract/rules/deletion'
import { unlockedWeek } from '#access/conditions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { assignments } from '#db/schema/assignments.ts'
import { weeks } from '#db/schema/courses.ts'

const { placeholder } = sql

/** Neither the assignment nor its week is deleted. */
export const isAssignment = (id: string | Placeholder) =>
  and(
    eq(assignments.id, id),
    isNull(assignments.deletedAt),
    sql`exists (select 1 from weeks week where week.id = ${assignments.weekId} and week.deleted_at is null)`,
  )

export const findAssignment = async (db: Db, id: string) => (await db.select().from(assignments).where(isAssignment(id)))[0]

const assignmentInWeek = prepared((db) =>
  db
    .select({ assignment: assignments, isOpen: unlockedWeek(placeholder('now')) })
    .from(assignments)
    .innerJoin(weeks, and(eq(weeks.id, assignments.weekId), isNull(weeks.deletedAt)))
    .where(and(eq(assignments.id, placeholder('id')), isNull(assignments.deletedAt))),
)
/** An assignment, and whether its week is open to students. */
export const findAssignmentInWeek = async (db: Db, id: string, now: Date) => (await assignmentInWeek(db, { id, now: now.toISOString() }))[0]

/** Adds an assignment: at the end of its week if its items were put in order, otherwise by due time. */
export async function insertAssignment(db: Db, values: Omit<typeof assignments.$inferInsert, 'position'>) {
  const position = sql`(select max(other.position) + 1 from course_items other where other.week_id = ${values.weekId}
    having bool_or(other.type = 'ASSIGNMENT' and other.position is not null))`
  const [made] = await db
    .insert(assignments)
    .values({ ...values, position })
    .returning()
  return made!
}

/** Locked, so that concurrent changes of its times are validated one after the other. */
export const lockAssignment = async (db: Db, id: string) => (await db.select().from(assignments).where(isAssignment(id)).for('update'))[0]

/** The same, if it is of this course. */
export async function lockInCourse(db: Db, courseId: string, id: string) {
  const found = await lockAssignment(db, id)
  return found?.courseId === courseId ? found : undefined
}

/** Those of a course that take something off late work, deleted ones too. */
export const lockAssignmentsWithLatePenalty = (db: Db, courseId: string) =>
  db
    .select()
    .from(assignments)
    .where(and(eq(assignments.courseId, courseId), sql`${assignments.latePolicy} ->> 'kind' = 'PERCENT_PER_DAY'`))
    .orderBy(assignments.id)
    .for('update')

/** Soft delete: it can be restored for 30 days. Undefined if it does not exist. */
export async function deleteAssignmentRow(db: Db, id: string, now: Date) {
  const [found] = await db.update(assignments).set({ deletedAt: now.toISOString() }).where(isAssignment(id)).returning()
  return found
}

/** Deleted individually, not with its week or course, within the last 30 days. */
export const isRestorable = (since: string | Placeholder) => gte(assignments.deletedAt, since)

/** A deleted assignment that can be restored, because its week exists. */
export async function lockDeletedAssignment(db: Db, id: string, now: Date) {
  const isInWeek = sql`exists (select 1 from weeks week where week.id = ${assignments.weekId} and week.deleted_at is null)`
  const [found] = await db
    .select()
    .from(assignments)
    .where(and(eq(assignments.id, id), isRestorable(purgeBefore(now).toISOString()), isInWeek))
    .for('update')
  return found
}

/** Undefined fields stay unchanged. */
export async function updateAssignmentRow(
  db: Db,
  id: string,
  values: { [K in keyof typeof assignments.$inferInsert]?: (typeof assignments.$inferInsert)[K] | undefined },
) {
  // SQL does not allow an update without values.
  const [row] = await db
    .update(assignments)
    .set({ ...values, id })
    .where(eq(assignments.id, id))
    .returning()
  return row!
}
