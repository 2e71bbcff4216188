/** PUT to a signed URL of the local store: a whole file or one part. Checks the signature and ends stalled uploads. */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify'
import { fileTypes } from '@lms/contract/file-types'
import type { Db } from '#db/client.ts'
import type { Dependencies } from '#http/mount.ts'
import { noRoom, problem, notFound } from '#http/problems.ts'
import type { Disk, Signed, WhileAllowed } from '#services/disk.ts'
import { FileTooLarge, FileTooShort } from '#services/write-stream.ts'
import { FileKey } from '@lms/contract/values'
import type { IncomingMessage } from 'node:http'

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
  if (deps.space?.isLow()) throw noRoom()
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
  { database, queries }: UploadDependencies,
  request: FastifyRequest,
  signed: Signed,
  limit: number,
): Promise<string> {
  const { key, limit: size } = signed
  // A file that was checked and is in use must not change: checked before the bytes are read, and again under a lock.
  const isAwaited = (await queries.findFile(database.db, key))?.status === 'PENDING'
  const whileAwaited: WhileAllowed = (put) =>
    database.transaction(async (db) => (await queries.lockAwaited(db, key)) && put().then(() => true))
  if (!isAwaited || !(await disk.write(key, toChunks(request), { limit, size, whileAllowed: whileAwaited, stop: makeStop(request) })))
    throw problem('conflict', { detail: 'This file was uploaded already. Request a new URL to upload another.' })
  const file = await disk.open(key)
  await file?.handle.close()
  return file?.etag ?? ''
}

async function receivePart(
  disk: Disk,
  { database, queries }: UploadDependencies,
  request: FastifyRequest,
  { key, part }: Signed,
  limit: number,
): Promise<string> {
  const { partNumber, ...upload } = part!
  const mayKeep = () => queries.findIsOpen(database.db, key, upload.uploadId)
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (Number.isNaN(length)) throw problem('validation-failed', { detail: 'Send the Content-Length of the part.' })
  const sending = { limit, length, mayKeep, stop: makeStop(request) }
  const stored = (await mayKeep()) && (await disk.writePart({ key, ...upload }, partNumber, toChunks(request), sending))
  if (!stored) throw problem('conflict', { detail: 'This upload was completed or cancelled.' })
  return stored.etag
}

/** Aborts uploads to this path. */
const makeStop =
  ({ raw }: FastifyRequest) =>
  () =>
    void raw.destroy()

/** Left open when we stop early: closing it would cut the connection before the response is sent. */
const toChunks = (request: FastifyRequest) =>
  ((request.body ?? request.raw) as Readable).iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>

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

/** Milliseconds. Node has only one limit for the whole server, which cannot treat uploads differently. */
const bodyTimeoutMs = 30_000
/** Milliseconds without a byte after which an upload is aborted: a phone that lost its network sends no signal. */
const maxSilenceMs = 60_000

export function limitUploadTime(app: FastifyInstance, mostSilence = maxSilenceMs): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (raw.method !== 'GET' && request.url.startsWith('/files/')) endSilent(raw, mostSilence)
    else if (raw.method !== 'GET') {
      const timer = setTimeout(() => raw.destroy(), bodyTimeoutMs)
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** Watches until the body has arrived; writing it to disk may take longer. Detects a stall up to a quarter of the time late. */
function endSilent(raw: IncomingMessage, milliseconds: number): void {
  let [read, movedAt] = [raw.socket.bytesRead, performance.now()]
  const watch = setInterval(() => {
    const { bytesRead } = raw.socket
    if (bytesRead !== read) [read, movedAt] = [bytesRead, performance.now()]
    else if (performance.now() - movedAt >= milliseconds) raw.destroy()
  }, milliseconds / 4)
  raw.once('end', () => clearInterval(watch)).once('close', () => clearInterval(watch))
}
