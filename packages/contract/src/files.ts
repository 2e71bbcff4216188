/** Uploads: one presigned PUT, or many parts. The server makes the keys and knows their owner. */
import { z } from 'zod'
import { route } from '#route.ts'
import { FileKey, Line, Stamp, Text } from '#values.ts'

const FileType = Text(120)
const UploadId = Text(200)

export const presignUpload = route({
  method: 'GET',
  path: '/api/aws/presigned-url',
  summary: 'An address for one PUT of one file',
  allow: 'file.upload',
  query: z.object({ fileType: FileType, fileName: Line(255).optional() }),
  reply: z.object({ key: z.string(), url: z.string(), headers: z.record(z.string(), z.string()), expiresAt: Stamp }),
  problems: ['unsupported-type', 'forbidden', 'rate-limited'],
  example: { query: { fileType: 'image/png' } },
})

export const removeFile = route({
  method: 'DELETE',
  path: '/api/aws/delete-file',
  summary: 'Delete a file that nothing uses',
  allow: 'file.remove',
  query: z.object({ fileKey: Text(200) }),
  problems: ['in-use'],
  example: { query: { fileKey: 'image/0198f6a0-0000-7000-8000-000000000000/0198f6a0-0000-7000-8000-000000000001.png' } },
})

export const initMultipart = route({
  method: 'POST',
  path: '/api/aws/multipart/init',
  summary: 'Begin an upload in parts',
  allow: 'file.upload',
  body: z.object({ fileType: FileType, fileName: Line(255).optional(), size: z.int().min(0).optional() }),
  reply: z.object({ key: z.string(), uploadId: z.string(), partSize: z.int() }),
  problems: ['unsupported-type', 'too-large', 'forbidden'],
  example: { body: { fileType: 'video/mp4', fileName: 'lecture.mp4', size: 52428800 } },
})

export const presignPart = route({
  method: 'GET',
  path: '/api/aws/multipart/get-upload-url',
  summary: 'An address for one part',
  allow: 'file.upload',
  query: z.object({ key: FileKey, uploadId: UploadId, partNumber: z.coerce.number().pipe(z.int().min(1).max(10_000)) }),
  reply: z.object({ url: z.string() }),
  example: {
    query: { key: 'video/0198f6a0-0000-7000-8000-000000000000/0198f6a0-0000-7000-8000-000000000001.mp4', uploadId: 'none', partNumber: 1 },
  },
})

/** Both spellings are taken: S3's own, and ours. */
const Part = z
  .object({ partNumber: z.int().min(1).max(10_000), etag: Text(200) })
  .or(
    z
      .object({ PartNumber: z.int().min(1).max(10_000), ETag: Text(200) })
      .transform((part) => ({ partNumber: part.PartNumber, etag: part.ETag })),
  )

export const completeMultipart = route({
  method: 'POST',
  path: '/api/aws/multipart/complete',
  summary: 'Put the parts together; repeated, it gives the same answer',
  allow: 'file.upload',
  body: z.object({ key: FileKey, uploadId: UploadId, parts: z.array(Part).min(1, 'At least one part').max(10_000) }),
  reply: z.object({ key: z.string(), url: z.string(), size: z.int() }),
  problems: ['too-large', 'unsupported-type'],
  example: {
    body: {
      key: 'video/0198f6a0-0000-7000-8000-000000000000/0198f6a0-0000-7000-8000-000000000001.mp4',
      uploadId: 'none',
      parts: [{ partNumber: 1, etag: 'none' }],
    },
  },
})
