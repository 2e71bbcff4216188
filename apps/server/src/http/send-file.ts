/** A stored file as an answer: whole or in part, or not at all where the browser has it. */
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileTypeOfKey } from '@lms/contract/file-types'
import { byteRange } from '#http/byte-range.ts'
import { notFound } from '#http/problems.ts'
import { pump } from '#http/pump.ts'
import type { Disk } from '#services/disk.ts'
import { contentDisposition } from '#services/content-disposition.ts'

interface Options {
  /** What the browser saves it under. */
  fileName?: string
  cacheControl: string
}

export async function sendFile(
  disk: Disk,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  options: Options,
): Promise<FastifyReply> {
  const file = (await disk.open(key)) ?? notFound('file')
  const { handle, size, etag } = file
  const contentType = fileTypeOfKey(key) ?? 'application/octet-stream'
  reply.headers({ etag, 'cache-control': options.cacheControl, 'accept-ranges': 'bytes', 'content-security-policy': 'sandbox' })
  if (matches(request.headers['if-none-match'], etag)) {
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
  reply.headers({
    'content-type': contentType,
    'content-length': range ? range.end - range.start + 1 : size,
    'content-disposition': contentDisposition(contentType, options.fileName),
  })
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  await pump(handle, reply.raw, range ?? { start: 0, end: size - 1 })
  return reply
}

const matches = (header: string | undefined, etag: string) =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
