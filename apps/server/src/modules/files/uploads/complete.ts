/** Completes a multipart upload: one caller at a time, with the same response for each. */

import { setTimeout as sleep } from 'node:timers/promises'
import { fileTypes } from '@lms/contract/file-types'
import type * as contract from '@lms/contract/files'
import type { Handler, WaitingContext } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import { uploads } from '#db/schema/media.ts'
import { whileLeased } from '#modules/files/lease.ts'
import { updateReady } from '#modules/files/queries.ts'
import { discardUploads } from '#modules/files/removal.ts'
import { validateFile, validateParts, validatePartSizes, validateSize } from '#modules/files/rules.ts'
import { findOwnUpload, lockUpload, setStatus, type UploadOfFile } from '#modules/files/uploads/queries.ts'
import { readDuration } from '#modules/files/verify.ts'
import { shortestPart, StorageError, type StoredPart } from '#services/storage-types.ts'

/** Milliseconds that a second caller waits for the first; half of it suffices if the first one died. */
const maxWaitMs = 20_000

type Named = { partNumber: number; etag: string }[]
type Open = UploadOfFile & { contentType: string }

export const completeMultipart: Handler<typeof contract.completeMultipart> = async (ctx, { body }) => {
  ctx.reach()
  const until = performance.now() + maxWaitMs
  for (;;) {
    const upload = await findOwnUpload(ctx.db, { ownerId: ctx.actor.id, ...body })
    if (!isOfFile(upload)) notFound('upload')
    if (upload.status === 'DONE') return toReply(ctx, upload, upload.size!)
    const done = await whileLeased(ctx.db, uploads, upload.key, () => putTogether(ctx, upload, body.parts))
    if (done) return done.result
    if (performance.now() > until)
      throw problem('request-in-progress', { detail: 'This upload is being completed. Try again.', retryAfter: 5 })
    await sleep(250)
  }
}

const isOfFile = (upload: UploadOfFile | undefined): upload is Open =>
  upload !== undefined && upload.status !== 'ABORTED' && upload.contentType !== null

async function putTogether(ctx: WaitingContext, upload: Open, named: Named) {
  const { storage } = ctx.services
  const arrived = await storage.listParts(upload)
  // Without parts the file may exist already: the process that completed it may have died before saving that.
  if (arrived) await complete(ctx, upload, named, arrived)
  const stored = await storage.inspect(upload.key)
  if (!stored) notFound('upload')
  // It may have died while cleaning up.
  if (!arrived) await storage.abortUpload(upload)
  const error = validateFile(upload.contentType, stored)
  if (error) {
    await giveUp(ctx, upload)
    throw problem('unsupported-type', { detail: `${error}. It was removed.` })
  }
  const durationSeconds = await readDuration(storage, upload.key)
  await ctx.transaction(async (db) => {
    // Protects against an abort in between, if the lease has expired.
    if ((await lockUpload(db, upload.key))?.status === 'ABORTED') notFound('upload')
    await updateReady(db, { key: upload.key, size: stored.size, durationSeconds })
    await setStatus(db, [upload.key], 'DONE')
  })
  return toReply(ctx, upload, stored.size)
}

async function complete(ctx: WaitingContext, upload: Open, named: Named, arrived: StoredPart[]): Promise<void> {
  const size = arrived.reduce((sum, part) => sum + part.size, 0)
  const { limit } = fileTypes[upload.contentType]!
  if (size > limit) {
    await giveUp(ctx, upload)
    throw problem('too-large', {
      detail: `Files of this type can be at most ${Math.floor(limit / 1024 / 1024)} MB. The parts were removed.`,
    })
  }
  const inSize = validateSize(size, upload.announcedSize)
  const errors = [...validateParts(named, arrived), ...(inSize ? [inSize] : [])]
  if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  try {
    await ctx.services.storage.completeUpload(upload, arrived)
  } catch (error) {
    if (!(error instanceof StorageError && error.kind === 'parts')) throw error
    const refused = validatePartSizes(arrived, shortestPart)
    const other = [{ pointer: '/parts', detail: 'The store rejected these parts. Send them again.' }]
    throw problem('validation-failed', { detail: (refused[0] ?? other[0]!).detail, errors: refused.length > 0 ? refused : other })
  }
}

const giveUp = (ctx: WaitingContext, upload: Open) => ctx.transaction((db) => discardUploads(db, [upload]))

const toReply = async (ctx: WaitingContext, { key, name }: Open, size: number) => ({
  key,
  url: await ctx.services.storage.presignGet(key, name === null ? {} : { fileName: name }),
  size,
})
