/** Uploads, whole or in parts, and deleting unused files. */

import { randomUUID } from 'node:crypto'
import { getFileType, fileTypes, getPartSize, getSizeLimit } from '@lms/contract/file-types'
import type * as contract from '@lms/contract/files'
import { isStudentRole } from '@lms/contract/policy'
import type { Context, Handler } from '#call/handler.ts'
import { rateLimitKey } from '#call/limits.ts'
import { noRoom, notFound, problem } from '#call/problems.ts'
import type { Db } from '#db/client.ts'
import { listUrls } from '#modules/files/images.ts'
import { findIsInTaughtCourse, findIsUsed, insertFile, lockFile, lockUsedSpace, type File } from '#modules/files/queries.ts'
import { discardFiles, discardUploads } from '#modules/files/removal.ts'
import {
  findOwnUpload,
  insertUpload,
  listOwnUploads,
  lockUpload,
  touchUpload,
  listOthersUploads as othersUploads,
  lockOpenUploads,
} from '#modules/files/uploads/queries.ts'
import { checkFiles } from '#modules/files/verify.ts'

/** Unfinished multipart uploads per user; the web app sends three at a time. */
const mostUnfinished = 50

/** Throws `conflict` if a user has too many unfinished uploads: each takes a folder or an object in the store. */
async function checkUnfinished(ctx: Context, db: Db): Promise<void> {
  if ((await lockOpenUploads(db, ctx.actor.id)) < mostUnfinished) return
  throw problem('conflict', { detail: `You have ${mostUnfinished} unfinished uploads. Finish or cancel some of them first.` })
}

/** Throws `too-large` if a student's files would exceed the quota. A file of unknown size counts as the largest of its type. */
async function checkSpace(ctx: Context, db: Db, file: { contentType: string; announcedSize: number | null }): Promise<void> {
  if (!isStudentRole(ctx.actor.role)) return
  const { studentSpace } = ctx.services.config
  const limitOf = (contentType: string) => (fileTypes[contentType] ? getSizeLimit('USER', fileTypes[contentType]) : 0)
  const { known, open } = await lockUsedSpace(db, ctx.actor.id, ctx.now())
  const wanted = file.announcedSize ?? limitOf(file.contentType)
  const taken = open.reduce((sum, contentType) => sum + limitOf(contentType), known)
  if (taken + wanted > studentSpace)
    throw problem('too-large', {
      detail: `Your files can take up to ${Math.floor(studentSpace / 1024 / 1024)} MB in total. Delete some that you do not need.`,
    })
}

export { completeMultipart } from '#modules/files/uploads/complete.ts'

/** Seconds until a PUT must have started. */
const uploadWithinSeconds = 900
/** Concurrent requests to the store. */
const askedAtOnce = 10

export const presignUpload: Handler<typeof contract.presignUpload> = async (ctx, { query }) => {
  ctx.reach()
  const file = newFile(ctx, query)
  await ctx.limits.take([rateLimitKey('presign', ctx.actor.id)])
  await ctx.transaction(async (db) => {
    await checkSpace(ctx, db, file)
    await insertFile(db, file)
  })
  const options = { seconds: uploadWithinSeconds, size: query.size }
  return { key: file.key, ...(await ctx.services.storage.presignPut(file.key, file.contentType, options)) }
}

/** The store comes first, so that no row refers to an upload unknown to it. An upload started in vain is aborted. */
export const initMultipart: Handler<typeof contract.initMultipart> = async (ctx, { body }) => {
  ctx.reach()
  const { storage } = ctx.services
  const file = newFile(ctx, body)
  const partSize = getPartSize(body.size)
  const uploadId = await storage.startUpload(file.key, file.contentType)
  const session = { key: file.key, uploadId, partSize }
  const giveUp = () => storage.abortUpload(session).catch(() => {})
  try {
    const answer = await ctx.once(async (db) => {
      await checkUnfinished(ctx, db)
      await checkSpace(ctx, db, file)
      await insertFile(db, file)
      await insertUpload(db, { ...session, ownerId: ctx.actor.id })
      return session
    })
    if (answer.uploadId !== uploadId) await giveUp()
    return answer
  } catch (error) {
    await giveUp()
    throw error
  }
}

function newFile(
  ctx: Context,
  { fileType, fileName, size }: { fileType: string; fileName?: string | undefined; size?: number | undefined },
) {
  const contentType = getFileType(fileType)
  if (!contentType) throw problem('unsupported-type', { detail: 'Files of this type are not accepted.' })
  const type = fileTypes[contentType]!
  const limit = getSizeLimit(ctx.actor.role, type)
  // The store only enforces the limits of types; a lower limit is checked against the announced size.
  if ((size ?? (limit < type.limit ? Infinity : 0)) > limit)
    throw problem('too-large', { detail: `Files of this type can be at most ${Math.floor(limit / 1024 / 1024)} MB.` })
  if (!ctx.hasRoom(size ?? 0)) throw noRoom()
  const key = `${type.kind}/${ctx.actor.id}/${randomUUID()}.${type.extension}`
  return { key, ownerId: ctx.actor.id, contentType, name: fileName ?? null, announcedSize: size ?? null }
}

export const presignPart: Handler<typeof contract.presignPart> = async (ctx, { query }) => {
  const upload = await openUpload(ctx, query)
  await ctx.limits.take([rateLimitKey('upload-part', ctx.actor.id)])
  await touchUpload(ctx.db, upload.key, ctx.now())
  const { limit } = fileTypes[upload.contentType]!
  const options = { seconds: uploadWithinSeconds, limit: upload.announcedSize ?? limit }
  return ctx.services.storage.presignPart(upload, query.partNumber, options)
}

export const listParts: Handler<typeof contract.listParts> = async (ctx, { query }) => {
  const upload = await openUpload(ctx, query)
  await ctx.limits.take([rateLimitKey('upload-status', ctx.actor.id)])
  const parts = (await ctx.services.storage.listParts(upload)) ?? notFound('upload')
  return { ...toStartedUpload(upload), parts }
}

export const listUploads: Handler<typeof contract.listUploads> = async (ctx, { query }) => {
  ctx.reach()
  await ctx.limits.take([rateLimitKey('upload-status', ctx.actor.id)])
  const { found, total } = await listOwnUploads(ctx.db, ctx.actor.id, query)
  const sumParts = async (upload: (typeof found)[number]) =>
    ((await ctx.services.storage.listParts(upload)) ?? []).reduce((sum, { size }) => sum + size, 0)
  const confirmed: number[] = []
  // In batches, so that other requests to the store are not delayed.
  for (let from = 0; from < found.length; from += askedAtOnce)
    confirmed.push(...(await Promise.all(found.slice(from, from + askedAtOnce).map(sumParts))))
  const items = found.map((upload, index) => ({ ...toStartedUpload(upload), confirmed: confirmed[index]!, createdAt: upload.createdAt }))
  return { items, ...query, total }
}

export const listOthersUploads: Handler<typeof contract.listOthersUploads> = (ctx, { query }) => {
  ctx.reach()
  return othersUploads(ctx.db, ctx.actor.id, ctx.now(), query)
}

export const abortMultipart: Handler<typeof contract.abortMultipart> = async (ctx, { query }) => {
  ctx.reach()
  const upload = await lockUpload(ctx.db, query.key)
  if (upload?.uploadId !== query.uploadId || upload.ownerId !== ctx.actor.id) notFound('upload')
  if (upload.status === 'DONE') throw problem('conflict', { detail: 'This upload is finished. Delete the file instead.' })
  if (isBusy(ctx, upload)) throw problem('conflict', { detail: 'This upload is being completed. Delete the file afterwards.' })
  if (upload.status === 'OPEN') await discardUploads(ctx.db, [upload])
}

const isBusy = (ctx: Context, { busyUntil }: { busyUntil: string | null }) => busyUntil !== null && busyUntil > ctx.now().toISOString()

/** The caller's own unfinished upload; for everyone else it does not exist, whatever their rights. */
async function openUpload(ctx: Context, name: { key: string; uploadId: string }) {
  ctx.reach()
  const upload = await findOwnUpload(ctx.db, { ownerId: ctx.actor.id, ...name })
  if (upload?.status !== 'OPEN' || upload.contentType === null) notFound('upload')
  return { ...upload, contentType: upload.contentType }
}

interface StartedUpload {
  key: string
  uploadId: string
  name: string | null
  contentType: string
  announcedSize: number | null
  partSize: number
}
const toStartedUpload = ({ key, uploadId, name, contentType, announcedSize, partSize }: StartedUpload) => ({
  key,
  uploadId,
  fileName: name,
  fileType: contentType,
  size: announcedSize,
  partSize,
})

export const getImageUrls: Handler<typeof contract.getImageUrls> = async (ctx, { body }) => {
  ctx.reach()
  const errors = await checkFiles(ctx, body.keys)
  const usable = body.keys.filter((key) => !errors.has(key))
  return { items: await listUrls(ctx.services.storage, usable) }
}

export const removeFile: Handler<typeof contract.removeFile> = async (ctx, { query }) => {
  // Locks in the same order as completing an upload: the upload, then its file.
  const upload = await lockUpload(ctx.db, query.fileKey)
  const file = await lockFile(ctx.db, query.fileKey)
  if (!file || !(await mayRemove(ctx, file))) notFound('file')
  if (await findIsUsed(ctx.db, file)) throw problem('in-use', { detail: 'This file is still in use. Remove it there first.' })
  if (upload?.status !== 'OPEN') return discardFiles(ctx.db, [file.key])
  if (isBusy(ctx, upload)) throw problem('in-use', { detail: 'This upload is being completed. Delete the file afterwards.' })
  // Together with its parts and the URLs that were signed for them.
  await discardUploads(ctx.db, [upload])
}

/** The caller's own files and, by reach, all files or those of courses that the caller teaches. */
async function mayRemove(ctx: Context, file: File): Promise<boolean> {
  const reach = ctx.reach()
  if (reach === 'all' || file.ownerId === ctx.actor.id) return true
  return reach === 'teaching' && (await findIsInTaughtCourse(ctx.db, file, ctx.actor.id))
}
