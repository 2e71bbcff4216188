/** Files in SQL: their owners, and where they are used. */

import { and, eq, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { teaches } from '#access/conditions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { hasImage } from '#db/schema/columns.ts'
import { courses } from '#db/schema/courses.ts'
import { comments, commentVersions, discussions } from '#db/schema/discussions.ts'
import { courseEmails } from '#db/schema/mail.ts'
import { files, media, uploads } from '#db/schema/media.ts'
import { signupForms, signupResponses } from '#db/schema/signup-forms.ts'
import { users } from '#db/schema/users.ts'
import { isFree } from '#modules/files/lease.ts'

export type File = typeof files.$inferSelect

export const insertFile = (db: Db, file: Pick<File, 'key' | 'ownerId' | 'contentType' | 'name' | 'announcedSize'>) =>
  db.insert(files).values(file)

export async function findFile(db: Db, key: string): Promise<File | undefined> {
  const [found] = await db.select().from(files).where(eq(files.key, key))
  return found
}

/** Locked until the transaction ends, so that nobody starts using it in the meantime. */
export async function lockFile(db: Db, key: string): Promise<File | undefined> {
  const [found] = await db.select().from(files).where(eq(files.key, key)).for('update')
  return found
}

/** Locks a file that has not been checked yet and is not being checked now. */
export async function lockAwaited(db: Db, key: string): Promise<boolean> {
  const isAwaited = and(eq(files.key, key), eq(files.status, 'PENDING'), isFree(files))
  return (await db.select({ key: files.key }).from(files).where(isAwaited).for('update')).length > 0
}

/** The user's own files among the keys, locked against deletion until the transaction ends. */
export const listOwnFiles = (db: Db, ownerId: string, keys: string[]): Promise<File[]> =>
  db
    .select()
    .from(files)
    .where(and(eq(files.ownerId, ownerId), sql`${files.key} = any(${sql.param(keys)}::text[])`))
    .orderBy(files.key)
    .for('key share')

/** The keys that are files of any user, locked against deletion until the transaction ends. */
export async function markInUse(db: Db, keys: string[]): Promise<Set<string>> {
  const found = await db
    .select({ key: files.key })
    .from(files)
    .where(sql`${files.key} = any(${sql.param(keys)}::text[])`)
    .orderBy(files.key)
    .for('key share')
  return new Set(found.map(({ key }) => key))
}

const isOpen = sql`exists (select 1 from ${uploads} where ${uploads.key} = ${files.key} and ${uploads.status} = 'OPEN')`

/** A user's files that have not been checked yet. Multipart uploads are checked when they are completed. */
export async function listPending(db: Db, ownerId: string, keys: string[]): Promise<string[]> {
  const named = sql`${files.key} = any(${sql.param(keys)}::text[])`
  const found = await db
    .select({ key: files.key })
    .from(files)
    .where(and(eq(files.ownerId, ownerId), eq(files.status, 'PENDING'), named, sql`not ${isOpen}`))
  return found.map(({ key }) => key)
}

/** Total size of the files in bytes. */
export async function sumSizes(db: Db, keys: string[]): Promise<number> {
  const isOne = sql`${files.key} = any(${sql.param(keys)}::text[])`
  const [found] = await db
    .select({ size: sql<number>`coalesce(sum(${files.size}), 0)::float8` })
    .from(files)
    .where(isOne)
  return found!.size
}

/** Marks a file as checked, with its size in bytes and its duration in seconds. */
export const updateReady = (db: Db, { key, ...facts }: Pick<File, 'key' | 'size' | 'durationSeconds'>) =>
  db
    .update(files)
    .set({ status: 'READY', ...facts })
    .where(eq(files.key, key))

/** Stores the sizes in bytes of files that have not been checked yet. */
export async function updateSizes(db: Db, measured: { key: string; size: number }[]) {
  if (measured.length === 0) return
  const [keys, sizes] = [measured.map(({ key }) => key), measured.map(({ size }) => size)]
  await db.execute(sql`
    update ${files} set size = measured.size
    from unnest(${sql.param(keys)}::text[], ${sql.param(sizes)}::bigint[]) as measured (key, size)
    where ${files.key} = measured.key and ${files.status} = 'PENDING'`)
}

/** Unmeasured, unchecked files announced between two instants: one page by key. */
export async function listUnmeasured(
  db: Db,
  { after, since, before, limit }: { after: string; since: Date; before: Date; limit: number },
): Promise<string[]> {
  const found = await db
    .select({ key: files.key })
    .from(files)
    .where(
      and(
        gt(files.key, after),
        eq(files.status, 'PENDING'),
        isNull(files.size),
        gt(files.createdAt, since.toISOString()),
        lt(files.createdAt, before.toISOString()),
      ),
    )
    .orderBy(files.key)
    .limit(limit)
  return found.map(({ key }) => key)
}

/** Returns the deleted files. */
export const deleteFiles = (db: Db, keys: string[]) =>
  db
    .delete(files)
    .where(sql`${files.key} = any(${sql.param(keys)}::text[])`)
    .returning({ key: files.key, createdAt: files.createdAt })

/**
 * The bytes used by a user's files, and the types of files that may still be uploaded. A URL that was not used within two hours no longer counts,
 * because anything sent to it has been measured by then; a multipart upload counts until it ends. Concurrent callers for the same user wait until the transaction ends.
 */
export async function lockUsedSpace(db: Db, ownerId: string, now: Date): Promise<{ known: number; open: string[] }> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update')
  const isCounted = sql`(${files.size} is not null or ${files.createdAt} > ${now.toISOString()}::timestamptz - interval '2 hours' or ${isOpen})`
  const [row] = await db
    .select({
      known: sql<string>`coalesce(sum(coalesce(${files.size}, ${files.announcedSize})), 0)`,
      open: sql<
        string[]
      >`coalesce(array_agg(${files.contentType}) filter (where ${files.size} is null and ${files.announcedSize} is null), '{}')`,
    })
    .from(files)
    .where(and(eq(files.ownerId, ownerId), isCounted))
  return { known: Number(row!.known), open: row!.open }
}

const asKeyList = (key: SQL) => sql`jsonb_build_array(jsonb_build_object('key', ${key}))`
const inMediaItem = (key: SQL) =>
  or(
    sql`${media.source} = ${key}`,
    sql`${media.thumbnail} = ${key}`,
    sql`${media.attachments} @> ${asKeyList(key)}`,
    sql`${media.captions} @> ${asKeyList(key)}`,
  )
/** A file answer is one key or several; a lax path matches both. Answers only contain files of their student. */
const inAnswers = (column: SQL, key: SQL) =>
  sql`jsonb_path_exists(${column}, '$[*].value[*] ? (@ == $key)', jsonb_build_object('key', ${key}))`
const signUpAnswers = sql`${signupResponses.answers} || jsonb_path_query_array(${signupResponses.earlier}, '$[*].answers[*]')`
const inSubmission = (key: SQL) =>
  or(inAnswers(sql`${submissions.answers}`, key), inAnswers(sql`${submissions.draft}`, key), inAnAttempt(key))
const inAnAttempt = (key: SQL) =>
  sql`exists (select 1 from ${submissionAttempts} where ${submissionAttempts.submissionId} = ${submissions.id} and ${inAnswers(sql`${submissionAttempts.answers}`, key)})`

/** Images in posts, and in the earlier versions that staff can read, belong to the author. */
const inPosts = (key: SQL, ownerId: SQL) => sql`(
  exists (select 1 from ${discussions} where ${discussions.authorId} = ${ownerId} and ${isNull(discussions.deletedAt)} and ${hasImage(discussions.content, key)})
  or exists (select 1 from ${comments} where ${comments.authorId} = ${ownerId} and ${isNull(comments.deletedAt)} and ${hasImage(comments.content, key)})
  or exists (select 1 from ${commentVersions} join ${comments} on ${comments.id} = ${commentVersions.commentId}
    where ${comments.authorId} = ${ownerId} and ${isNull(comments.deletedAt)} and ${hasImage(commentVersions.content, key)}))`

/** The email may have been changed by someone else since. */
const inCourseEmails = (key: SQL) => sql`exists (select 1 from ${courseEmails} where ${hasImage(courseEmails.body, key)})`

/**
 * Every place that can refer to a file; add new tables here. A deleted course can be restored, with its cover.
 */
const isUsed = (key: SQL, ownerId: SQL) => sql`(
  exists (select 1 from ${media} where ${isNull(media.deletedAt)} and (${inMediaItem(key)}))
  or exists (select 1 from ${users} where ${users.profileImage} = ${key} and ${isNull(users.deletedAt)})
  or exists (select 1 from ${courses} where ${courses.coverImage} = ${key})
  or exists (select 1 from ${submissions} where ${submissions.studentId} = ${ownerId} and (${inSubmission(key)}))
  or exists (select 1 from ${signupResponses} where ${signupResponses.userId} = ${ownerId} and ${inAnswers(signUpAnswers, key)})
  or ${inPosts(key, ownerId)}
  or ${inCourseEmails(key)})`

const asText = (value: string) => sql`${value}::text`

/** Whether anything that is not deleted refers to the file. */
export async function findIsUsed(db: Db, { key, ownerId }: Pick<File, 'key' | 'ownerId'>): Promise<boolean> {
  const { rows } = await db.execute<{ isUsed: boolean }>(sql`select ${isUsed(asText(key), sql`${ownerId}::uuid`)} as "isUsed"`)
  return rows[0]!.isUsed
}

/** Old files by key, one page, locked until the transaction ends. Skips those that are being put to use. */
export async function lockOldFiles(db: Db, { after, before, limit }: { after: string; before: Date; limit: number }): Promise<string[]> {
  const found = await db
    .select({ key: files.key })
    .from(files)
    .where(and(gt(files.key, after), lt(files.createdAt, before.toISOString())))
    .orderBy(files.key)
    .limit(limit)
    .for('update', { skipLocked: true })
  return found.map(({ key }) => key)
}

/** The keys that nothing refers to and that are not being uploaded. */
export async function listUnused(db: Db, keys: string[]): Promise<string[]> {
  const found = await db
    .select({ key: files.key })
    .from(files)
    .where(
      sql`${files.key} = any(${sql.param(keys)}::text[]) and not ${isOpen} and not ${isUsed(sql`${files.key}`, sql`${files.ownerId}`)}`,
    )
  return found.map(({ key }) => key)
}

/** The keys that belong to no file. */
export async function listUnknown(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from unnest(${sql.param(keys)}::text[]) as given (key)
    where not exists (select 1 from ${files} where ${files.key} = given.key)`)
  return rows.map(({ key }) => key)
}

/** Whether the file is or was part of a course that the trainer teaches. */
export async function findIsInTaughtCourse(db: Db, { key, ownerId }: Pick<File, 'key' | 'ownerId'>, trainerId: string): Promise<boolean> {
  const { rows } = await db.execute<{ isTaught: boolean }>(sql`
    select exists (select 1 from ${media} where (${inMediaItem(asText(key))}) and ${teaches(trainerId, media.courseId)})
      or exists (select 1 from ${courses} where ${courses.coverImage} = ${key} and ${teaches(trainerId, courses.id)})
      or exists (select 1 from ${submissions} where ${submissions.studentId} = ${ownerId}
        and ${teaches(trainerId, submissions.courseId)} and (${inSubmission(asText(key))}))
      or exists (select 1 from ${signupResponses} join ${signupForms} on ${signupForms.id} = ${signupResponses.formId}
        where ${signupResponses.userId} = ${ownerId} and ${teaches(trainerId, signupForms.courseId)}
        and ${inAnswers(signUpAnswers, asText(key))}) as "isTaught"`)
  return rows[0]!.isTaught
}

const shownImage = prepared((db) => {
  const key = sql.placeholder('key')
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.profileImage, key), isNull(users.deletedAt)))
    .unionAll(
      db
        .select({ id: courses.id })
        .from(courses)
        .where(and(eq(courses.coverImage, key), isNull(courses.deletedAt))),
    )
    .limit(1)
})

/** Whether a user or a course shows this image. */
export const isShownImage = async (db: Db, key: string): Promise<boolean> => (await shownImage(db, { key })).length > 0
