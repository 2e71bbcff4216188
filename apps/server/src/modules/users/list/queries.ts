/** Lists of users in SQL: by role, status, course and search, one page or all. */

import { and, asc, eq, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Role } from '@lms/contract/policy'
import { accountOfStudent, classSize, roleInCourse } from '#access/conditions.ts'
import { mailError } from '#access/mail-errors.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { isFound, paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { courseStudents } from '#db/schema/courses.ts'
import { accountColumns, userCounts, users } from '#db/schema/users.ts'

const { placeholder } = sql

type Status = (typeof users.$inferSelect)['status']

export interface UserFilter {
  /** STAFF: everybody who can teach a course: trainers and admins. */
  role?: Role | 'STAFF' | 'all' | undefined
  status?: Status | 'all' | undefined
  courseId?: string | undefined
  search?: string | undefined
}
export type UserSort = 'name' | '-name' | 'email' | '-email' | 'createdAt' | '-createdAt' | 'lastSeenAt' | '-lastSeenAt'

/** The values of a filter, or their placeholders. */
interface FilterValues {
  role?: unknown
  status?: unknown
  courseId?: unknown
  search?: unknown
}
const isSet = (value: string | undefined): boolean => Boolean(value) && value !== 'all'
const getFilterValues = ({ role, status, courseId, search }: UserFilter) => ({ role, status, courseId, search })

const hasRole = (column: SQLWrapper, wanted: UserFilter['role'], value: unknown): SQL =>
  wanted === 'STAFF' ? sql`${column} <> 'USER'` : sql`${column} = ${value}`

function combineConditions(filter: UserFilter, { role, status, courseId, search }: FilterValues): SQL | undefined {
  const isMember = sql`${users.id} in (select student.user_id from course_students student where student.course_id = ${courseId}
    union all select staff.user_id from course_staff staff where staff.course_id = ${courseId})`
  return and(
    isNull(users.deletedAt),
    isSet(filter.role) ? hasRole(users.role, filter.role, role) : undefined,
    isSet(filter.status) ? sql`${users.status} = ${status}` : undefined,
    isSet(filter.courseId) ? isMember : undefined,
    filter.search ? isFound(users.searchText, search) : undefined,
  )
}
const toCondition = (filter: UserFilter): SQL | undefined => combineConditions(filter, getFilterValues(filter))

/** Users who never signed in come first. */
const sortColumns = {
  name: sql`${users.name}`,
  email: sql`${users.email}`,
  createdAt: sql`${users.createdAt}`,
  lastSeenAt: sql`coalesce(${users.lastSeenAt}, '-infinity')`,
}
const getSortColumn = (sort: UserSort) => sortColumns[sort.replace('-', '') as keyof typeof sortColumns]
const toOrderBy = (sort: UserSort, [key, id]: [SQL, SQL] = [getSortColumn(sort), sql`${users.id}`]) => {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  return [sql`${key} ${direction}`, sql`${id} ${direction}`]
}

/** The number of students is maintained by triggers, and trainers are few. */
const memberTotal = sql<number>`(select course.student_count + (select count(*)::int from course_staff staff where staff.course_id = course.id)
  from courses course where course.id = ${placeholder('courseId')})`

/** The filter of a prepared statement. */
const placeholders = {
  role: placeholder('role'),
  status: placeholder('status'),
  courseId: placeholder('courseId'),
  search: placeholder('search'),
}
const matchingTotal = prepared((db, shape: UserFilter) => db.select(total).from(users).where(combineConditions(shape, placeholders)))
const keptTotal = ({ role, status }: UserFilter) => sql<number>`(select coalesce(sum(${userCounts.delta}), 0)::int from ${userCounts}
  where ${and(sql`true`, role ? hasRole(userCounts.role, role, placeholders.role) : undefined, status ? eq(userCounts.status, placeholders.status) : undefined)})`

/** Triggers count all users by role and status; a search has found them all in the clause `matching`. Null for the filters that are counted on their own. */
function quickTotal({ role, status, courseId, search }: UserFilter): SQL<number | null> {
  if (search) return sql`(select count(*)::int from matching)`
  if (!courseId) return keptTotal({ role, status })
  return role || status ? sql`null::int` : memberTotal
}

/**
 * The memberships of a page's users, in the role of their account: the two courses that fit in a row, the one
 * filtered by first, and their number.
 */
const coursesOfPage = sql`(
  select listed.user_id, json_agg(json_build_object('id', listed.id, 'title', listed.title) order by listed.place) filter (where listed.place <= 2) as courses, count(*)::int as course_count
  from (select membership.user_id, course.id, course.title, row_number() over (partition by membership.user_id order by course.id::text = ${placeholder('firstCourse')} desc, course.title, course.id) as place
    from found account join memberships membership on membership.user_id = account.id and membership.status = 'ACTIVE' and membership.role = ${roleInCourse(sql`account.role`)}
    join courses course on course.id = membership.course_id and course.deleted_at is null) listed
  group by listed.user_id) joined`

/** The parts of a filter that change the statement. */
const getShape = ({ role, status, courseId, search }: UserFilter): UserFilter => ({
  role: role === 'STAFF' ? role : isSet(role) ? 'USER' : undefined,
  status: isSet(status) ? 'ACTIVE' : undefined,
  courseId: isSet(courseId) ? 'set' : undefined,
  search: search ? 'set' : undefined,
})

/** The page is found first, so that courses are read only for its rows. */
const userPage = prepared((db, shape: UserFilter, sort: UserSort, page: PageShape) => {
  const conditions = combineConditions(shape, placeholders)
  // Filters before sorting: PostgreSQL would otherwise scan everyone by name, expecting to fill a page soon.
  const matching = db.$with('matching').as(db.select({ id: users.id }).from(users).where(conditions))
  const found = db
    .select({
      ...accountColumns,
      email: accountColumns.email.as('email'),
      profileImageUrl: accountColumns.profileImageUrl.as('profile_image_url'),
      key: getSortColumn(sort).as('key'),
    })
    .from(users)
    .where(shape.search ? sql`${users.id} in (select id from matching)` : conditions)
    .orderBy(...toOrderBy(sort))
    .limit(page.size)
    .offset(page.isFirst ? 0 : skipped)
  const chosen = db.$with('found').as(found)
  const { key, ...row } = chosen._.selectedFields
  return db
    .with(...(shape.search ? [matching] : []), chosen)
    .select({
      ...row,
      courses: sql<{ id: string; title: string }[]>`coalesce(joined.courses, '[]')`,
      courseCount: sql<number>`coalesce(joined.course_count, 0)`,
      total: quickTotal(shape),
      invitationError: sql<string | null>`case ${row.status} when 'INVITED' then ${mailError(row.id, 'INVITATION')} end`,
    })
    .from(chosen)
    .leftJoin(coursesOfPage, sql`joined.user_id = ${chosen.id}`)
    .orderBy(...toOrderBy(sort, [sql`${key}`, sql`${chosen.id}`]))
})

export function listUsers(db: Db, filter: UserFilter & Page & { sort: UserSort }) {
  const values = { ...getFilterValues(filter), firstCourse: filter.courseId ?? 'all' }
  return paged(
    (limit, offset) => userPage(db, { ...values, offset }, getShape(filter), filter.sort, pageShape(limit, offset)),
    () => matchingTotal(db, getFilterValues(filter), getShape(filter)),
    filter,
  )
}

export type After = { key: string; id: string }

/** The next rows after one, for reading the whole list in chunks. `key` is the sort key, as text. */
export function listUsersAfter(db: Db, filter: UserFilter & { sort: UserSort }, after: After | undefined, limit: number) {
  const key = getSortColumn(filter.sort)
  const kind = /createdAt|lastSeenAt/.test(filter.sort) ? sql`timestamptz` : sql`text`
  const beyond = filter.sort.startsWith('-') ? sql`<` : sql`>`
  return db
    .select({ ...accountColumns, key: sql<string>`(${key})::text` })
    .from(users)
    .where(and(toCondition(filter), after && sql`(${key}, ${users.id}) ${beyond} (${after.key}::${kind}, ${after.id}::uuid)`))
    .orderBy(...toOrderBy(filter.sort))
    .limit(limit)
}

const studentsWanted = (isSearch: boolean) => {
  const values = { search: placeholder('search') }
  return and(combineConditions({ search: isSearch ? 'set' : undefined }, values), eq(courseStudents.courseId, placeholder('courseId')))
}
const studentPage = prepared((db, isSearch: boolean, window: PageShape) => {
  const page = db
    .select({ id: users.id })
    .from(users)
    .innerJoin(courseStudents, accountOfStudent())
    .where(studentsWanted(isSearch))
    .orderBy(asc(users.name), asc(users.id))
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped)
    .as('page')
  return db
    .select({ ...accountColumns, total: isSearch ? sql<null>`null` : classSize })
    .from(page)
    .innerJoin(users, eq(users.id, page.id))
    .orderBy(asc(users.name), asc(users.id))
})
const studentTotal = prepared((db, isSearch: boolean) =>
  db.select(total).from(users).innerJoin(courseStudents, accountOfStudent()).where(studentsWanted(isSearch)),
)

/** Active students of a course by name. */
export const listStudents = (db: Db, courseId: string, { search, ...page }: Page & { search?: string | undefined }) => {
  const values = { courseId, search }
  return paged(
    (limit, offset) => studentPage(db, { ...values, offset }, Boolean(search), pageShape(limit, offset)),
    () => studentTotal(db, values, Boolean(search)),
    page,
  )
}
