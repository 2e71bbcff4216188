/** PUT to a signed URL of the local store: a whole file or one part. Checks the signature and ends stalled uploads. */

import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify'
import { fileTypes } from '@lms/contract/file-types'
import { FileKey } from '@lms/contract/values'
import type { Dependencies } from '#call/dependencies.ts'
import { noRoom, problem, notFound } from '#call/problems.ts'
import type { Db } from '#db/client.ts'
import { answerError } from '#http/errors.ts'
import type { Disk, Signed, WhileAllowed } from '#services/disk.ts'
import { FileTooLarge, FileTooShort } from '#services/write-stream.ts'

export function parseFileKey(request: FastifyRequest): string {
  const key = FileKey.safeParse((request.params as { '*': string })['*'])
  return key.success ? key.data : notFound('file')
}

/** The signed values of a URL of the local store; throws `forbidden` unless the signature is ours and still valid. */
export function checkSignature(disk: Disk, request: FastifyRequest, expected: Pick<Signed, 'method' | 'key' | 'contentType'>): Signed {
  const { expires, signature, name = '', limit, upload, part, step } = request.query as Record<string, unknown>
  const signed = {
    ...expected,
    expires: Number(expires),
    fileName: String(name),
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(typeof upload === 'string' && {
      part: { uploadId: upload, partNumber: Number(part), partSize: Number(step) },
    }),
  }
  if (typeof signature !== 'string' || !disk.isSigned(signed, signature))
    throw problem('forbidden', { detail: 'This link has expired or is not valid here. Reload the page.' })
  return signed
}

/** Concurrent PUTs per user: a browser sends four. */
const atOnce = 16

/** The state of uploads in the database. */
export interface UploadQueries {
  findFile: (db: Db, key: string) => Promise<{ status: string } | undefined>
  /** Locks a file that is still expected; false if it has arrived and was checked. */
  lockAwaited: (db: Db, key: string) => Promise<boolean>
  findIsOpen: (db: Db, key: string, uploadId: string) => Promise<boolean>
}
type UploadDependencies = Dependencies & { queries: UploadQueries }

export async function receiveFile(
  disk: Disk,
  deps: UploadDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // After an error the rest of the body is not read.
  reply.header('connection', 'close')
  const { space } = deps
  if (space && !space.hasRoom(Number(request.headers['content-length'] ?? 0))) throw noRoom()
  const isPart = (request.query as Record<string, unknown>)['upload'] !== undefined
  const contentType = isPart ? '' : (request.headers['content-type'] ?? '')
  const signed = checkSignature(disk, request, { method: 'PUT', key: parseFileKey(request), contentType })
  const limit = Math.min(signed.limit ?? Infinity, isPart ? Infinity : fileTypes[contentType]!.limit)
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const etag = await withUploadSlot(signed.key, () =>
    receive(request, limit, () =>
      signed.part ? receivePart(disk, deps, request, signed, limit) : receiveWhole(disk, deps, request, signed, limit),
    ),
  )
  reply.removeHeader('connection')
  return reply.code(200).header('etag', etag).send()
}

const uploadsByOwner = new Map<string, number>()

/** Each PUT takes a connection, a file handle and memory. Counted for the owner of the key. */
async function withUploadSlot<T>(key: string, work: () => Promise<T>): Promise<T> {
  const owner = key.split('/')[1]!
  const count = (uploadsByOwner.get(owner) ?? 0) + 1
  if (count > atOnce) throw problem('rate-limited', { detail: `You can upload ${atOnce} files at a time.`, retryAfter: 1 })
  uploadsByOwner.set(owner, count)
  try {
    return await work()
  } finally {
    const left = uploadsByOwner.get(owner)! - 1
    if (left > 0) uploadsByOwner.set(owner, left)
    else uploadsByOwner.delete(owner)
  }
}

async function receiveWhole(
  disk: Disk,
  { database, queries, space }: UploadDependencies,
  request: FastifyRequest,
  signed: Signed,
  limit: number,
): Promise<string> {
  const { key, limit: size } = signed
  // A file that was checked and is in use must not change: checked before the bytes are read, and again under a lock.
  const isAwaited = (await queries.findFile(database.db, key))?.status === 'PENDING'
  const whileAwaited: WhileAllowed = (put) =>
    database.transaction(async (db) => (await queries.lockAwaited(db, key)) && put().then(() => true))
  if (
    !isAwaited ||
    !(await disk.write(key, toChunks(request, space), { limit, size, whileAllowed: whileAwaited, stop: makeStop(request) }))
  )
    throw problem('conflict', { detail: 'This file was uploaded already. Request a new URL to upload another.' })
  const file = await disk.open(key)
  await file?.handle.close()
  return file?.etag ?? ''
}

async function receivePart(
  disk: Disk,
  { database, queries, space }: UploadDependencies,
  request: FastifyRequest,
  { key, part }: Signed,
  limit: number,
): Promise<string> {
  const { partNumber, ...upload } = part!
  const mayKeep = () => queries.findIsOpen(database.db, key, upload.uploadId)
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (Number.isNaN(length)) throw problem('validation-failed', { detail: 'Send the Content-Length of the part.' })
  const sending = { limit, length, mayKeep, stop: makeStop(request) }
  const stored = (await mayKeep()) && (await disk.writePart({ key, ...upload }, partNumber, toChunks(request, space), sending))
  if (!stored) throw problem('conflict', { detail: 'This upload was completed or cancelled.' })
  return stored.etag
}

/** Aborts uploads to this path. */
const makeStop =
  ({ raw }: FastifyRequest) =>
  () =>
    void raw.destroy()

/** Left open when we stop early: closing it would cut the connection before the response is sent. Stops when the disk has become full. */
async function* toChunks(request: FastifyRequest, space: Dependencies['space']): AsyncIterable<Uint8Array> {
  for await (const chunk of ((request.body ?? request.raw) as Readable).iterator({ destroyOnReturn: false })) {
    space?.use((chunk as Uint8Array).byteLength)
    if (space?.isLow()) throw noRoom()
    yield chunk as Uint8Array
  }
}

async function receive(request: FastifyRequest, limit: number, write: () => Promise<string>): Promise<string> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof FileTooLarge) throw tooLarge(limit)
    if (error instanceof FileTooShort)
      throw problem('validation-failed', { detail: `The file should have ${limit} bytes, but fewer were sent.` })
    if (request.raw.destroyed && !request.raw.complete) throw problem('malformed-body', { detail: 'The upload was interrupted.' })
    throw error
  }
}

const tooLarge = (limit: number) =>
  problem('too-large', {
    detail: limit < 1024 * 1024 ? `Files can be up to ${limit} bytes.` : `Files can be up to ${Math.floor(limit / 1024 / 1024)} MB.`,
  })

/** Milliseconds without a byte after which a body or a reply is given up: a phone that lost its network sends no signal. */
export const maxSilenceMs = 60_000
/** Bytes a second, after the first half minute: so slow a body of a call holds its connection on purpose. Files may be slower. */
const leastBytesPerSecond = 4 * 1024
const startMs = 30_000

/** Node has only one limit for the whole server, which cannot treat uploads differently. */
export function limitUploadTime(app: FastifyInstance, mostSilence = maxSilenceMs): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, url } = request
    if (raw.method === 'PUT' && url.startsWith('/files/')) endSlow(raw, { mostSilence, leastBytesPerSecond: 0 }, () => void raw.destroy())
    else if (raw.method !== 'GET')
      endSlow(raw, { mostSilence, leastBytesPerSecond }, () => {
        reply.raw.once('finish', () => raw.destroy())
        void reply.header('connection', 'close')
        answerError(problem('timeout', { detail: 'The request arrived too slowly. Nothing was changed.' }), request, reply)
      })
    done()
  })
}

/** Watches until the body has arrived; writing it to disk may take longer. Detects a stall up to a quarter of the time late. */
function endSlow(raw: IncomingMessage, limits: { mostSilence: number; leastBytesPerSecond: number }, end: () => void): void {
  const began = performance.now()
  const first = raw.socket.bytesRead
  let [read, movedAt] = [first, began]
  const stop = () => clearInterval(watch)
  const watch = setInterval(() => {
    const { bytesRead } = raw.socket
    const now = performance.now()
    if (bytesRead !== read) [read, movedAt] = [bytesRead, now]
    const isSlow = now - began > startMs && read - first < ((now - began) / 1000) * limits.leastBytesPerSecond
    if (!isSlow && now - movedAt < limits.mostSilence) return
    stop()
    end()
  }, limits.mostSilence / 4)
  raw.once('end', stop).once('close', stop)
}

/** Ends connections whose client takes no byte of a reply any more. */
export function endStalledReplies(app: FastifyInstance, mostSilence = maxSilenceMs): void {
  app.server.setTimeout(mostSilence, (socket) => {
    // A reply that is still being worked out has nothing to send.
    if (socket.writableLength > 0) socket.destroy()
  })
}
