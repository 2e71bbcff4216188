/** Uploads: one presigned PUT, or many parts. The server makes the keys and knows their owner. */
import { z } from 'zod'
import { route } from '#route.ts'
import { FileKey, FileKeys, FileUrls, SingleLineText, Page, pageOf, DateTimeString, Text, Id } from '#values.ts'

const FileType = Text(120)
/** The store's own name for an upload: S3 makers hand out up to a few hundred characters. */
const UploadId = Text(1000)
/** Bytes, as far as the browser knows; what arrives is measured all the same. */
const Size = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

export const presignUpload = route({
  method: 'GET',
  path: '/api/aws/presigned-url',
  summary: 'An address for one PUT of one file',
  allow: 'file.upload',
  query: z.object({
    fileType: FileType,
    fileName: SingleLineText(255).optional(),
    size: z.coerce.number('Must be a number').pipe(Size).optional(),
  }),
  reply: z.object({ key: z.string(), url: z.string(), headers: z.record(z.string(), z.string()), expiresAt: DateTimeString }),
  problems: ['unsupported-type', 'too-large', 'rate-limited'],
  example: { query: { fileType: 'image/png' } },
})

export const getImageUrls = route({
  method: 'POST',
  path: '/api/aws/image-urls',
  summary: 'Addresses at which one’s own pictures in a draft can be read for now; without those that were removed',
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
  transactions: 'own',
  body: z.object({ fileType: FileType, fileName: SingleLineText(255).optional(), size: Size.optional() }),
  reply: z.object({ key: z.string(), uploadId: z.string(), partSize: z.int() }),
  problems: ['unsupported-type', 'too-large', 'conflict', 'unavailable'],
  example: { body: { fileType: 'video/mp4', fileName: 'lecture.mp4', size: 52428800 } },
})

/** Names one upload: both as `init` gave them. */
const UploadName = z.object({ key: FileKey, uploadId: UploadId })
const exampleName = {
  key: 'video/0198f6a0-0000-7000-8000-000000000000/0198f6a0-0000-7000-8000-000000000001.mp4',
  uploadId: 'none',
}

/** What is known of a started upload. */
const StartedUpload = z.object({
  key: z.string(),
  uploadId: z.string(),
  fileName: z.string().nullable(),
  fileType: z.string(),
  /** As announced; null where it was not. */
  size: z.int().nullable(),
  /** Bytes of every part but the last. */
  partSize: z.int(),
})

export const listUploads = route({
  method: 'GET',
  path: '/api/aws/multipart/uploads',
  summary: "The caller's own unfinished uploads, newest first",
  allow: 'file.upload',
  query: z.object(Page),
  reply: pageOf(
    StartedUpload.extend({
      /** Bytes that have arrived in whole parts. */
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
  reply: pageOf(
    z.object({
      key: z.string(),
      /** Null for the files of students: what they have not submitted is theirs alone. */
      fileName: z.string().nullable(),
      fileType: z.string(),
      /** As announced; null where it was not. */
      size: z.int().nullable(),
      owner: z.object({ id: Id, name: z.string() }),
      createdAt: DateTimeString,
      /** When a part was last asked for, to the hour. */
      lastPartAt: DateTimeString,
      /** Its parts are being put together. */
      isFinishing: z.boolean(),
    }),
  ),
})

export const listParts = route({
  method: 'GET',
  path: '/api/aws/multipart/parts',
  summary: 'The parts that have arrived: what a resumed upload need not send again',
  allow: 'file.upload',
  query: UploadName,
  reply: StartedUpload.extend({
    parts: z.array(z.object({ partNumber: z.int(), etag: z.string(), /** Bytes. */ size: z.int() })),
  }),
  problems: ['rate-limited'],
  example: { query: exampleName },
})

export const presignPart = route({
  method: 'GET',
  path: '/api/aws/multipart/get-upload-url',
  summary: 'An address for one part',
  allow: 'file.upload',
  query: UploadName.extend({
    partNumber: z.coerce.number('Must be a whole number').pipe(z.int().min(1, 'From 1').max(10_000, 'At most 10000')),
  }),
  reply: z.object({ url: z.string(), expiresAt: DateTimeString }),
  problems: ['too-large', 'rate-limited'],
  example: { query: { ...exampleName, partNumber: 1 } },
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
  summary: 'Put the parts together, in the order of their numbers; repeated, it gives the same answer',
  allow: 'file.upload',
  transactions: 'own',
  body: UploadName.extend({ parts: z.array(Part).min(1, 'At least one part').max(10_000) }),
  reply: z.object({ key: z.string(), url: z.string(), size: z.int() }),
  problems: ['request-in-progress', 'too-large', 'unsupported-type', 'unavailable'],
  example: { body: { ...exampleName, parts: [{ partNumber: 1, etag: 'none' }] } },
})

export const abortMultipart = route({
  method: 'DELETE',
  path: '/api/aws/multipart/abort',
  summary: 'Give an upload up; its parts are removed. Repeated, it does nothing',
  allow: 'file.upload',
  query: UploadName,
  problems: ['conflict'],
  example: { query: exampleName },
})
