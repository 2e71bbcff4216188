/** Members of a course for mentions, in SQL. */

import { and, asc, desc, eq, isNull, sql, type Placeholder } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { memberOf } from '#access/conditions.ts'
import { anyOf, prepared, type Db } from '#db/drizzle.ts'
import { isFound } from '#db/page.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { userColumns, users } from '#db/schema/users.ts'

const shown = 10

const ofCourse = (courseId: Placeholder) => and(memberOf(courses.id), eq(courses.id, courseId), isNull(users.deletedAt))

/** Never the email, which is on the second line. */
const foldedName = sql`split_part(${users.searchText}, chr(10), 1)`
/** Names with a word that begins with the first one of the search come first. */
const beginsWith = (search: Placeholder) => sql`' ' || ${foldedName} like '% ' || split_part(fold_text(${search}::text), ' ', 1) || '%'`

const isShared = sql`count(*) over (partition by ${foldedName}) > 1`
/** Null unless others have the name too. */
const ifShared = (column: PgColumn) => sql<string | null>`case when ${isShared} then ${column} end`

const search = sql.placeholder('search')
const members = prepared((db, isSearch: boolean, isStaff: boolean) =>
  db
    .select({
      ...userColumns(users),
      role: memberships.role,
      joinedAt: ifShared(memberships.createdAt).mapWith(memberships.createdAt),
      email: isStaff ? ifShared(users.email) : sql<null>`null`,
    })
    .from(courses)
    .innerJoin(memberships, eq(memberships.courseId, courses.id))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(ofCourse(sql.placeholder('courseId')), isSearch ? isFound(foldedName, search) : undefined))
    .orderBy(...(isSearch ? [desc(beginsWith(search))] : []), asc(users.name), asc(users.id))
    .limit(shown),
)
/** Members whose names a search finds, by name; those of one name with what tells them apart. */
export const listMembers = (db: Db, courseId: string, search: string | undefined, isStaff: boolean) =>
  members(db, { courseId, search }, Boolean(search), isStaff)

const membersAmong = prepared((db) =>
  db
    .select({ id: users.id })
    .from(courses)
    .innerJoin(memberships, eq(memberships.courseId, courses.id))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(ofCourse(sql.placeholder('courseId')), sql`${users.id} = ${anyOf('ids')}`)),
)
/** The ids that are members of the course. */
export async function listMemberIds(db: Db, courseId: string, ids: string[]): Promise<string[]> {
  const found = ids.length > 0 ? await membersAmong(db, { courseId, ids }) : []
  return found.map(({ id }) => id)
}
