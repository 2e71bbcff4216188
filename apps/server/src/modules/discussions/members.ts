/** Members of a course for mentions, in SQL. */

import { and, asc, desc, eq, isNull, sql, type Placeholder, type SQLWrapper } from 'drizzle-orm'
import { memberOf } from '#access/conditions.ts'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { isFound } from '#db/page.ts'
import { mapNullable } from '#db/schema/columns.ts'
import { memberships } from '#db/schema/courses.ts'
import { imageUrl, users } from '#db/schema/users.ts'

const shown = 10

const ofCourse = and(memberOf(sql.placeholder('courseId')), isNull(users.deletedAt))

/** Never the email, which is on the second line. */
const foldedName = sql`split_part(${users.searchText}, chr(10), 1)`
/** Names with a word that begins with the first one of the search come first. */
const beginsWith = (folded: SQLWrapper, search: Placeholder) =>
  sql`' ' || ${folded} like '% ' || split_part(fold_text(${search}::text), ' ', 1) || '%'`

const search = sql.placeholder('search')
/** Those of one name are found by grouping: comparing names in order takes several times as long. */
const members = prepared((db, isSearch: boolean, isStaff: boolean) => {
  const found = db.$with('found').as(
    db
      .select({
        id: users.id,
        name: users.name,
        profileImageUrl: imageUrl(users.profileImage).as('profile_image_url'),
        email: users.email,
        folded: foldedName.as('folded'),
        role: memberships.role,
        joinedAt: memberships.createdAt,
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(ofCourse, isSearch ? isFound(foldedName, search) : undefined)),
  )
  const isShared = sql`${found.folded} in (select folded from found group by folded having count(*) > 1)`
  const ifShared = (column: SQLWrapper) => sql<string | null>`case when ${isShared} then ${column} end`
  return db
    .with(found)
    .select({
      id: found.id,
      name: found.name,
      profileImageUrl: found.profileImageUrl,
      role: found.role,
      joinedAt: mapNullable(ifShared(found.joinedAt), memberships.createdAt),
      email: isStaff ? ifShared(found.email) : sql<null>`null`,
    })
    .from(found)
    .orderBy(...(isSearch ? [desc(beginsWith(found.folded, search))] : []), asc(found.name), asc(found.id))
    .limit(shown)
})
/** Members whose names a search finds, by name; those of one name with what tells them apart. */
export const listMembers = (db: Db, courseId: string, search: string | undefined, isStaff: boolean) =>
  members(db, { courseId, search }, Boolean(search), isStaff)

const membersAmong = prepared((db) =>
  db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(ofCourse, sql`${users.id} = ${arrayPlaceholder('ids')}`)),
)
/** The ids that are members of the course. */
export async function listMemberIds(db: Db, courseId: string, ids: string[]): Promise<string[]> {
  const found = ids.length > 0 ? await membersAmong(db, { courseId, ids }) : []
  return found.map(({ id }) => id)
}
