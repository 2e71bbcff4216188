/** People in SQL. */
import { and, asc, eq, ilike, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Reach, Role } from '@lms/contract/policy'
import type { Preferences } from '@lms/contract/preferences'
import { isStudentOf } from '#access/students.ts'
import type { Db } from '#db/client.ts'
import { containing, paged, total, type Page } from '#db/page.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { mails } from '#db/schema/mail.ts'
import { mediaNotes } from '#db/schema/media.ts'
import { oneTimeTokens, otpCodes, signInSources } from '#db/schema/sign-in.ts'
import { imageUrl, importResults, sessions, userChanges, userCounts, users } from '#db/schema/users.ts'

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
export async function findSelf(db: Db, id: string) {
  const [found] = await db
    .select({ ...columns, preferences: users.preferences })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return found
}

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

function filtered({ role, status, courseId, search }: UserFilter): SQL | undefined {
  const isMember = sql`exists (select 1 from memberships m where m.user_id = ${users.id} and m.course_id = ${courseId} and m.status = 'ACTIVE'
    and m.role = case ${users.role} when 'USER' then 'STUDENT' else 'TRAINER' end)`
  const isFound = search ? or(ilike(users.name, containing(search)), ilike(users.email, containing(search))) : undefined
  return and(
    isNull(users.deletedAt),
    role && role !== 'all' ? eq(users.role, role) : undefined,
    status && status !== 'all' ? eq(users.status, status) : undefined,
    courseId && courseId !== 'all' ? isMember : undefined,
    isFound,
  )
}

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
  const { role, status, courseId, search } = filter
  if (search || (courseId && courseId !== 'all')) return db.select(total).from(users).where(filtered(filter))
  const counted = and(
    role && role !== 'all' ? eq(userCounts.role, role) : undefined,
    status && status !== 'all' ? eq(userCounts.status, status) : undefined,
  )
  return db
    .select({ total: sql<number>`coalesce(sum(${userCounts.people}), 0)::int` })
    .from(userCounts)
    .where(counted)
}

/** What somebody is a member of, in the role of their account. */
const memberOf = sql`from memberships m join courses c on c.id = m.course_id and c.deleted_at is null where m.user_id = ${users.id}
  and m.status = 'ACTIVE' and m.role = case ${users.role} when 'TRAINER' then 'TRAINER' when 'USER' then 'STUDENT' end`
/** The two courses that a row has room for, the one that was asked for before others, and how many there are. */
const coursesOf = (courseId = 'all') => ({
  courses: sql<{ id: string; title: string }[]>`(select coalesce(json_agg(json_build_object('id', f.id, 'title', f.title)), '[]')
    from (select c.id, c.title ${memberOf} order by c.id::text = ${courseId} desc, c.title, c.id limit 2) f)`,
  courseCount: sql<number>`(select count(*)::int ${memberOf})`,
})

/** The page is found first: what a row tells of its courses is not worked out for those that are skipped. */
export function listUsers(db: Db, filter: UserFilter & Page & { sort: UserSort }) {
  const fetch = (limit: number, offset: number) => {
    const found = db
      .select({ id: users.id })
      .from(users)
      .where(filtered(filter))
      .orderBy(...ordered(filter.sort))
      .limit(limit)
      .offset(offset)
      .as('found')
    return db
      .select({ ...columns, ...coursesOf(filter.courseId) })
      .from(found)
      .innerJoin(users, eq(users.id, found.id))
      .orderBy(...ordered(filter.sort))
  }
  return paged(fetch, () => countUsers(db, filter), filter)
}

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
