/** Files in an S3-compatible store. Loaded only where one is configured: its client is large. */
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { headLength } from '@lms/contract/magic-bytes'
import { fileTypeOfKey } from '@lms/contract/file-types'
import { ConfigError, type S3Files } from '#config.ts'
import { contentDisposition } from '#services/content-disposition.ts'
import { toConfigError, isAbsent, isEmptyRange, toFault } from '#services/s3-faults.ts'
import type { PartialUpload, StoredPart } from '#services/multipart-types.ts'
import type { Storage } from '#services/storage.ts'

/** Seconds that an address to read from is good for: a long lecture with a break in it. */
const readableFor = 4 * 3600
/** Seconds: within one such stretch the address stays the same, so that the browser's cache finds it again. */
const stretch = 900
/** What is stored under a key never changes; so captions, which two parts of a page read, travel once. */
const keepable = 'private, max-age=3600'
/**
 * Milliseconds until a store that says nothing counts as down, all tries together: bytes must go on
 * coming, and putting thousands of parts together takes longer, as does copying.
 */
const patience = { connect: 3000, answer: 8000, silence: 8000, complete: 120_000, check: 3000 }
/** Where a signed PUT leads: such an address may be used again until it ends, so nothing is read from there (decision 0007). */
const incomingOf = (key: string) => `incoming/${key}`

export async function createS3Storage(files: S3Files): Promise<Storage> {
  const { bucket: Bucket, cdnBaseUrl } = files
  const client = clientOf(files)
  const head = (milliseconds: number = patience.answer) => client.send(new HeadBucketCommand({ Bucket }), within(milliseconds))
  // A store that is down may come back, and the rest works meanwhile; one that refuses us will go on to.
  await head().catch((error: unknown) => {
    const fault = toConfigError(error, files)
    if (fault) throw new ConfigError([fault])
    console.error('The file store does not answer; files cannot be read or stored until it does:', String(error))
  })

  const whole = async (Key: string): Promise<number | undefined> =>
    (await client.send(new HeadObjectCommand({ Bucket, Key }), within(patience.answer)).catch(absent))?.ContentLength
  const readFrom = async (Key: string, offset: number, length: number) => {
    if (length <= 0) return undefined
    const command = new GetObjectCommand({ Bucket, Key, Range: `bytes=${offset}-${offset + length - 1}` })
    return whileHeard(async (abortSignal, heard) => {
      const found = await client.send(command, { abortSignal }).catch(absent)
      if (!found) return undefined
      const size = Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength)
      return { bytes: await bytesOf(found.Body as Readable, heard), size }
    })
  }

  return {
    presignPut: async (key, ContentType, { seconds, size }) => {
      const command = new PutObjectCommand({
        Bucket,
        Key: incomingOf(key),
        ContentType,
        ...(size !== undefined && { ContentLength: size }),
      })
      // Without being named, neither is bound by the signature.
      const signableHeaders = new Set(['host', 'content-type', ...(size === undefined ? [] : ['content-length'])])
      const url = await getSignedUrl(client, command, { expiresIn: seconds, signableHeaders })
      return { url, headers: { 'content-type': ContentType }, expiresAt: after(seconds) }
    },
    settle: guarded(async (Key: string) => {
      const CopySource = `${Bucket}/${incomingOf(Key)}`
      const copying = client.send(new CopyObjectCommand({ Bucket, Key, CopySource }), within(patience.complete))
      if (await copying.catch(absent))
        await client.send(new DeleteObjectCommand({ Bucket, Key: incomingOf(Key) }), within(patience.answer)).catch(absent)
    }),
    presignGet: async (Key, { fileName } = {}) => {
      const contentType = fileTypeOfKey(Key) ?? 'application/octet-stream'
      const shown = {
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition(contentType, fileName),
        ResponseCacheControl: keepable,
      }
      const signingDate = new Date(Math.floor(Date.now() / 1000 / stretch) * stretch * 1000)
      return getSignedUrl(client, new GetObjectCommand({ Bucket, Key, ...shown }), { expiresIn: readableFor + stretch, signingDate })
    },
    ...(cdnBaseUrl !== undefined && { publicUrl: (key: string) => `${cdnBaseUrl}/${key}` }),
    inspect: guarded(async (key: string) => {
      const found = await readFrom(key, 0, headLength).catch(emptyRange)
      if (found !== 'empty') return found && { size: found.size, head: found.bytes }
      const size = await whole(key)
      return size === undefined ? undefined : { size, head: new Uint8Array() }
    }),
    read: guarded(async (key: string, offset: number, length: number) => {
      const found = await readFrom(key, offset, length).catch(emptyRange)
      return found && found !== 'empty' ? found.bytes : new Uint8Array()
    }),
    put: guarded(
      async (Key: string, ContentType: string, Body: Uint8Array) =>
        void (await client.send(
          new PutObjectCommand({ Bucket, Key, ContentType, Body, ContentLength: Body.byteLength }),
          within(patience.complete),
        )),
    ),
    remove: guarded(async (key: string) => {
      for (const Key of [incomingOf(key), key])
        await client.send(new DeleteObjectCommand({ Bucket, Key }), within(patience.answer)).catch(absent)
    }),

    startUpload: guarded(async (Key: string, ContentType: string) => {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType }), within(patience.answer))
      if (!UploadId) throw new Error('the store began an upload without a name')
      return UploadId
    }),
    // The length is not bound: what is too large is found when the parts are put together.
    presignPart: async ({ key: Key, uploadId: UploadId }, PartNumber, { seconds }) => {
      const url = await getSignedUrl(client, new UploadPartCommand({ Bucket, Key, UploadId, PartNumber }), { expiresIn: seconds })
      return { url, expiresAt: after(seconds) }
    },
    listParts: guarded((upload: PartialUpload) => listParts(client, Bucket, upload)),
    completeUpload: guarded(async ({ key: Key, uploadId: UploadId }: PartialUpload, parts: readonly StoredPart[]) => {
      const MultipartUpload = { Parts: parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag })) }
      const command = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload })
      const done = await client.send(command, within(patience.complete)).catch(absent)
      // It is not known any more once it succeeded: an answer may have been lost.
      if (!done && (await whole(Key)) === undefined) throw new Error('the store neither knows the upload nor has the file')
    }),
    abortUpload: guarded(
      async ({ key: Key, uploadId: UploadId }: PartialUpload) =>
        void (await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), within(patience.answer)).catch(absent)),
    ),
    check: async () => void (await head(patience.check)),
  }
}

const within = (milliseconds: number) => ({ abortSignal: AbortSignal.timeout(milliseconds), requestTimeout: milliseconds })

/** A call whose bytes may come for as long as they like, but not with a long silence between them. */
async function whileHeard<T>(call: (signal: AbortSignal, heard: () => void) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  const silence = setTimeout(() => ending.abort(), patience.silence)
  return call(ending.signal, () => void silence.refresh()).finally(() => clearTimeout(silence))
}

async function bytesOf(body: Readable, heard: () => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) {
    chunks.push(chunk as Uint8Array)
    heard()
  }
  return Buffer.concat(chunks)
}

const clientOf = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Files) =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Every maker understands it, and the page's security policy then names one origin.
    forcePathStyle: true,
    // Other makers than Amazon know no trailing checksums, and browsers send none.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: patience.connect, requestTimeout: patience.answer, throwOnRequestTimeout: true },
  })

/** A thousand a page, all pages; undefined where the store does not know the upload. */
async function listParts(
  client: S3Client,
  Bucket: string,
  { key: Key, uploadId: UploadId }: PartialUpload,
): Promise<StoredPart[] | undefined> {
  const parts: StoredPart[] = []
  for (let marker: string | undefined = '0'; marker !== undefined;) {
    const page: Awaited<ReturnType<typeof listPage>> = await listPage(client, { Bucket, Key, UploadId, PartNumberMarker: marker })
    if (!page) return undefined
    parts.push(...(page.Parts ?? []).map(({ PartNumber, ETag, Size }) => ({ partNumber: PartNumber!, etag: ETag!, size: Size! })))
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined
  }
  return parts.toSorted((a, b) => a.partNumber - b.partNumber)
}
const listPage = (client: S3Client, input: ConstructorParameters<typeof ListPartsCommand>[0]) =>
  client.send(new ListPartsCommand(input), within(patience.answer)).catch(absent)

const after = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

function absent(error: unknown): undefined {
  if (!isAbsent(error)) throw error
}
function emptyRange(error: unknown): 'empty' {
  if (!isEmptyRange(error)) throw error
  return 'empty'
}

const guarded =
  <A extends unknown[], R>(call: (...parameters: A) => Promise<R>) =>
  async (...parameters: A): Promise<R> => {
    try {
      return await call(...parameters)
    } catch (error) {
      throw toFault(error)
    }
  }
