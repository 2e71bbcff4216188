/** The import's SQL, in batches. */

import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import type { Role } from '@lms/contract/policy'
import type { StoredImport, undoRefusals } from '@lms/contract/users'
import { roleInCourse } from '#access/conditions.ts'
import { newestMail } from '#access/mail-errors.ts'
import type { Db } from '#db/client.ts'
import { paged, total, type Page } from '#db/page.ts'
import { courses } from '#db/schema/courses.ts'
import { importProgress, importResults } from '#db/schema/users.ts'
import type { Known } from '#modules/users/import/rules.ts'

type UndoBlocker = (typeof undoRefusals)[number]

/** Which of these addresses have an account, and whether they belong to the course in the role of their account. */
export async function findKnown(db: Db, emails: readonly string[], courseId: string | undefined) {
  const isMember = sql`exists (select 1 from memberships m where m.course_id = ${courseId}::uuid and m.user_id = u.id
    and m.role = ${roleInCourse(sql`u.role`)} and m.status = 'ACTIVE')`
  const { rows } = await db.execute<Known & Record<'email', string> & Record<string, unknown>>(sql`
    select u.email, u.id, u.role, u.status = 'SUSPENDED' as "isSuspended", ${courseId ? isMember : sql`false`} as "isMember"
    from unnest(${sql.param(emails)}::text[]) as wanted (email) join users u on u.email = wanted.email`)
  return rows
}

/** Invites new users; omits those whose email was taken concurrently. */
export async function insertPeople(db: Db, people: readonly { name: string; email: string }[], role: Role) {
  const { rows } = await db.execute<{ id: string; name: string; email: string }>(sql`
    insert into users (id, name, email, role, status)
    select id, name, email, ${role}, 'INVITED'
    from unnest(${sql.param(people.map(() => randomUUIDv7()))}::uuid[], ${sql.param(people.map(({ name }) => name))}::text[],
      ${sql.param(people.map(({ email }) => email))}::text[]) as invited (id, name, email)
    on conflict (email) do nothing returning id, name, email`)
  return rows
}

/** Enrols users in the role of their account, whatever their role in the course was before. */
export const insertMembers = (db: Db, courseId: string, userIds: readonly string[]) =>
  db.execute(sql`
    insert into memberships (course_id, user_id, role)
    select ${courseId}::uuid, u.id, ${roleInCourse(sql`u.role`)}
    from unnest(${sql.param(userIds)}::uuid[]) as chosen (id) join users u on u.id = chosen.id
    on conflict (course_id, user_id, role) do update set status = 'ACTIVE'`)

export type Progress = Pick<typeof importProgress.$inferSelect, 'stage' | 'done' | 'total'>

const isProgressOf = (userId: string, importId: string) => and(eq(importProgress.userId, userId), eq(importProgress.importId, importId))

export async function findProgress(db: Db, userId: string, importId: string): Promise<Progress | undefined> {
  const { stage, done, total } = importProgress
  const [found] = await db.select({ stage, done, total }).from(importProgress).where(isProgressOf(userId, importId))
  return found
}

export async function upsertProgress(db: Db, userId: string, importId: string, progress: Progress): Promise<void> {
  const set = { ...progress, notedAt: sql`now()` }
  await db
    .insert(importProgress)
    .values({ userId, importId, ...set })
    .onConflictDoUpdate({ target: [importProgress.userId, importProgress.importId], set })
}

/** Also deletes what killed processes left behind. */
export async function deleteProgress(db: Db, userId: string, importId: string): Promise<void> {
  await db.delete(importProgress).where(or(isProgressOf(userId, importId), lt(importProgress.updatedAt, sql`now() - interval '1 day'`)))
}

/** Milliseconds that results are stored, and how many per user. */
const resultLifetimeMs = 7 * 86_400_000
const maxResults = 10

const getOldestTime = (now: Date) => new Date(now.getTime() - resultLifetimeMs).toISOString()

/** Stores the result of an import, replacing the oldest if there are too many. Storing the same one again replaces it. */
export async function upsertResult(db: Db, result: typeof importResults.$inferInsert): Promise<void> {
  const { userId, importId, ...set } = result
  await db
    .insert(importResults)
    .values(result)
    .onConflictDoUpdate({ target: [importResults.userId, importResults.importId], set })
  await db.execute(sql`
    delete from import_results where user_id = ${userId}::uuid and import_id in (
      select import_id from import_results where user_id = ${userId}::uuid and import_id <> ${importId}::uuid
      order by created_at desc, import_id desc offset ${maxResults - 1})`)
}

const resultColumns = {
  id: importResults.importId,
  fileName: importResults.fileName,
  role: importResults.role,
  course: sql<{ id: string; title: string } | null>`case when ${courses.id} is not null
    then json_build_object('id', ${courses.id}, 'title', ${courses.title}) end`,
  summary: importResults.summary,
  skipped: importResults.skipped,
  invite: importResults.invite,
  createdAt: importResults.createdAt,
  undone: importResults.undoResult,
}
const courseExists = and(eq(courses.id, importResults.courseId), sql`${courses.deletedAt} is null`)
const ofPerson = (userId: string, now: Date) => and(eq(importResults.userId, userId), gt(importResults.createdAt, getOldestTime(now)))
const withEnd = <R extends { createdAt: string }>(row: R) => ({
  ...row,
  expiresAt: new Date(Date.parse(row.createdAt) + resultLifetimeMs).toISOString(),
})

export async function listResults(db: Db, userId: string, now: Date, page: Page) {
  const found = await paged(
    (limit, offset) =>
      db
        .select(resultColumns)
        .from(importResults)
        .leftJoin(courses, courseExists)
        .where(ofPerson(userId, now))
        .orderBy(desc(importResults.createdAt), desc(importResults.importId))
        .limit(limit)
        .offset(offset),
    () => db.select(total).from(importResults).where(ofPerson(userId, now)),
    page,
  )
  return { ...found, items: found.items.map(withEnd) }
}

/** What became of the invitations of the created users who have not accepted one yet. */
export async function findInvitations(db: Db, userId: string, importId: string): Promise<StoredInvitations> {
  const { rows } = await db.execute<StoredInvitations & Record<string, unknown>>(sql`
    with mails as materialized (
      select u.id, u.name, u.email, m.state, m.last_error
      from ${importResults} i join users u on u.id = any(i.created_user_ids) and u.status = 'INVITED' and u.deleted_at is null
      cross join lateral (${newestMail(sql`u.id`, 'INVITATION')}) m
      where i.user_id = ${userId} and i.import_id = ${importId})
    select (count(*) filter (where state = 'QUEUED'))::int as waiting, (count(*) filter (where state = 'FAILED'))::int as refused,
      coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'email', f.email, 'invitationError', coalesce(f.last_error, '')))
        from (select * from mails where state = 'FAILED' order by name, id limit 100) f), '[]') as people
    from mails`)
  return rows[0]!
}
type StoredInvitations = {
  waiting: number
  refused: number
  people: { id: string; name: string; email: string; invitationError: string }[]
}

export async function findResult(db: Db, userId: string, importId: string, now: Date) {
  const [found] = await db
    .select({ ...resultColumns, rows: importResults.rows })
    .from(importResults)
    .leftJoin(courses, courseExists)
    .where(and(ofPerson(userId, now), eq(importResults.importId, importId)))
  return found && withEnd(found)
}

export const hasResult = async (db: Db, userId: string, importId: string, now: Date): Promise<boolean> =>
  (await db.$count(importResults, and(ofPerson(userId, now), eq(importResults.importId, importId)))) > 0

export const deleteOldResults = (db: Db, now: Date) => db.delete(importResults).where(lte(importResults.createdAt, getOldestTime(now)))

/** What an import of the user did that can be undone; `isHeld` locks it, so that concurrent undos wait for each other. */
export async function findTraces(db: Db, userId: string, importId: string, now: Date, { isHeld }: { isHeld: boolean }) {
  const { role, courseId, createdUserIds: made, enrolledUserIds: enrolled, undoResult: undone, createdAt } = importResults
  const found = db
    .select({ role, courseId, made, enrolled, undone, createdAt })
    .from(importResults)
    .where(and(ofPerson(userId, now), eq(importResults.importId, importId)))
  return (await (isHeld ? found.for('update') : found))[0]
}
export type Traces = NonNullable<Awaited<ReturnType<typeof findTraces>>>

/** Locks these users until the commit: nobody can accept an invitation, or change or enrol them. In one order, as everywhere, to avoid deadlocks. */
export const lockUsers = (db: Db, ids: readonly string[]) =>
  db.execute(sql`select id from users where id = any(${sql.param(ids)}::uuid[]) order by id for update`)

/**
 * The users of the import that still exist, and why they cannot be undone. Created users can be deleted if nobody invited, changed or marked them since;
 * enrolled users can be removed if they are still enrolled by this import, nothing changed that since, and they did nothing in the course (trainers may have built or marked something).
 */
export async function listTraces(db: Db, userId: string, { role, courseId, made, enrolled, createdAt }: Traces) {
  const course = sql`${courseId}::uuid`
  const hasWork = sql`exists (select 1 from attendance a where a.user_id = u.id and (w.made or a.course_id = ${course}))
    or exists (select 1 from submissions s where s.student_id = u.id and (w.made or s.course_id = ${course}))
    or exists (select 1 from discussions d where d.author_id = u.id and d.deleted_at is null and (w.made or d.course_id = ${course}))
    or exists (select 1 from comments k join discussions d on d.id = k.discussion_id
      where k.author_id = u.id and k.deleted_at is null and (w.made or d.course_id = ${course}))
    or u.id in (select m.created_by from media m where m.course_id = ${course} and m.deleted_at is null
      union select a.created_by from assignments a where a.course_id = ${course} and a.deleted_at is null
      union select a.marked_by from attendance a where a.course_id = ${course}
      union select s.graded_by from submissions s where s.course_id = ${course})`
  const isLetInAgain = sql`not w.made and exists (select 1 from user_changes c where c.user_id = u.id and c.field = 'COURSE'
    and c.course_id = ${course} and c.changed_at > ${createdAt}::timestamptz)`
  const isChanged = sql`${isLetInAgain} or w.made and (u.role <> ${role} or u.status <> 'INVITED' or exists (select 1 from user_changes c where c.user_id = u.id
    and not (c.field = 'COURSE' and c.before is null and c.changed_by = ${userId} and c.course_id is not distinct from ${course})))`
  const isMember = sql`exists (select 1 from memberships m where m.course_id = ${course} and m.user_id = u.id
    and m.role = ${roleInCourse(sql`u.role`)} and m.status = 'ACTIVE')`
  const { rows } = await db.execute<{ id: string; name: string; email: string; made: boolean; reason: UndoBlocker | null }>(sql`
    select u.id, u.name, u.email, w.made, case when w.made and u.password_hash is not null then 'SIGNED_IN' when ${isChanged} then 'CHANGED'
      when ${hasWork} then 'WORK' end as reason
    from (select unnest(${sql.param(made)}::uuid[]) as id, true as made union all select unnest(${sql.param(enrolled)}::uuid[]), false) w
    join users u on u.id = w.id and u.deleted_at is null
    where w.made or ${isMember}
    order by u.name, u.id`)
  return rows
}

/** Ends these memberships, in the role of the account; people who waited for a decision or a seat before the import do so again. */
export async function endMemberships(db: Db, courseId: string, userIds: readonly string[]): Promise<void> {
  const ids = sql`${sql.param(userIds)}::uuid[]`
  await db.execute(sql`
    delete from memberships m using users u where m.course_id = ${courseId} and m.user_id = any(${ids}) and u.id = m.user_id
      and m.role = ${roleInCourse(sql`u.role`)} and m.status = 'ACTIVE'`)
  await db.execute(sql`
    with restored as (
      update signup_responses r set status = b.status, note = b.note, waitlisted_at = b."waitlistedAt", keeps_seat = b."keepsSeat",
        decided_at = b."decidedAt", decided_by = b."decidedBy", settled_from = null
      from signup_forms f, signup_responses s cross join jsonb_to_record(s.settled_from)
        b (status text, note text, "waitlistedAt" timestamptz, "keepsSeat" boolean, "decidedAt" timestamptz, "decidedBy" uuid)
      where f.course_id = ${courseId} and r.form_id = f.id and s.id = r.id and r.user_id = any(${ids}) and r.status = 'APPROVED'
      returning r.user_id, r.status)
    insert into memberships (course_id, user_id, role, status) select ${courseId}::uuid, user_id, 'STUDENT', status from restored`)
}

export const saveUndoResult = (db: Db, userId: string, importId: string, undone: StoredImport['undone']) =>
  db
    .update(importResults)
    .set({ undoResult: undone, createdUserIds: [], enrolledUserIds: [] })
    .where(and(eq(importResults.userId, userId), eq(importResults.importId, importId)))
