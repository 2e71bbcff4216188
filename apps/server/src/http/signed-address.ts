/** What an address of the local store says, and whether we said it. */
import type { FastifyRequest } from 'fastify'
import { FileKey } from '@lms/contract/values'
import { notFound, problem } from '#http/problems.ts'
import type { Disk, Signed } from '#services/disk.ts'

export function keyOf(request: FastifyRequest): string {
  const key = FileKey.safeParse((request.params as { '*': string })['*'])
  return key.success ? key.data : notFound('file')
}

export function checkSignature(disk: Disk, request: FastifyRequest, asked: Pick<Signed, 'method' | 'key' | 'contentType'>): Signed {
  const { expires, signature, name = '', limit, upload, part, step } = request.query as Record<string, unknown>
  const signed = {
    ...asked,
    expires: Number(expires),
    fileName: String(name),
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(typeof upload === 'string' && {
      part: { uploadId: upload, partNumber: Number(part), partSize: Number(step) },
    }),
  }
  if (typeof signature !== 'string' || !disk.isSigned(signed, signature))
    throw problem('forbidden', { detail: 'This link has ended or is not meant for this. Load the page again.' })
  return signed
}
