/** The import's SQL: whole batches at once. */
import { randomUUIDv7 } from 'node:crypto'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import type { Role } from '@lms/contract/policy'
import type { Db } from '#db/client.ts'
import { importProgress } from '#db/schema/users.ts'
import type { Known } from '#modules/users/import/rules.ts'

/** Milliseconds that a statement may wait: another import that holds the same addresses goes first. */
export const allowWaiting = (db: Db) => db.execute(sql`select set_config('statement_timeout', '60000', true)`)

/** Who of these addresses has an account, and whether they belong to the course in the role of their account. */
export async function findKnown(db: Db, emails: readonly string[], courseId: string | undefined) {
  const isMember = sql`exists (select 1 from memberships m where m.course_id = ${courseId}::uuid and m.user_id = u.id
    and m.role = case u.role when 'USER' then 'STUDENT' else 'TRAINER' end and m.status = 'ACTIVE')`
  const { rows } = await db.execute<Known & Record<'email', string> & Record<string, unknown>>(sql`
    select u.email, u.id, u.role, u.status = 'SUSPENDED' as "isSuspended", ${courseId ? isMember : sql`false`} as "isMember"
    from unnest(${sql.param(emails)}::text[]) as wanted (email) join users u on u.email = wanted.email`)
  return rows
}

/** Invites new people; those whose address somebody else has just taken are not among the answer. */
export async function insertPeople(db: Db, people: readonly { name: string; email: string }[], role: Role) {
  const { rows } = await db.execute<{ id: string; name: string; email: string }>(sql`
    insert into users (id, name, email, role, status)
    select id, name, email, ${role}, 'INVITED'
    from unnest(${sql.param(people.map(() => randomUUIDv7()))}::uuid[], ${sql.param(people.map(({ name }) => name))}::text[],
      ${sql.param(people.map(({ email }) => email))}::text[]) as invited (id, name, email)
    on conflict (email) do nothing returning id, name, email`)
  return rows
}

/** Makes people members in the role of their account, whatever they were in the course before. */
export const insertMembers = (db: Db, courseId: string, userIds: readonly string[]) =>
  db.execute(sql`
    insert into memberships (course_id, user_id, role)
    select ${courseId}::uuid, u.id, case u.role when 'USER' then 'STUDENT' else 'TRAINER' end
    from unnest(${sql.param(userIds)}::uuid[]) as chosen (id) join users u on u.id = chosen.id
    on conflict (course_id, user_id, role) do update set status = 'ACTIVE'`)

export type Progress = Pick<typeof importProgress.$inferSelect, 'stage' | 'done' | 'total'>

const own = (userId: string, importId: string) => and(eq(importProgress.userId, userId), eq(importProgress.importId, importId))

export async function findProgress(db: Db, userId: string, importId: string): Promise<Progress | undefined> {
  const { stage, done, total } = importProgress
  const [found] = await db.select({ stage, done, total }).from(importProgress).where(own(userId, importId))
  return found
}

export async function upsertProgress(db: Db, userId: string, importId: string, progress: Progress): Promise<void> {
  const set = { ...progress, notedAt: sql`now()` }
  await db
    .insert(importProgress)
    .values({ userId, importId, ...set })
    .onConflictDoUpdate({ target: [importProgress.userId, importProgress.importId], set })
}

/** Also what processes left behind that were killed in the middle. */
export async function deleteProgress(db: Db, userId: string, importId: string): Promise<void> {
  await db.delete(importProgress).where(or(own(userId, importId), lt(importProgress.notedAt, sql`now() - interval '1 day'`)))
}
