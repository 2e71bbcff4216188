/** Users in SQL. */

import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Reach, Role } from '@lms/contract/policy'
import type { Preferences } from '@lms/contract/preferences'
import { mailError } from '#access/mail-errors.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { accountColumns, users } from '#db/schema/users.ts'

const { placeholder } = sql

const ownInvitationError = sql<string | null>`case ${users.status} when 'INVITED' then ${mailError(users.id, 'INVITATION')} end`
/** Drizzle writes the columns of an expression without their table, those of one within another with it. */
const ownCodeError = sql<string | null>`(${mailError(users.id, 'CODE')})`

export async function findUser(db: Db, id: string) {
  const [found] = await db
    .select({ ...accountColumns, version: users.version })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return found
}

/** A user as they see themselves. */
const selectSelf = prepared((db) =>
  db
    .select({ ...accountColumns, preferences: users.preferences })
    .from(users)
    .where(and(eq(users.id, placeholder('id')), isNull(users.deletedAt))),
)
export const findOwnAccount = async (db: Db, id: string) => (await selectSelf(db, { id }))[0]

export async function findUserByEmail(db: Db, email: string) {
  const [found] = await db.select(accountColumns).from(users).where(eq(users.email, email))
  return found
}

export async function findPasswordHash(db: Db, id: string) {
  const [found] = await db
    .select({ email: sql<string>`${users.email}`, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, id))
  return found
}

const viewer = placeholder('viewerId')
// By the id, not the row’s: PostgreSQL would first list everybody whom the viewer teaches.
const isTaught = sql`exists (
  select 1 from course_students student
  join course_staff staff on staff.course_id = student.course_id and staff.user_id = ${viewer}
  join courses course on course.id = student.course_id and course.deleted_at is null
  where student.user_id = ${placeholder('id')})`
const within = {
  all: undefined,
  teaching: or(eq(users.id, viewer), isTaught),
  enrolled: sql`false`,
  own: eq(users.id, viewer),
  '-': sql`false`,
}
const selectWithin = prepared((db, reach: Reach) =>
  db
    .select({ ...accountColumns, version: users.version, invitationError: ownInvitationError, codeError: ownCodeError })
    .from(users)
    .where(and(eq(users.id, placeholder('id')), isNull(users.deletedAt), within[reach])),
)

/** A user within the reach: for `teaching`, students of courses that the viewer teaches; always oneself. */
export const findUserWithin = async (db: Db, id: string, reach: Reach, viewerId: string) =>
  (await selectWithin(db, { id, viewerId }, reach))[0]

/** Undefined where the address has an account. */
export async function insertInvited(db: Db, person: { name: string; email: string; role: Role }) {
  const [made] = await db
    .insert(users)
    .values({ ...person, status: 'INVITED' })
    .onConflictDoNothing({ target: users.email })
    .returning(accountColumns)
  return made
}

export async function findCourseTitle(db: Db, courseId: string) {
  const [found] = await db
    .select({ title: courses.title })
    .from(courses)
    .where(and(eq(courses.id, courseId), isNull(courses.deletedAt)))
  return found?.title
}

/** Adds memberships, whatever the role was before. */
export const insertMemberships = (db: Db, members: { courseId: string; userId: string; role: 'TRAINER' | 'STUDENT' }[]) =>
  db
    .insert(memberships)
    .values(members)
    .onConflictDoUpdate({ target: [memberships.courseId, memberships.userId, memberships.role], set: { status: 'ACTIVE' } })

/** The user, locked; of a super admin, all of them in one order: two who demote each other wait for each other. */
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
    .where(
      and(
        isNull(users.deletedAt),
        or(
          eq(users.id, id),
          and(
            eq(users.role, 'SUPER_ADMIN'),
            sql`exists (select from users target where target.id = ${id} and target.role = 'SUPER_ADMIN')`,
          ),
        ),
      ),
    )
    .orderBy(asc(users.id))
    .for('no key update')

type Profile = Partial<Pick<typeof users.$inferInsert, 'name' | 'role' | 'status' | 'profileImage' | 'timeZone' | 'passwordHash'>>

/** Updates the given fields, if any. Fields that others edit too increase the version. */
export async function updateUserRow(db: Db, id: string, values: { [K in keyof Profile]?: Profile[K] | undefined }) {
  if (Object.values(values).every((value) => value === undefined)) return
  const isEdit = values.name !== undefined || values.role !== undefined || values.status !== undefined
  await db
    .update(users)
    .set({ ...values, ...(isEdit && { version: sql`${users.version} + 1` }) })
    .where(eq(users.id, id))
}

/** Merges the given preferences into the stored ones. */
export const mergePreferences = (db: Db, id: string, given: Preferences) =>
  db
    .update(users)
    .set({ preferences: sql`${users.preferences} || ${JSON.stringify(given)}::jsonb` })
    .where(eq(users.id, id))

/** The number of trainers among these users. */
export async function countTrainers(db: Db, ids: string[]) {
  if (ids.length === 0) return 0
  return db.$count(users, and(inArray(users.id, ids), ne(users.role, 'USER'), ne(users.status, 'SUSPENDED'), isNull(users.deletedAt)))
}
