/** Stored files over HTTP: signed URLs of the local store, and public images. Bytes stream and are never all in memory. */

import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getFileTypeOfKey } from '@lms/contract/file-types'
import { FileKey } from '@lms/contract/values'
import type { Dependencies } from '#call/dependencies.ts'
import { notFound } from '#call/problems.ts'
import type { Db } from '#db/client.ts'
import { receiveFile, checkSignature, parseFileKey, type UploadQueries } from '#http/upload-route.ts'
import type { Disk } from '#services/disk.ts'
import { contentDisposition } from '#services/storage.ts'

/** Buffer size in bytes: smaller buffers cost calls, larger ones memory per viewer. */
const bufferSize = 256 * 1024
const spareBuffers: Buffer[] = []
const mostSpare = 32

/** Ends with the response or the connection; the file is closed then. */
async function sendRange(file: FileHandle, response: ServerResponse, { start, end }: ByteRange): Promise<void> {
  const buffers = [
    spareBuffers.pop() ?? Buffer.allocUnsafeSlow(bufferSize),
    spareBuffers.pop() ?? Buffer.allocUnsafeSlow(bufferSize),
  ] as const
  const closing = new AbortController()
  const closed = once(response, 'close', { signal: closing.signal }).catch(() => {})
  try {
    let turn = 0
    const readNext = (position: number) =>
      file.read(buffers[turn++ % 2 === 0 ? 0 : 1], 0, Math.min(bufferSize, end - position + 1), position)
    let reading = start <= end ? readNext(start) : undefined
    for (let position = start; reading && !response.destroyed;) {
      const { buffer, bytesRead } = await reading
      // The file is shorter than before: the connection is cut, so that the download is not taken for complete.
      if (bytesRead === 0) return void response.destroy()
      position += bytesRead
      const writing = new Promise<void>((resolve) => response.write(buffer.subarray(0, bytesRead), () => resolve()))
      reading = position <= end ? readNext(position) : undefined
      reading?.catch(() => {})
      await Promise.race([writing, closed])
    }
    response.end()
    await reading?.catch(() => {})
  } catch (error) {
    response.destroy()
    throw error
  } finally {
    closing.abort()
    await file.close()
    // After an aborted connection, the last chunk may still be in flight.
    if (!response.destroyed && spareBuffers.length < mostSpare) spareBuffers.push(...buffers)
  }
}

/** The Range header (RFC 9110, section 14): a single range of bytes. */
export interface ByteRange {
  start: number
  /** The last byte, not the one after it. */
  end: number
}

/**
 * `undefined`: send everything, as for multiple ranges, other units and invalid headers. `none`: unsatisfiable.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  // `-500` means the last 500 bytes.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return start > end ? 'none' : { start, end }
}

interface Options {
  /** The file name for downloads. */
  fileName?: string
  cacheControl: string
}

/** Sends a stored file: whole, in part, or not at all if the browser has it cached. */
async function sendFile(disk: Disk, key: string, request: FastifyRequest, reply: FastifyReply, options: Options): Promise<FastifyReply> {
  const file = (await disk.open(key)) ?? notFound('file')
  const { handle, size, etag } = file
  const contentType = getFileTypeOfKey(key) ?? 'application/octet-stream'
  reply.headers({ etag, 'cache-control': options.cacheControl, 'accept-ranges': 'bytes', 'content-security-policy': 'sandbox' })
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    await handle.close()
    return reply.code(304).send()
  }
  const ifRange = request.headers['if-range']
  const range = ifRange === undefined || ifRange === etag ? byteRange(request.headers.range, size) : undefined
  if (range === 'none') {
    await handle.close()
    return reply.code(416).header('content-range', `bytes */${size}`).send()
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  const length = range ? range.end - range.start + 1 : size
  const disposition = contentDisposition(contentType, options.fileName)
  reply.headers({ 'content-type': contentType, 'content-length': length, 'content-disposition': disposition })
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  if (request.method === 'HEAD') {
    reply.raw.end()
    await handle.close()
    return reply
  }
  await sendRange(handle, reply.raw, range ?? { start: 0, end: size - 1 })
  return reply
}

const matchesEtag = (header: string | undefined, etag: string) =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))

/** Seconds. The content of a key never changes. */
const yearSeconds = 31_536_000
/** Seconds: less than the lifetime of the store's signed URLs. */
const hourSeconds = 3600

/** Profile and cover pictures are public while something shows them. */
function addImages(app: FastifyInstance, { database, services: { storage } }: Dependencies, { isShownImage }: FileQueries): void {
  app.get('/images/*', { schema: { hide: true }, exposeHeadRoute: true, compress: false as const }, async (request, reply) => {
    const { data: key } = FileKey.safeParse((request.params as { '*': string })['*'])
    if (!key?.startsWith('image/') || !(await isShownImage(database.db, key))) return notFound('picture')
    if (!storage.disk) {
      const address = storage.publicUrl?.(key) ?? (await storage.presignGet(key))
      return reply.header('cache-control', `public, max-age=${hourSeconds}`).redirect(address)
    }
    return sendFile(storage.disk, key, request, reply, { cacheControl: `public, max-age=${yearSeconds}, immutable` })
  })
}

interface FileQueries extends UploadQueries {
  isShownImage: (db: Db, key: string) => Promise<boolean>
}

export function addFiles(app: FastifyInstance, deps: Dependencies, queries: FileQueries): void {
  addImages(app, deps, queries)
  const { disk } = deps.services.storage
  if (!disk) return
  // An encapsulated context: bodies of any type are passed through as streams here, while /api only parses JSON.
  void app.register((files, _options, done) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body))
    const options = { schema: { hide: true }, compress: false as const }
    files.get('/files/*', { ...options, exposeHeadRoute: true }, (request, reply) => answerGet(disk, request, reply))
    files.put('/files/*', options, (request, reply) => receiveFile(disk, { ...deps, queries }, request, reply))
    done()
  })
}

/** Seconds that the browser may cache files it was allowed to read. */
const cacheControl = 'private, max-age=3600'

async function answerGet(disk: Disk, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const key = parseFileKey(request)
  const { fileName } = checkSignature(disk, request, { method: 'GET', key, contentType: getFileTypeOfKey(key) ?? '' })
  return sendFile(disk, key, request, reply, { fileName, cacheControl })
}
