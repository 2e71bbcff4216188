/** Multipart uploads in SQL. */

import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import { prepared, type Db } from '#db/drizzle.ts'
import { paged, pageShape, skipped, total, totalOfAll, type Page, type PageShape } from '#db/page.ts'
import { files, uploads } from '#db/schema/media.ts'
import { users } from '#db/schema/users.ts'
import { isFree } from '#modules/files/lease.ts'

export type Upload = typeof uploads.$inferSelect
/** With the announced facts about the file; null if the upload was aborted and its file deleted. */
export type UploadOfFile = Upload & { name: string | null; contentType: string | null; announcedSize: number | null; size: number | null }

export const insertUpload = (db: Db, upload: Pick<Upload, 'key' | 'uploadId' | 'ownerId' | 'partSize'>) => db.insert(uploads).values(upload)

/** A user's own upload; key and upload id must belong together. */
export async function findOwnUpload(
  db: Db,
  { ownerId, key, uploadId }: Pick<Upload, 'ownerId' | 'key' | 'uploadId'>,
): Promise<UploadOfFile | undefined> {
  const [found] = await db
    .select()
    .from(uploads)
    .leftJoin(files, eq(files.key, uploads.key))
    .where(and(eq(uploads.key, key), eq(uploads.uploadId, uploadId), eq(uploads.ownerId, ownerId)))
  return found && { ...toFile(found.files), ...found.uploads }
}

const toFile = (file: typeof files.$inferSelect | null) => ({
  name: file?.name ?? null,
  contentType: file?.contentType ?? null,
  announcedSize: file?.announcedSize ?? null,
  size: file?.size ?? null,
})

export async function findIsOpen(db: Db, key: string, uploadId: string): Promise<boolean> {
  const isIt = and(eq(uploads.key, key), eq(uploads.uploadId, uploadId), eq(uploads.status, 'OPEN'))
  return (await db.$count(uploads, isIt)) > 0
}

const ownUploads = prepared((db, { size, isFirst }: PageShape) => {
  const isMine = and(eq(uploads.ownerId, sql.placeholder('ownerId')), eq(uploads.status, 'OPEN'))
  const rows = db
    .select({ upload: uploads, name: files.name, contentType: files.contentType, announcedSize: files.announcedSize, total: totalOfAll })
    .from(uploads)
    .innerJoin(files, eq(files.key, uploads.key))
    .where(isMine)
    .orderBy(desc(uploads.createdAt), uploads.key)
    .limit(size)
  return isFirst ? rows : rows.offset(skipped)
})

/** A user's own unfinished uploads, the newest first. */
export async function listOwnUploads(db: Db, ownerId: string, page: Page) {
  const isMine = and(eq(uploads.ownerId, ownerId), eq(uploads.status, 'OPEN'))
  const { items, total } = await paged(
    (limit, offset) => ownUploads(db, { ownerId, offset }, pageShape(limit, offset)),
    async () => [{ total: await db.$count(uploads, isMine) }],
    page,
  )
  return { found: items.map(({ upload, ...file }) => ({ ...upload, ...file })), total }
}

/** Number of a user's unfinished uploads. Concurrent callers for the same user wait until the transaction ends. */
export async function lockOpenUploads(db: Db, ownerId: string): Promise<number> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update')
  return db.$count(uploads, and(eq(uploads.ownerId, ownerId), eq(uploads.status, 'OPEN')))
}

/** Unfinished uploads of all other users, longest inactive first. */
export function listOthersUploads(db: Db, ownerId: string, now: Date, page: Page) {
  const isOthers = and(eq(uploads.status, 'OPEN'), ne(uploads.ownerId, ownerId))
  const isStaffs = sql`${users.role} <> 'USER'`
  return paged(
    (limit, offset) =>
      db
        .select({
          key: uploads.key,
          fileName: sql<string | null>`case when ${isStaffs} then ${files.name} end`,
          fileType: files.contentType,
          size: files.announcedSize,
          owner: { id: users.id, name: users.name },
          createdAt: uploads.createdAt,
          lastPartAt: uploads.lastPartAt,
          isFinishing: sql<boolean>`coalesce(${uploads.busyUntil} > ${now.toISOString()}::timestamptz, false)`,
        })
        .from(uploads)
        .innerJoin(files, eq(files.key, uploads.key))
        .innerJoin(users, eq(users.id, uploads.ownerId))
        .where(isOthers)
        .orderBy(uploads.lastPartAt, uploads.key)
        .limit(limit)
        .offset(offset),
    () => db.select(total).from(uploads).where(isOthers),
    page,
  )
}

/** Records that the upload is still active, once an hour at most. */
export const touchUpload = (db: Db, key: string, now: Date) =>
  db
    .update(uploads)
    .set({ lastPartAt: now.toISOString() })
    .where(and(eq(uploads.key, key), lt(uploads.lastPartAt, sql`${now.toISOString()}::timestamptz - interval '1 hour'`)))

/** Locked until the transaction ends. */
export async function lockUpload(db: Db, key: string): Promise<Upload | undefined> {
  const [found] = await db.select().from(uploads).where(eq(uploads.key, key)).for('update')
  return found
}

export const setStatus = (db: Db, keys: string[], status: 'DONE' | 'ABORTED') =>
  db
    .update(uploads)
    .set({ status, busyUntil: null })
    .where(sql`${uploads.key} = any(${sql.param(keys)}::text[])`)

/** Inactive unfinished uploads, locked until the transaction ends. */
export const lockAbandoned = (db: Db, before: Date, limit: number): Promise<Upload[]> =>
  db
    .select()
    .from(uploads)
    .where(and(eq(uploads.status, 'OPEN'), lt(uploads.lastPartAt, before.toISOString()), isFree(uploads)))
    .limit(limit)
    .for('update', { skipLocked: true })

/** Ended uploads whose responses are no longer needed. */
export const deleteEnded = (db: Db, before: Date) =>
  db.delete(uploads).where(and(sql`${uploads.status} <> 'OPEN'`, lt(uploads.lastPartAt, before.toISOString())))
