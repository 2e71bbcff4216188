/** People in SQL. */
import { and, asc, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Reach, Role } from '@lms/contract/policy'
import type { Preferences } from '@lms/contract/preferences'
import { isStudentOf } from '#access/students.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { containing, paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { mails } from '#db/schema/mail.ts'
import { mediaNotes } from '#db/schema/media.ts'
import { oneTimeTokens, otpCodes, signInSources } from '#db/schema/sign-in.ts'
import { imageUrl, importResults, sessions, userChanges, userCounts, users } from '#db/schema/users.ts'

const { placeholder } = sql

/** A person as they themselves and staff see them. Who is not deleted has an address. */
const columns = {
  id: users.id,
  name: users.name,
  email: sql<string>`${users.email}`,
  role: users.role,
  profileImage: users.profileImage,
  profileImageUrl: imageUrl(users.profileImage),
  status: users.status,
  timeZone: users.timeZone,
  createdAt: users.createdAt,
  lastSeenAt: users.lastSeenAt,
}

export async function findUser(db: Db, id: string) {
  const [found] = await db
    .select({ ...columns, version: users.version })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return found
}

/** Somebody as they see themselves. */
const self = prepared((db) =>
  db
    .select({ ...columns, preferences: users.preferences })
    .from(users)
    .where(and(eq(users.id, placeholder('id')), isNull(users.deletedAt))),
)
export const findSelf = async (db: Db, id: string) => (await self(db, { id }))[0]

export async function findUserByEmail(db: Db, email: string) {
  const [found] = await db.select(columns).from(users).where(eq(users.email, email))
  return found
}

export async function findPasswordHash(db: Db, id: string) {
  const [found] = await db
    .select({ email: sql<string>`${users.email}`, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, id))
  return found
}

/** A person within the reach: for `teaching` the students of courses that the viewer teaches, and always oneself. */
export async function findUserWithin(db: Db, id: string, reach: Reach, viewerId: string) {
  const isTaught = sql`${users.role} = 'USER' and exists (
    select 1 from memberships s
    join memberships t on t.course_id = s.course_id and t.user_id = ${viewerId} and t.role = 'TRAINER' and t.status = 'ACTIVE'
    join courses c on c.id = s.course_id and c.deleted_at is null
    where s.user_id = ${users.id} and s.role = 'STUDENT' and s.status = 'ACTIVE')`
  const within = {
    all: undefined,
    teaching: or(eq(users.id, viewerId), isTaught),
    enrolled: sql`false`,
    own: eq(users.id, viewerId),
    '-': sql`false`,
  }
  const [found] = await db
    .select({ ...columns, version: users.version })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt), within[reach]))
  return found
}

type Status = (typeof users.$inferSelect)['status']

export interface UserFilter {
  role?: Role | 'all' | undefined
  status?: Status | 'all' | undefined
  courseId?: string | undefined
  search?: string | undefined
}
export type UserSort = 'name' | '-name' | 'email' | '-email' | 'createdAt' | '-createdAt' | 'lastSeenAt' | '-lastSeenAt'

/** The values of a filter, or the placeholders for them. */
interface FilterValues {
  role?: unknown
  status?: unknown
  courseId?: unknown
  pattern?: unknown
}
const isSet = (value: string | undefined): boolean => Boolean(value) && value !== 'all'
const valuesOf = ({ role, status, courseId, search }: UserFilter) => ({ role, status, courseId, pattern: search && containing(search) })

function conditionsOf(filter: UserFilter, { role, status, courseId, pattern }: FilterValues): SQL | undefined {
  const isMember = sql`exists (select 1 from memberships m where m.user_id = ${users.id} and m.course_id = ${courseId} and m.status = 'ACTIVE'
    and m.role = case ${users.role} when 'USER' then 'STUDENT' else 'TRAINER' end)`
  // The subselect hides the pattern: PostgreSQL would plan anew for each, which takes longer than the search.
  const isLike = (column: PgColumn) => sql`${column} ilike (select ${pattern}::text)`
  return and(
    isNull(users.deletedAt),
    isSet(filter.role) ? sql`${users.role} = ${role}` : undefined,
    isSet(filter.status) ? sql`${users.status} = ${status}` : undefined,
    isSet(filter.courseId) ? isMember : undefined,
    filter.search ? or(isLike(users.name), isLike(users.email)) : undefined,
  )
}
const filtered = (filter: UserFilter): SQL | undefined => conditionsOf(filter, valuesOf(filter))

/** Who was never seen comes before everybody else. */
const order = {
  name: sql`${users.name}`,
  email: sql`${users.email}`,
  createdAt: sql`${users.createdAt}`,
  lastSeenAt: sql`coalesce(${users.lastSeenAt}, '-infinity')`,
}
const keyOf = (sort: UserSort) => order[sort.replace('-', '') as keyof typeof order]
const ordered = (sort: UserSort) => {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  return [sql`${keyOf(sort)} ${direction}`, sql`${users.id} ${direction}`]
}

/** Triggers count all people by role and status; only what is searched for is counted here. */
function countUsers(db: Db, filter: UserFilter) {
  const { role, status } = filter
  if (filter.search || isSet(filter.courseId)) return db.select(total).from(users).where(filtered(filter))
  return db
    .select({ total: sql<number>`coalesce(sum(${userCounts.people}), 0)::int` })
    .from(userCounts)
    .where(
      and(
        role && role !== 'all' ? eq(userCounts.role, role) : undefined,
        status && status !== 'all' ? eq(userCounts.status, status) : undefined,
      ),
    )
}

/**
 * What somebody is a member of, in the role of their account: the two courses that a row has room for, the one that was asked for before
 * others, and how many there are.
 */
const coursesOf = sql`(
  select coalesce(json_agg(json_build_object('id', f.id, 'title', f.title) order by f.place) filter (where f.place <= 2), '[]') as courses, count(*)::int as course_count
  from (select c.id, c.title, row_number() over (order by c.id::text = ${placeholder('courseId')} desc, c.title, c.id) as place
    from memberships m join courses c on c.id = m.course_id and c.deleted_at is null
    where m.user_id = ${users.id} and m.status = 'ACTIVE' and m.role = case ${users.role} when 'TRAINER' then 'TRAINER' when 'USER' then 'STUDENT' end) f) joined`

/** What of a filter changes the statement: which of its parts are set, as themselves. */
const shapeOf = ({ role, status, courseId, search }: UserFilter): UserFilter => ({
  role: isSet(role) ? 'USER' : undefined,
  status: isSet(status) ? 'ACTIVE' : undefined,
  courseId: isSet(courseId) ? 'set' : undefined,
  search: search ? 'set' : undefined,
})

/** The page is found first: what a row tells of its courses is not worked out for those that are skipped. */
const userPage = prepared((db, shape: UserFilter, sort: UserSort, page: PageShape) => {
  const values = {
    role: placeholder('role'),
    status: placeholder('status'),
    courseId: placeholder('courseId'),
    pattern: placeholder('pattern'),
  }
  // A search is done before the order: PostgreSQL would go through everybody by name, hoping to find a page soon.
  const isFound = shape.search
    ? sql`${users.id} in (with found as materialized (select id from ${users} where ${conditionsOf(shape, values)}) select id from found)`
    : conditionsOf(shape, values)
  const found = db
    .select({ id: users.id })
    .from(users)
    .where(isFound)
    .orderBy(...ordered(sort))
    .limit(page.size)
    .offset(page.isFirst ? 0 : skipped)
    .as('found')
  return db
    .select({
      ...columns,
      courses: sql<{ id: string; title: string }[]>`joined.courses`,
      courseCount: sql<number>`joined.course_count`,
    })
    .from(found)
    .innerJoin(users, eq(users.id, found.id))
    .crossJoinLateral(coursesOf)
    .orderBy(...ordered(sort))
})

export const listUsers = (db: Db, filter: UserFilter & Page & { sort: UserSort }) =>
  paged(
    (limit, offset) =>
      userPage(
        db,
        { ...valuesOf(filter), courseId: filter.courseId ?? 'all', offset },
        shapeOf(filter),
        filter.sort,
        pageShape(limit, offset),
      ),
    () => countUsers(db, filter),
    filter,
  )

export type After = { key: string; id: string }

/** The next rows after one, for reading the whole set piece by piece. `key` is what the rows are ordered by, as text. */
export function listUsersAfter(db: Db, filter: UserFilter & { sort: UserSort }, after: After | undefined, limit: number) {
  const key = keyOf(filter.sort)
  const kind = /createdAt|lastSeenAt/.test(filter.sort) ? sql`timestamptz` : sql`text`
  const beyond = filter.sort.startsWith('-') ? sql`<` : sql`>`
  return db
    .select({ ...columns, key: sql<string>`(${key})::text` })
    .from(users)
    .where(and(filtered(filter), after && sql`(${key}, ${users.id}) ${beyond} (${after.key}::${kind}, ${after.id}::uuid)`))
    .orderBy(...ordered(filter.sort))
    .limit(limit)
}

export const listStudents = (db: Db, courseId: string, filter: Page & { search?: string | undefined }) =>
  paged(
    (limit, offset) =>
      db
        .select(columns)
        .from(users)
        .innerJoin(memberships, eq(memberships.userId, users.id))
        .where(and(filtered({ search: filter.search }), isStudentOf(courseId)))
        .orderBy(asc(users.name), asc(users.id))
        .limit(limit)
        .offset(offset),
    () =>
      db
        .select(total)
        .from(users)
        .innerJoin(memberships, eq(memberships.userId, users.id))
        .where(and(filtered({ search: filter.search }), isStudentOf(courseId))),
    filter,
  )

/** Undefined where the address has an account. */
export async function insertInvited(db: Db, person: { name: string; email: string; role: Role }) {
  const [made] = await db
    .insert(users)
    .values({ ...person, status: 'INVITED' })
    .onConflictDoNothing({ target: users.email })
    .returning(columns)
  return made
}

export async function findCourseTitle(db: Db, courseId: string) {
  const [found] = await db
    .select({ title: courses.title })
    .from(courses)
    .where(and(eq(courses.id, courseId), isNull(courses.deletedAt)))
  return found?.title
}

/** Makes people members, whatever they were before. */
export const insertMemberships = (db: Db, members: { courseId: string; userId: string; role: 'TRAINER' | 'STUDENT' }[]) =>
  db
    .insert(memberships)
    .values(members)
    .onConflictDoUpdate({ target: [memberships.courseId, memberships.userId, memberships.role], set: { status: 'ACTIVE' } })

/** The person and every super admin, locked in one order: two who demote each other take turns. */
export const lockWithSuperAdmins = (db: Db, id: string) =>
  db
    .select({
      id: users.id,
      name: users.name,
      role: users.role,
      status: users.status,
      version: users.version,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
    })
    .from(users)
    .where(and(isNull(users.deletedAt), or(eq(users.id, id), eq(users.role, 'SUPER_ADMIN'))))
    .orderBy(asc(users.id))
    .for('update')

type Profile = Partial<Pick<typeof users.$inferInsert, 'name' | 'role' | 'status' | 'profileImage' | 'timeZone' | 'passwordHash'>>

/** Sets what is given; nothing given, nothing done. What others edit too makes a new version. */
export async function updateUserRow(db: Db, id: string, values: { [K in keyof Profile]?: Profile[K] | undefined }) {
  if (Object.values(values).every((value) => value === undefined)) return
  const isEdit = values.name !== undefined || values.role !== undefined || values.status !== undefined
  await db
    .update(users)
    .set({ ...values, ...(isEdit && { version: sql`${users.version} + 1` }) })
    .where(eq(users.id, id))
}

/** Puts what is given over what was chosen before. */
export const mergePreferences = (db: Db, id: string, given: Preferences) =>
  db
    .update(users)
    .set({ preferences: sql`${users.preferences} || ${JSON.stringify(given)}::jsonb` })
    .where(eq(users.id, id))

/** Takes everything personal away and ends the sessions; the rows stay for what the people made. */
export async function deleteUsers(db: Db, ids: readonly string[], name: string, now: Date) {
  const gone = { name, email: null, passwordHash: null, profileImage: null, timeZone: null, preferences: {}, deletedAt: now.toISOString() }
  const theirs = (column: PgColumn) => sql`${column} = any(${sql.param(ids)}::uuid[])`
  await db.delete(otpCodes).where(inArray(otpCodes.email, db.select({ email: users.email }).from(users).where(theirs(users.id))))
  await db.update(users).set(gone).where(theirs(users.id))
  await db.delete(sessions).where(theirs(sessions.userId))
  await db.delete(signInSources).where(theirs(signInSources.userId))
  await db.delete(oneTimeTokens).where(theirs(oneTimeTokens.userId))
  await db.delete(mediaNotes).where(theirs(mediaNotes.userId))
  await db.delete(userChanges).where(theirs(userChanges.userId))
  await db.delete(importResults).where(theirs(importResults.userId))
  // What waits in the outbox is not sent, and what was sent held the address.
  await db.delete(mails).where(theirs(mails.userId))
}

/** How many of these people are trainers. */
export async function countTrainers(db: Db, ids: string[]) {
  if (ids.length === 0) return 0
  return db.$count(users, and(inArray(users.id, ids), eq(users.role, 'TRAINER'), ne(users.status, 'SUSPENDED'), isNull(users.deletedAt)))
}
