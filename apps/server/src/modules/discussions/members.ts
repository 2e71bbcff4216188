/** Members of a course for mentions, in SQL. */
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { memberOf } from '#access/conditions.ts'
import type { Db } from '#db/drizzle.ts'
import { isFound } from '#db/page.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { userColumns, users } from '#db/schema/users.ts'

const shown = 10

const ofCourse = (courseId: string) => and(memberOf(courses.id), eq(courses.id, courseId), isNull(users.deletedAt))

/** Never the email, which is on the second line. */
const foldedName = sql`split_part(${users.searchText}, chr(10), 1)`
/** Names with a word that begins with the first one of the search come first. */
const beginsWith = (search: string) => sql`' ' || ${foldedName} like '% ' || split_part(fold_text(${search}), ' ', 1) || '%'`

/** Members whose names a search finds, by name. */
export const listMembers = (db: Db, courseId: string, search: string | undefined) =>
  db
    .select({ ...userColumns(users), role: memberships.role })
    .from(courses)
    .innerJoin(memberships, eq(memberships.courseId, courses.id))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(ofCourse(courseId), search ? isFound(foldedName, search) : undefined))
    .orderBy(...(search ? [desc(beginsWith(search))] : []), asc(users.name), asc(users.id))
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
