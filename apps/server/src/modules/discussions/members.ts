/** Members of a course for mentions, in SQL. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { memberOf } from '#access/conditions.ts'
import type { Db } from '#db/drizzle.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { userColumns, users } from '#db/schema/users.ts'

const shown = 10

const ofCourse = (courseId: string) => and(memberOf(courses.id), eq(courses.id, courseId), isNull(users.deletedAt))

/** The start of any word of a name. */
const beginsWith = (search: string) => `(^|[ '’-])${search.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`

/** Members whose names have a word that starts with the text, by name; never their emails. */
export const listMembers = (db: Db, courseId: string, search: string | undefined) =>
  db
    .select({ ...userColumns(users), role: memberships.role })
    .from(courses)
    .innerJoin(memberships, eq(memberships.courseId, courses.id))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(ofCourse(courseId), search ? sql`${users.name} ~* ${beginsWith(search)}` : undefined))
    .orderBy(asc(users.name), asc(users.id))
    .limit(shown)

/** The ids that are members of the course. */
export async function listMemberIds(db: Db, courseId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await db
    .select({ id: users.id })
    .from(courses)
    .innerJoin(memberships, eq(memberships.courseId, courses.id))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(ofCourse(courseId), inArray(users.id, ids)))
  return found.map(({ id }) => id)
}
