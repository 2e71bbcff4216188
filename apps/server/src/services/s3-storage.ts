/** Files in an S3-compatible store. Only loaded if one is configured: its client is large. */

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
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { getFileTypeOfKey } from '@lms/contract/file-types'
import { headBytes } from '@lms/contract/magic-bytes'
import { ConfigError } from '#config.ts'
import type { S3Files } from '#config.ts'
import { urlLifetimeSeconds, signingPeriodSeconds, StorageError, type PartialUpload, type StoredPart } from '#services/storage-types.ts'
import { contentDisposition, type Storage } from '#services/storage.ts'

interface Answer {
  name: string
  status: number | undefined
}

function toAnswer(error: unknown): Answer {
  if (!(error instanceof Error)) return { name: '', status: undefined }
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return { name: error.name, status: $metadata?.httpStatusCode }
}

const absentNames = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound'])
/** No such file, or no such upload; a missing bucket is an error. */
const isAbsent = (error: unknown): boolean => absentNames.has(toAnswer(error).name)

/** An empty file has no first byte. */
const isEmptyRange = (error: unknown): boolean => toAnswer(error).status === 416

const refusedParts = new Set(['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall', 'EntityTooLarge', 'MalformedXML'])

/** For a failed call; a store that rejects our credentials counts as down. */
function toError(error: unknown): StorageError {
  const { name, status } = toAnswer(error)
  if (refusedParts.has(name)) return new StorageError('parts', error)
  return new StorageError(status === 507 || name === 'QuotaExceeded' ? 'full' : 'down', error)
}

/** Errors that the operator can correct, as a sentence; undefined if waiting may help. */
function toConfigError(error: unknown, { endpoint, bucket, region }: S3Files): string | undefined {
  const { name, status } = toAnswer(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND') return `S3_ENDPOINT: there is no host of the name ${new URL(endpoint).hostname}.`
  if (status === 404) return `S3_BUCKET: the store at ${endpoint} has no bucket ${bucket}. Make it first.`
  if (status === 301 || name === 'AuthorizationHeaderMalformed') return `S3_REGION: the bucket ${bucket} is not in ${region}.`
  if (status === 401 || status === 403)
    return `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: the store at ${endpoint} does not let them use the bucket ${bucket}.`
  // A HEAD response has no body, so the store does not say which of the two is missing.
  return status === 400
    ? `S3_REGION or S3_ENDPOINT: the store at ${endpoint} does not take the region ${region}, or is no S3 store.`
    : undefined
}

/** The content of a key never changes, so captions, which two parts of a page read, are only loaded once. */
const cacheControl = 'private, max-age=3600'
/**
 * Milliseconds of silence until a store counts as down, including retries. Limits the time between bytes rather than the total:
 * completing thousands of parts takes longer, as does copying.
 */
const timeoutsMs = { connect: 3000, answer: 8000, silence: 8000, complete: 120_000, check: 3000 }
/** The target of signed PUTs: such a URL can be used repeatedly until it expires, so nothing is read from there (decision 0007). */
const toIncomingKey = (key: string) => `incoming/${key}`

export async function createS3Storage(files: S3Files): Promise<Storage> {
  const { bucket: Bucket, cdnBaseUrl } = files
  const client = createS3Client(files)
  const head = (milliseconds: number = timeoutsMs.answer) => client.send(new HeadBucketCommand({ Bucket }), timeoutAfter(milliseconds))
  // A store that is down may recover, and everything else works until then; one that rejects us will not.
  await head().catch((error: unknown) => {
    const sentence = toConfigError(error, files)
    if (sentence) throw new ConfigError([sentence])
    console.error('The file store is not responding; files cannot be read or stored until it recovers:', String(error))
  })

  const whole = async (Key: string): Promise<number | undefined> =>
    (await client.send(new HeadObjectCommand({ Bucket, Key }), timeoutAfter(timeoutsMs.answer)).catch(undefinedIfAbsent))?.ContentLength
  const readFrom = async (Key: string, offset: number, length: number) => {
    if (length <= 0) return undefined
    const command = new GetObjectCommand({ Bucket, Key, Range: `bytes=${offset}-${offset + length - 1}` })
    return whileHeard(async (abortSignal, heard) => {
      const found = await client.send(command, { abortSignal }).catch(undefinedIfAbsent)
      if (!found) return undefined
      const size = Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength)
      return { bytes: await readBytes(found.Body as Readable, heard), size }
    })
  }

  return {
    presignPut: async (key, ContentType, { seconds, size }) => {
      const command = new PutObjectCommand({
        Bucket,
        Key: toIncomingKey(key),
        ContentType,
        ...(size !== undefined && { ContentLength: size }),
      })
      // The signature covers the length in any case, the type only if it is listed.
      const url = await getSignedUrl(client, command, { expiresIn: seconds, signableHeaders: new Set(['content-type']) })
      return { url, headers: { 'content-type': ContentType }, expiresAt: secondsFromNow(seconds) }
    },
    confirm: toStorageCall(async (Key: string) => {
      const CopySource = `${Bucket}/${toIncomingKey(Key)}`
      const copying = client.send(new CopyObjectCommand({ Bucket, Key, CopySource }), timeoutAfter(timeoutsMs.complete))
      if (await copying.catch(undefinedIfAbsent))
        await client
          .send(new DeleteObjectCommand({ Bucket, Key: toIncomingKey(Key) }), timeoutAfter(timeoutsMs.answer))
          .catch(undefinedIfAbsent)
    }),
    presignGet: async (Key, { fileName } = {}) => {
      const contentType = getFileTypeOfKey(Key) ?? 'application/octet-stream'
      const shown = {
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition(contentType, fileName),
        ResponseCacheControl: cacheControl,
      }
      const signingDate = new Date(Math.floor(Date.now() / 1000 / signingPeriodSeconds) * signingPeriodSeconds * 1000)
      return getSignedUrl(client, new GetObjectCommand({ Bucket, Key, ...shown }), {
        expiresIn: urlLifetimeSeconds + signingPeriodSeconds,
        signingDate,
      })
    },
    ...(cdnBaseUrl !== undefined && { publicUrl: (key: string) => `${cdnBaseUrl}/${key}` }),
    inspect: toStorageCall(async (key: string) => {
      const found = await readFrom(key, 0, headBytes).catch(emptyRange)
      if (found !== 'empty') return found && { size: found.size, head: found.bytes }
      const size = await whole(key)
      return size === undefined ? undefined : { size, head: new Uint8Array() }
    }),
    read: toStorageCall(async (key: string, offset: number, length: number) => {
      const found = await readFrom(key, offset, length).catch(emptyRange)
      return found && found !== 'empty' ? found.bytes : new Uint8Array()
    }),
    put: toStorageCall(
      async (Key: string, ContentType: string, Body: Uint8Array) =>
        void (await client.send(
          new PutObjectCommand({ Bucket, Key, ContentType, Body, ContentLength: Body.byteLength }),
          timeoutAfter(timeoutsMs.complete),
        )),
    ),
    remove: toStorageCall(async (key: string) => {
      for (const Key of [toIncomingKey(key), key])
        await client.send(new DeleteObjectCommand({ Bucket, Key }), timeoutAfter(timeoutsMs.answer)).catch(undefinedIfAbsent)
    }),

    startUpload: toStorageCall(async (Key: string, ContentType: string) => {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ Bucket, Key, ContentType }),
        timeoutAfter(timeoutsMs.answer),
      )
      if (!UploadId) throw new Error('the store began an upload without a name')
      return UploadId
    }),
    // The signature does not cover the length: files that are too large are detected on completion.
    presignPart: async ({ key: Key, uploadId: UploadId }, PartNumber, { seconds }) => {
      const url = await getSignedUrl(client, new UploadPartCommand({ Bucket, Key, UploadId, PartNumber }), { expiresIn: seconds })
      return { url, expiresAt: secondsFromNow(seconds) }
    },
    listParts: toStorageCall((upload: PartialUpload) => listParts(client, Bucket, upload)),
    completeUpload: toStorageCall(async ({ key: Key, uploadId: UploadId }: PartialUpload, parts: readonly StoredPart[]) => {
      const MultipartUpload = { Parts: parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag })) }
      const command = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload })
      const done = await client.send(command, timeoutAfter(timeoutsMs.complete)).catch(undefinedIfAbsent)
      // The upload is unknown once it was completed: a response may have been lost.
      if (!done && (await whole(Key)) === undefined) throw new Error('the store neither knows the upload nor has the file')
    }),
    abortUpload: toStorageCall(
      async ({ key: Key, uploadId: UploadId }: PartialUpload) =>
        void (await client
          .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), timeoutAfter(timeoutsMs.answer))
          .catch(undefinedIfAbsent)),
    ),
    removeIncoming: toStorageCall(async (before: Date) => {
      for await (const { Key, LastModified } of listObjects(client, Bucket, toIncomingKey('')))
        if (LastModified && LastModified < before)
          await client.send(new DeleteObjectCommand({ Bucket, Key }), timeoutAfter(timeoutsMs.answer))
    }),
    check: async () => void (await head(timeoutsMs.check)),
  }
}

const timeoutAfter = (milliseconds: number) => ({ abortSignal: AbortSignal.timeout(milliseconds), requestTimeout: milliseconds })

/** A call whose transfer may take any time, but without long silence. */
async function whileHeard<T>(call: (signal: AbortSignal, heard: () => void) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  const silence = setTimeout(() => ending.abort(), timeoutsMs.silence)
  return call(ending.signal, () => void silence.refresh()).finally(() => clearTimeout(silence))
}

async function readBytes(body: Readable, heard: () => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) {
    chunks.push(chunk as Uint8Array)
    heard()
  }
  return Buffer.concat(chunks)
}

const createS3Client = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Files) =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // All S3 implementations support it, and the content security policy then names one origin.
    forcePathStyle: true,
    // Other implementations do not support trailing checksums, and browsers send none.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: timeoutsMs.connect, requestTimeout: timeoutsMs.answer, throwOnRequestTimeout: true },
  })

/** All pages of a thousand; undefined if the store does not know the upload. */
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
  client.send(new ListPartsCommand(input), timeoutAfter(timeoutsMs.answer)).catch(undefinedIfAbsent)

async function* listObjects(client: S3Client, Bucket: string, Prefix: string) {
  for (let token: string | undefined, isLast = false; !isLast;) {
    const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token })
    const page: ListObjectsV2CommandOutput = await client.send(command, timeoutAfter(timeoutsMs.answer))
    yield* page.Contents ?? []
    token = page.NextContinuationToken
    isLast = token === undefined
  }
}

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

function undefinedIfAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error
}
function emptyRange(error: unknown): 'empty' {
  if (!isEmptyRange(error)) throw error
  return 'empty'
}

const toStorageCall =
  <A extends unknown[], R>(call: (...parameters: A) => Promise<R>) =>
  async (...parameters: A): Promise<R> => {
    try {
      return await call(...parameters)
    } catch (error) {
      throw toError(error)
    }
  }
