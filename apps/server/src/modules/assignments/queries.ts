/** Assignments in SQL. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { assignments } from '#db/schema/assignments.ts'

export async function findAssignment(db: Db, id: string) {
  const [found] = await db
    .select()
    .from(assignments)
    .where(and(eq(assignments.id, id), isNull(assignments.deletedAt)))
  return found
}
