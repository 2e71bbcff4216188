/** Files on the local disk behind signed URLs, with the signing key. */

import { createHmac, timingSafeEqual, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getFileTypeOfKey } from '@lms/contract/file-types'
import { headBytes } from '@lms/contract/magic-bytes'
import type { Config } from '#config.ts'
import { openFolder, type Signed } from '#services/disk.ts'
import { urlLifetimeSeconds, signingPeriodSeconds, StorageError, type StorageErrorKind } from '#services/storage-types.ts'
import type { Storage } from '#services/storage.ts'

/** Bytes. */
const secretLength = 32

/** Reads the secret, or creates it: processes that start concurrently end up with the same one, and none ever sees half of it. */
async function sharedSecret(path: string): Promise<Buffer> {
  const secret = (await readIfThere(path)) ?? (await makeSecret(path))
  if (secret.length !== secretLength)
    throw new Error(`${path} must hold ${secretLength} bytes. Remove it, and a new one is made; links handed out before end.`)
  return secret
}

const readIfThere = (path: string) =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })

async function makeSecret(path: string): Promise<Buffer> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, randomBytes(secretLength), { flag: 'wx', mode: 0o600, flush: true })
  try {
    // Unlike a rename, a link never replaces a file that another process created first.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  return readFile(path)
}

export async function createLocalStorage({ dataDir }: Pick<Config, 'dataDir'>): Promise<Storage> {
  await mkdir(dataDir, { recursive: true })
  const secret = await sharedSecret(join(dataDir, 'files-secret'))
  const folder = await openFolder(join(dataDir, 'files'))
  const { parts } = folder

  const sign = ({ method, key, contentType, expires, fileName, limit, part }: Signed) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([method, key, contentType, expires, fileName, limit, part && [part.uploadId, part.partNumber, part.partSize]]))
      .digest('base64url')
  const addressOf = (signed: Signed) => `/files/${signed.key}?${toQuery(signed, sign(signed)).toString()}`
  const upload = (signed: Omit<Signed, 'method' | 'expires' | 'fileName'>, seconds: number) => {
    const expires = Math.floor(Date.now() / 1000) + seconds
    return {
      url: addressOf({ ...signed, method: 'PUT', expires, fileName: '' }),
      expiresAt: new Date(expires * 1000).toISOString(),
    }
  }

  return {
    presignPut: async (key, contentType, { seconds, size }) => ({
      ...upload({ key, contentType, ...(size !== undefined && { limit: size }) }, seconds),
      headers: { 'content-type': contentType },
    }),
    // Our own server handles the URL, and rejects it once the file was checked.
    confirm: () => Promise.resolve(),
    presignGet: async (key, { fileName = '' } = {}) => {
      const expires = Math.ceil(Date.now() / 1000 / signingPeriodSeconds) * signingPeriodSeconds + urlLifetimeSeconds
      return addressOf({ method: 'GET', key, contentType: getFileTypeOfKey(key) ?? '', expires, fileName })
    },
    inspect: toStorageCall(async (key: string) => {
      const size = await folder.size(key)
      return size === undefined ? undefined : { size, head: await folder.read(key, 0, headBytes) }
    }),
    read: toStorageCall(folder.read),
    put: toStorageCall(
      async (key: string, _contentType: string, bytes: Uint8Array) =>
        void (await folder.write(key, once(bytes), { limit: bytes.byteLength })),
    ),
    remove: toStorageCall(folder.remove),
    startUpload: toStorageCall(parts.start),
    presignPart: async ({ key, uploadId, partSize }, partNumber, { seconds, limit }) =>
      upload({ key, contentType: '', limit, part: { uploadId, partNumber, partSize } }, seconds),
    listParts: toStorageCall(parts.list),
    completeUpload: toStorageCall(parts.complete),
    abortUpload: toStorageCall(parts.abort),
    listStored: folder.list,
    check: folder.check,
    disk: {
      open: toStorageCall(folder.open),
      write: toStorageCall(folder.write),
      writePart: toStorageCall(parts.write),
      isSigned: (signed, signature) => signed.expires > Date.now() / 1000 && isSame(sign(signed), signature),
    },
  }
}

function toQuery({ expires, fileName, limit, part }: Signed, signature: string): URLSearchParams {
  const { uploadId = '', partNumber, partSize } = part ?? {}
  const values = { expires, signature, name: fileName, limit, upload: uploadId, part: partNumber, step: partSize }
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])),
  )
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

/** In constant time, which does not reveal how much of it was right. */
const isSame = (right: string, given: string) =>
  right.length === Buffer.byteLength(given) && timingSafeEqual(Buffer.from(right), Buffer.from(given))

/** Codes of disk errors. A missing file is a normal result of a look-up; elsewhere it means that the folder is missing. */
const errorKinds: Readonly<Record<string, StorageErrorKind>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EIO: 'down',
  EROFS: 'down',
  EACCES: 'down',
  EPERM: 'down',
  ESTALE: 'down',
  ENOENT: 'down',
  ENOTDIR: 'down',
  EMFILE: 'down',
}

const toStorageCall =
  <A extends unknown[], R>(call: (...parameters: A) => Promise<R>) =>
  async (...parameters: A): Promise<R> => {
    try {
      return await call(...parameters)
    } catch (error) {
      const kind = error instanceof Error && 'syscall' in error && 'code' in error ? errorKinds[String(error.code)] : undefined
      throw kind ? new StorageError(kind, error) : error
    }
  }
