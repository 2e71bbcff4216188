/** A PUT to a signed address of the local store: a whole file, or one part of one. */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileTypes } from '@lms/contract/file-types'
import type { Dependencies } from '#http/mount.ts'
import { noRoom, problem } from '#http/problems.ts'
import { checkSignature, keyOf } from '#http/signed-address.ts'
import { findFile, lockAwaited } from '#modules/files/queries.ts'
import { findIsOpen } from '#modules/files/uploads/queries.ts'
import type { Disk, Signed, WhileAllowed } from '#services/disk.ts'
import { FileTooLarge, FileTooShort } from '#services/write-stream.ts'

/** PUTs of one person at once: a browser sends four. */
const atOnce = 16

export async function receiveFile(disk: Disk, ground: Dependencies, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // After a refusal the rest of the body is not worth waiting for.
  reply.header('connection', 'close')
  if (ground.space?.isLow()) throw noRoom()
  const isPart = (request.query as Record<string, unknown>)['upload'] !== undefined
  const contentType = isPart ? '' : (request.headers['content-type'] ?? '')
  const signed = checkSignature(disk, request, { method: 'PUT', key: keyOf(request), contentType })
  const limit = Math.min(signed.limit ?? Infinity, isPart ? Infinity : fileTypes[contentType]!.limit)
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const etag = await asOneOfFew(signed.key, () =>
    receive(request, limit, () =>
      signed.part ? partOf(disk, ground, request, signed, limit) : wholeOf(disk, ground, request, signed, limit),
    ),
  )
  reply.removeHeader('connection')
  return reply.code(200).header('etag', etag).send()
}

const sending = new Map<string, number>()

/** Each PUT takes a line, a file and memory, whoever signed for it: the owner of the key. */
async function asOneOfFew<T>(key: string, work: () => Promise<T>): Promise<T> {
  const owner = key.split('/')[1]!
  const count = (sending.get(owner) ?? 0) + 1
  if (count > atOnce) throw problem('rate-limited', { detail: `You may send ${atOnce} files at a time.`, retryAfter: 1 })
  sending.set(owner, count)
  try {
    return await work()
  } finally {
    const left = sending.get(owner)! - 1
    if (left > 0) sending.set(owner, left)
    else sending.delete(owner)
  }
}

async function wholeOf(disk: Disk, { database }: Dependencies, request: FastifyRequest, signed: Signed, limit: number): Promise<string> {
  const { key, limit: size } = signed
  // What was checked and is in use must not become something else: asked before the bytes, and again while nobody else looks at it.
  const isAwaited = (await findFile(database.db, key))?.status === 'PENDING'
  const whileAwaited: WhileAllowed = (put) => database.transaction(async (db) => (await lockAwaited(db, key)) && put().then(() => true))
  if (!isAwaited || !(await disk.write(key, bytesOf(request), { limit, size, whileAllowed: whileAwaited, stop: cutting(request) })))
    throw problem('conflict', { detail: 'This file has arrived and was checked. Ask for a new address to send another.' })
  const file = await disk.open(key)
  await file?.handle.close()
  return file?.etag ?? ''
}

async function partOf(
  disk: Disk,
  { database }: Dependencies,
  request: FastifyRequest,
  { key, part }: Signed,
  limit: number,
): Promise<string> {
  const { partNumber, ...upload } = part!
  const mayKeep = () => findIsOpen(database.db, key, upload.uploadId)
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (Number.isNaN(length)) throw problem('invalid', { detail: 'Send the length of the part: Content-Length.' })
  const sending = { limit, length, mayKeep, stop: cutting(request) }
  const stored = (await mayKeep()) && (await disk.writePart({ key, ...upload }, partNumber, bytesOf(request), sending))
  if (!stored) throw problem('conflict', { detail: 'This upload is over: it was put together or given up.' })
  return stored.etag
}

/** Whoever sends there is not waited for any more. */
const cutting =
  ({ raw }: FastifyRequest) =>
  () =>
    void raw.destroy()

/** Left open when we stop early: closing it would cut the line before the answer is sent. */
const bytesOf = (request: FastifyRequest) =>
  ((request.body ?? request.raw) as Readable).iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>

async function receive(request: FastifyRequest, limit: number, write: () => Promise<string>): Promise<string> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof FileTooLarge) throw tooLarge(limit)
    if (error instanceof FileTooShort) throw problem('invalid', { detail: `This file was said to have ${limit} bytes. Fewer came.` })
    if (request.raw.destroyed && !request.raw.complete) throw problem('unreadable-body', { detail: 'The upload was interrupted.' })
    throw error
  }
}

const tooLarge = (limit: number) =>
  problem('too-large', {
    detail:
      limit < 1024 * 1024
        ? `This file may have ${limit} bytes at most.`
        : `This file may have ${Math.floor(limit / 1024 / 1024)} MB at most.`,
  })
