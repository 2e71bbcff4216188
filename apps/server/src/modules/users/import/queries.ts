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
  const isMember = sql`exists (select 1 from memberships membership where membership.course_id = ${courseId}::uuid and membership.user_id = account.id
    and membership.role = ${roleInCourse(sql`account.role`)} and membership.status = 'ACTIVE')`
  const { rows } = await db.execute<Known & Record<'email', string> & Record<string, unknown>>(sql`
    select account.email, account.id, account.role, account.status = 'SUSPENDED' as "isSuspended", ${courseId ? isMember : sql`false`} as "isMember"
    from unnest(${sql.param(emails)}::text[]) as wanted (email) join users account on account.email = wanted.email`)
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
    select ${courseId}::uuid, account.id, ${roleInCourse(sql`account.role`)}
    from unnest(${sql.param(userIds)}::uuid[]) as chosen (id) join users account on account.id = chosen.id
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
      select account.id, account.name, account.email, newest.state, newest.last_error
      from ${importResults} result join users account on account.id = any(result.created_user_ids) and account.status = 'INVITED' and account.deleted_at is null
      cross join lateral (${newestMail(sql`account.id`, 'INVITATION')}) newest
      where result.user_id = ${userId} and result.import_id = ${importId})
    select (count(*) filter (where state = 'QUEUED'))::int as waiting, (count(*) filter (where state = 'FAILED'))::int as refused,
      coalesce((select json_agg(json_build_object('id', failed.id, 'name', failed.name, 'email', failed.email, 'invitationError', coalesce(failed.last_error, '')))
        from (select * from mails where state = 'FAILED' order by name, id limit 100) failed), '[]') as people
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
  const hasWork = sql`exists (select 1 from attendance record where record.user_id = account.id and (imported.made or record.course_id = ${course}))
    or exists (select 1 from submissions submission where submission.student_id = account.id and (imported.made or submission.course_id = ${course}))
    or exists (select 1 from discussions discussion where discussion.author_id = account.id and discussion.deleted_at is null and (imported.made or discussion.course_id = ${course}))
    or exists (select 1 from comments comment join discussions discussion on discussion.id = comment.discussion_id
      where comment.author_id = account.id and comment.deleted_at is null and (imported.made or discussion.course_id = ${course}))
    or account.id in (select media_item.created_by from media media_item where media_item.course_id = ${course} and media_item.deleted_at is null
      union select assignment.created_by from assignments assignment where assignment.course_id = ${course} and assignment.deleted_at is null
      union select record.marked_by from attendance record where record.course_id = ${course}
      union select submission.graded_by from submissions submission where submission.course_id = ${course})`
  const isLetInAgain = sql`not imported.made and exists (select 1 from user_changes change where change.user_id = account.id and change.field = 'COURSE'
    and change.course_id = ${course} and change.changed_at > ${createdAt}::timestamptz)`
  const isChanged = sql`${isLetInAgain} or imported.made and (account.role <> ${role} or account.status <> 'INVITED' or exists (select 1 from user_changes change where change.user_id = account.id
    and not (change.field = 'COURSE' and change.before is null and change.changed_by = ${userId} and change.course_id is not distinct from ${course})))`
  const isMember = sql`exists (select 1 from memberships membership where membership.course_id = ${course} and membership.user_id = account.id
    and membership.role = ${roleInCourse(sql`account.role`)} and membership.status = 'ACTIVE')`
  const { rows } = await db.execute<{
    id: string
    name: string
    email: string
    made: boolean
    isMember: boolean
    reason: UndoBlocker | null
  }>(sql`
    select account.id, account.name, account.email, imported.made, ${isMember} as "isMember", case when imported.made and account.password_hash is not null then 'SIGNED_IN' when ${isChanged} then 'CHANGED'
      when ${hasWork} then 'WORK' end as reason
    from (select unnest(${sql.param(made)}::uuid[]) as id, true as made union all select unnest(${sql.param(enrolled)}::uuid[]), false) imported
    join users account on account.id = imported.id and account.deleted_at is null
    order by account.name, account.id`)
  return rows
}

/** Ends these memberships, in the role of the account; people who waited for a decision or a seat before the import do so again. */
export async function endMemberships(db: Db, courseId: string, userIds: readonly string[]): Promise<void> {
  const ids = sql`${sql.param(userIds)}::uuid[]`
  await db.execute(sql`
    delete from memberships membership using users account where membership.course_id = ${courseId} and membership.user_id = any(${ids}) and account.id = membership.user_id
      and membership.role = ${roleInCourse(sql`account.role`)} and membership.status = 'ACTIVE'`)
  await db.execute(sql`
    with restored as (
      update signup_responses response set status = earlier.status, note = earlier.note, waitlisted_at = earlier."waitlistedAt", keeps_seat = earlier."keepsSeat",
        decided_at = earlier."decidedAt", decided_by = earlier."decidedBy", settled_from = null
      from signup_forms form, signup_responses settled cross join jsonb_to_record(settled.settled_from)
        earlier (status text, note text, "waitlistedAt" timestamptz, "keepsSeat" boolean, "decidedAt" timestamptz, "decidedBy" uuid)
      where form.course_id = ${courseId} and response.form_id = form.id and settled.id = response.id and response.user_id = any(${ids}) and response.status = 'APPROVED'
      returning response.user_id, response.status)
    insert into memberships (course_id, user_id, role, status) select ${courseId}::uuid, user_id, 'STUDENT', status from restored`)
}

export const saveUndoResult = (db: Db, userId: string, importId: string, undone: StoredImport['undone']) =>
  db
    .update(importResults)
    .set({ undoResult: undone, createdUserIds: [], enrolledUserIds: [] })
    .where(and(eq(importResults.userId, userId), eq(importResults.importId, importId)))
