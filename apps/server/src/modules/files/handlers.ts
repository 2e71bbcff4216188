/** Uploads, and deleting what nothing uses. */
import { randomUUID } from 'node:crypto'
import type * as contract from '@lms/contract/files'
import { fileTypeOf, fileTypes, mayUpload } from '@lms/contract/file-types'
import type { Context, Handler } from '#http/handler.ts'
import { notFound, problem } from '#http/problems.ts'
import { deleteFile, findIsInTaughtCourse, findIsUsed, insertFile, lockFile, type File } from '#modules/files/queries.ts'

export {
  later as abortMultipart,
  later as completeMultipart,
  later as initMultipart,
  later as listParts,
  later as listUploads,
  later as presignPart,
} from '#http/handler.ts'

/** Seconds until a PUT must have begun. */
const uploadWithin = 900

export const presignUpload: Handler<typeof contract.presignUpload> = async (ctx, { query }) => {
  ctx.reach()
  const contentType = fileTypeOf(query.fileType)
  if (!contentType) throw problem('unsupported-type', { detail: 'Files of this type are not accepted.' })
  const type = fileTypes[contentType]!
  if (!mayUpload(ctx.actor.role, type)) throw problem('forbidden', { detail: 'Only trainers upload recordings.' })
  const key = `${type.kind}/${ctx.actor.id}/${randomUUID()}.${type.extension}`
  await insertFile(ctx.db, { key, ownerId: ctx.actor.id, contentType, name: query.fileName ?? null })
  return { key, ...(await ctx.services.storage.presignPut(key, contentType, uploadWithin)) }
}

export const removeFile: Handler<typeof contract.removeFile> = async (ctx, { query }) => {
  const file = await lockFile(ctx.db, query.fileKey)
  if (!file || !(await mayRemove(ctx, file))) notFound('file')
  if (await findIsUsed(ctx.db, file)) throw problem('in-use', { detail: 'This file is still used. Take it out there first.' })
  await deleteFile(ctx.db, file.key)
  ctx.afterCommit(() => ctx.services.storage.remove(file.key))
}

/** One's own, and by reach: all, or what is or was part of a course that one teaches. */
async function mayRemove(ctx: Context, file: File): Promise<boolean> {
  const reach = ctx.reach()
  if (reach === 'all' || file.ownerId === ctx.actor.id) return true
  return reach === 'teaching' && (await findIsInTaughtCourse(ctx.db, file, ctx.actor.id))
}
