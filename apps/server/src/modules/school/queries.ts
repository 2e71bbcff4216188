/** The school's name, the set-up code and the first administrator, in SQL. */

import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { school } from '#db/schema/system.ts'
import { sessions, users } from '#db/schema/users.ts'

/** An arbitrary unused lock number: the first administrator is created once, however many processes and requests try concurrently. */
const setupLock = 7_204_513

/** Held until the transaction ends. */
export const lockSetup = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(${setupLock})`)

export async function hasAdministrator(db: Db): Promise<boolean> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'SUPER_ADMIN'), isNull(users.deletedAt)))
    .limit(1)
  return found !== undefined
}

/** Null until it is set during set-up. */
export async function findSchoolName(db: Db): Promise<string | null> {
  const [found] = await db.select({ name: school.name }).from(school)
  return found?.name ?? null
}

export const setSchoolName = (db: Db, name: string) => db.update(school).set({ name })

/** Replaces the code; null: no code is valid. */
export const setSetupCode = (db: Db, setupCodeHash: string | null) =>
  db.insert(school).values({ setupCodeHash }).onConflictDoUpdate({ target: school.id, set: { setupCodeHash } })

export const isSetupCode = async (db: Db, setupCodeHash: string): Promise<boolean> =>
  (await db.$count(school, eq(school.setupCodeHash, setupCodeHash))) > 0

interface Administrator {
  /** Undefined: a new account is called Administrator, an existing one keeps its name. */
  name?: string
  email: string
  passwordHash: string
}

/** An existing account becomes the administrator with this password: its earlier sessions must not get the new role. */
export async function insertAdministrator(db: Db, { name, ...account }: Administrator): Promise<string> {
  const values = { ...account, ...(name !== undefined && { name }), role: 'SUPER_ADMIN', status: 'ACTIVE' } as const
  const [made] = await db
    .insert(users)
    .values({ name: 'Administrator', ...values })
    .onConflictDoUpdate({ target: users.email, set: values })
    .returning({ id: users.id })
  await db.delete(sessions).where(eq(sessions.userId, made!.id))
  return made!.id
}
