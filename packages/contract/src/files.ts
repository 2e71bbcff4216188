/** Uploads: one presigned PUT, or multipart. The server generates the keys and knows their owner. */

import { z } from 'zod'
import { route } from '#route.ts'
import { DateTimeString, FileKey, FileKeys, FileUrls, Id, Page, SingleLineText, Text, WholeNumber, toPageShape } from '#values.ts'

const FileType = Text(120)
/** The store's own id of an upload: S3 implementations use up to a few hundred characters. */
const UploadId = Text(1000)
/** Bytes, if known by the browser; the real size is measured anyway. */
const Size = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

export const presignUpload = route({
  method: 'GET',
  path: '/api/aws/presigned-url',
  summary: 'A signed URL for uploading one file with a PUT',
  allow: 'file.upload',
  query: z.object({
    fileType: FileType,
    fileName: SingleLineText(255).optional(),
    size: WholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  }),
  reply: z.object({ key: z.string(), url: z.string(), headers: z.record(z.string(), z.string()), expiresAt: DateTimeString }),
  problems: ['unsupported-type', 'too-large', 'rate-limited'],
  example: { query: { fileType: 'image/png' } },
})

export const getImageUrls = route({
  method: 'POST',
  path: '/api/aws/image-urls',
  summary: 'Temporary URLs of the caller’s images in a draft, except removed ones',
  allow: 'file.upload',
  rateLimit: 'autosave',
  files: ['keys.*'],
  body: z.object({ keys: FileKeys }),
  reply: FileUrls,
  example: { body: { keys: ['image/0198f6a0-0000-7000-8000-000000000000/0198f6a0-0000-7000-8000-000000000001.png'] } },
})

export const removeFile = route({
  method: 'DELETE',
  path: '/api/aws/delete-file',
  summary: 'Delete an unused file',
  allow: 'file.remove',
  query: z.object({ fileKey: Text(200) }),
  problems: ['not-found', 'in-use'],
  example: { query: { fileKey: 'image/0198f6a0-0000-7000-8000-000000000000/0198f6a0-0000-7000-8000-000000000001.png' } },
})

export const initMultipart = route({
  method: 'POST',
  path: '/api/aws/multipart/init',
  summary: 'Start a multipart upload',
  allow: 'file.upload',
  transactions: 'own',
  body: z.object({ fileType: FileType, fileName: SingleLineText(255).optional(), size: Size.optional() }),
  reply: z.object({ key: z.string(), uploadId: z.string(), partSize: z.int() }),
  problems: ['unsupported-type', 'too-large', 'conflict', 'unavailable'],
  example: { body: { fileType: 'video/mp4', fileName: 'lecture.mp4', size: 52428800 } },
})

/** Identifies one upload: both as returned by `init`. */
const UploadName = z.object({ key: FileKey, uploadId: UploadId })
const exampleName = {
  key: 'video/0198f6a0-0000-7000-8000-000000000000/0198f6a0-0000-7000-8000-000000000001.mp4',
  uploadId: 'none',
}

/** The facts about a started upload. */
const StartedUpload = z.object({
  key: z.string(),
  uploadId: z.string(),
  fileName: z.string().nullable(),
  fileType: z.string(),
  /** As announced; null if it was not. */
  size: z.int().nullable(),
  /** Bytes of every part except the last. */
  partSize: z.int(),
})

export const listUploads = route({
  method: 'GET',
  path: '/api/aws/multipart/uploads',
  summary: "The caller's own unfinished uploads, newest first",
  allow: 'file.upload',
  query: z.object(Page),
  reply: toPageShape(
    StartedUpload.extend({
      /** Bytes that have arrived in complete parts. */
      confirmed: z.int(),
      createdAt: DateTimeString,
    }),
  ),
  problems: ['rate-limited'],
})

export const listOthersUploads = route({
  method: 'GET',
  path: '/api/aws/multipart/others-uploads',
  summary: 'Unfinished uploads of others, longest idle first; deleting the file cancels the upload',
  allow: 'file.listAll',
  query: z.object(Page),
  reply: toPageShape(
    z.object({
      key: z.string(),
      /** Null for files of students: unsubmitted files are private. */
      fileName: z.string().nullable(),
      fileType: z.string(),
      /** As announced; null if it was not. */
      size: z.int().nullable(),
      owner: z.object({ id: Id, name: z.string() }),
      createdAt: DateTimeString,
      /** When a part was last requested, to the hour. */
      lastPartAt: DateTimeString,
      /** Being completed. */
      isFinishing: z.boolean(),
    }),
  ),
})

export const listParts = route({
  method: 'GET',
  path: '/api/aws/multipart/parts',
  summary: 'The parts that have arrived, which a resumed upload need not send again',
  allow: 'file.upload',
  query: UploadName,
  reply: StartedUpload.extend({
    parts: z.array(z.object({ partNumber: z.int(), etag: z.string(), /** Bytes. */ size: z.int() })),
  }),
  problems: ['not-found', 'rate-limited'],
  example: { query: exampleName },
})

export const presignPart = route({
  method: 'GET',
  path: '/api/aws/multipart/get-upload-url',
  summary: 'A signed URL for one part',
  allow: 'file.upload',
  query: UploadName.extend({
    partNumber: WholeNumber(1, 10_000),
  }),
  reply: z.object({ url: z.string(), expiresAt: DateTimeString }),
  problems: ['not-found', 'too-large', 'rate-limited'],
  example: { query: { ...exampleName, partNumber: 1 } },
})

/** Both spellings are accepted: S3's own, and ours. */
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
  summary: 'Complete a multipart upload, with the parts in the order of their numbers; repeating it returns the same response',
  allow: 'file.upload',
  transactions: 'own',
  body: UploadName.extend({ parts: z.array(Part).min(1, 'At least one part').max(10_000) }),
  reply: z.object({ key: z.string(), url: z.string(), size: z.int() }),
  problems: ['not-found', 'request-in-progress', 'too-large', 'unsupported-type', 'unavailable'],
  example: { body: { ...exampleName, parts: [{ partNumber: 1, etag: 'none' }] } },
})

export const abortMultipart = route({
  method: 'DELETE',
  path: '/api/aws/multipart/abort',
  summary: 'Abort an upload and remove its parts; repeating it does nothing',
  allow: 'file.upload',
  query: UploadName,
  problems: ['not-found', 'conflict'],
  example: { query: exampleName },
})
