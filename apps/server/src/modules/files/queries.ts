/** Files in SQL: whose they are, and what uses them. */
import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import { prepared, type Db } from '#db/client.ts'
import { submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { files, media } from '#db/schema/media.ts'
import { users } from '#db/schema/users.ts'

export type File = typeof files.$inferSelect

export const insertFile = (db: Db, file: Pick<File, 'key' | 'ownerId' | 'contentType' | 'name'>) => db.insert(files).values(file)

export async function findFile(db: Db, key: string): Promise<File | undefined> {
  const [found] = await db.select().from(files).where(eq(files.key, key))
  return found
}

/** Held until the transaction ends: nobody puts it to use meanwhile. */
export async function lockFile(db: Db, key: string): Promise<File | undefined> {
  const [found] = await db.select().from(files).where(eq(files.key, key)).for('update')
  return found
}

/** A person's own files of these keys, kept from being removed until the transaction ends. */
export const listOwnFiles = (db: Db, ownerId: string, keys: string[]): Promise<File[]> =>
  db
    .select()
    .from(files)
    .where(and(eq(files.ownerId, ownerId), sql`${files.key} = any(${sql.param(keys)}::text[])`))
    .for('key share')

/** Marks files as checked, with their sizes in bytes. */
export async function updateReady(db: Db, checked: { key: string; size: number }[]) {
  const [keys, sizes] = [checked.map(({ key }) => key), checked.map(({ size }) => size)]
  await db.execute(sql`
    update ${files} set status = 'READY', size = checked.size
    from unnest(${sql.param(keys)}::text[], ${sql.param(sizes)}::bigint[]) as checked (key, size)
    where ${files.key} = checked.key`)
}

export const deleteFile = (db: Db, key: string) => db.delete(files).where(eq(files.key, key))

const holding = (key: string) => sql`${JSON.stringify([{ key }])}::jsonb`
const inMedium = (key: string) =>
  or(eq(media.url, key), eq(media.thumbnail, key), sql`${media.attachments} @> ${holding(key)}`, sql`${media.captions} @> ${holding(key)}`)
/** A file answer is one key or several; a lax path takes both. Answers hold their student's own files alone. */
const inAnswers = (column: SQL, key: string) =>
  sql`jsonb_path_exists(${column}, '$[*].value[*] ? (@ == $key)', jsonb_build_object('key', ${key}::text))`
const inSubmission = (key: string) =>
  or(inAnswers(sql`${submissions.answers}`, key), inAnswers(sql`${submissions.draft}`, key), inAnAttempt(key))
const inAnAttempt = (key: string) =>
  sql`exists (select 1 from ${submissionAttempts} where ${submissionAttempts.submissionId} = ${submissions.id} and ${inAnswers(sql`${submissionAttempts.answers}`, key)})`

/** Whether anything that is not deleted holds the file. */
export async function findIsUsed(db: Db, { key, ownerId }: Pick<File, 'key' | 'ownerId'>): Promise<boolean> {
  const { rows } = await db.execute<{ isUsed: boolean }>(sql`
    select exists (select 1 from ${media} where ${isNull(media.deletedAt)} and (${inMedium(key)}))
      or exists (select 1 from ${users} where ${users.profileImage} = ${key} and ${isNull(users.deletedAt)})
      or exists (select 1 from ${courses} where ${courses.coverImage} = ${key} and ${isNull(courses.deletedAt)})
      or exists (select 1 from ${submissions} where ${submissions.studentId} = ${ownerId} and (${inSubmission(key)})) as "isUsed"`)
  return rows[0]!.isUsed
}

/** Whether the file is or was part of a course that the trainer teaches. */
export async function findIsInTaughtCourse(db: Db, { key, ownerId }: Pick<File, 'key' | 'ownerId'>, trainerId: string): Promise<boolean> {
  const taught = (courseId: SQL) =>
    sql`exists (select 1 from ${memberships} where ${memberships.courseId} = ${courseId} and ${memberships.userId} = ${trainerId}
      and ${memberships.role} = 'TRAINER' and ${memberships.status} = 'ACTIVE')`
  const { rows } = await db.execute<{ isTaught: boolean }>(sql`
    select exists (select 1 from ${media} where (${inMedium(key)}) and ${taught(sql`${media.courseId}`)})
      or exists (select 1 from ${courses} where ${courses.coverImage} = ${key} and ${taught(sql`${courses.id}`)})
      or exists (select 1 from ${submissions} where ${submissions.studentId} = ${ownerId}
        and ${taught(sql`${submissions.courseId}`)} and (${inSubmission(key)})) as "isTaught"`)
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
    .prepare('shown_image')
})

/** Whether a person or a course shows this picture. */
export const isShownImage = async (db: Db, key: string): Promise<boolean> => (await shownImage(db).execute({ key })).length > 0
