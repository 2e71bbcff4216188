/** The local store's signed addresses: PUT takes a file, GET gives one. Bytes stream, and never lie in memory. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileTypeOfKey, fileTypes } from '@lms/contract/file-types'
import { FileKey } from '@lms/contract/values'
import { addImages } from '#http/images.ts'
import type { Ground } from '#http/mount.ts'
import { notFound, problem } from '#http/problems.ts'
import { sendFile } from '#http/send-file.ts'
import { findFile } from '#modules/files/queries.ts'
import { FileTooLarge, type Disk, type Signed } from '#services/disk.ts'

export function addFiles(app: FastifyInstance, ground: Ground): void {
  addImages(app, ground)
  const { disk } = ground.services.storage
  if (!disk) return
  // A context of its own: here a body of any type passes as it comes, while /api goes on reading JSON alone.
  void app.register((files, _options, done) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body))
    const options = { schema: { hide: true }, compress: false as const }
    files.get('/files/*', options, (request, reply) => answerGet(disk, request, reply))
    files.put('/files/*', options, (request, reply) => answerPut(disk, ground, request, reply))
    done()
  })
}

/** Seconds that the browser may keep what it was allowed to read. */
const cacheControl = 'private, max-age=3600'

async function answerGet(disk: Disk, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const key = keyOf(request)
  const { fileName } = checkSignature(disk, request, { method: 'GET', key, contentType: fileTypeOfKey(key) ?? '' })
  return sendFile(disk, key, request, reply, { fileName, cacheControl })
}

async function answerPut(disk: Disk, { database }: Ground, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // After a refusal the rest of the body is not worth waiting for.
  reply.header('connection', 'close')
  const key = keyOf(request)
  const contentType = request.headers['content-type'] ?? ''
  checkSignature(disk, request, { method: 'PUT', key, contentType })
  const { limit } = fileTypes[contentType]!
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const isAwaited = async () => (await findFile(database.db, key))?.status === 'PENDING'
  // What was checked and is in use must not become something else: asked before the bytes, and again after them.
  const isWritten = (await isAwaited()) && (await receive(disk, key, request, limit, isAwaited))
  if (!isWritten) throw problem('conflict', { detail: 'This file has arrived and was checked. Ask for a new address to send another.' })
  const file = await disk.open(key)
  await file?.handle.close()
  reply.removeHeader('connection')
  return reply
    .code(200)
    .header('etag', file?.etag ?? '')
    .send()
}

async function receive(
  disk: Disk,
  key: string,
  request: FastifyRequest,
  limit: number,
  mayReplace: () => Promise<boolean>,
): Promise<boolean> {
  // Left open when we stop early: closing it would cut the line before the answer is sent.
  const bytes = ((request.body ?? request.raw) as Readable).iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  try {
    return await disk.write(key, bytes, limit, mayReplace)
  } catch (error) {
    if (error instanceof FileTooLarge) throw tooLarge(limit)
    if (request.raw.destroyed && !request.raw.complete) throw problem('unreadable-body', { detail: 'The upload broke off.' })
    throw error
  }
}

const tooLarge = (limit: number) =>
  problem('too-large', { detail: `Files of this type may have ${Math.floor(limit / 1024 / 1024)} MB at most.` })

function keyOf(request: FastifyRequest): string {
  const key = FileKey.safeParse((request.params as { '*': string })['*'])
  return key.success ? key.data : notFound('file')
}

function checkSignature(disk: Disk, request: FastifyRequest, asked: Pick<Signed, 'method' | 'key' | 'contentType'>): Signed {
  const { expires, signature, name = '' } = request.query as Record<string, unknown>
  const signed = { ...asked, expires: Number(expires), fileName: String(name) }
  if (typeof signature !== 'string' || !disk.isSigned(signed, signature))
    throw problem('forbidden', { detail: 'This link has ended or is not meant for this. Load the page again.' })
  return signed
}
