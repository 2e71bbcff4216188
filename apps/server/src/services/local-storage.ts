/** Files on the local disk behind signed addresses of our own. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { headLength } from '@lms/contract/magic-bytes'
import { fileTypeOfKey } from '@lms/contract/file-types'
import type { Config } from '#config.ts'
import { openFolder, type Signed } from '#services/disk.ts'
import { sharedSecret } from '#services/file-secret.ts'
import { StorageFault, type FaultKind } from '#services/storage-fault.ts'
import type { Storage } from '#services/storage.ts'

/** Seconds that an address to read from is good for: a long lecture with a break in it. */
const readableFor = 4 * 3600
/** Seconds: within one such stretch the address stays the same, so that the browser's cache finds it again. */
const stretch = 900

export async function createLocalStorage({ dataDir }: Pick<Config, 'dataDir'>): Promise<Storage> {
  await mkdir(dataDir, { recursive: true })
  const secret = await sharedSecret(join(dataDir, 'files-secret'))
  const folder = await openFolder(join(dataDir, 'files'))
  const { parts } = folder

  const sign = ({ method, key, contentType, expires, fileName, limit, part }: Signed) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([method, key, contentType, expires, fileName, limit, part && [part.uploadId, part.partNumber, part.partSize]]))
      .digest('base64url')
  const addressOf = (signed: Signed) => `/files/${signed.key}?${queryOf(signed, sign(signed)).toString()}`
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
    // Our own server answers the address, and refuses it once the file was checked.
    settle: () => Promise.resolve(),
    presignGet: async (key, { fileName = '' } = {}) => {
      const expires = Math.ceil(Date.now() / 1000 / stretch) * stretch + readableFor
      return addressOf({ method: 'GET', key, contentType: fileTypeOfKey(key) ?? '', expires, fileName })
    },
    inspect: guarded(async (key: string) => {
      const size = await folder.size(key)
      return size === undefined ? undefined : { size, head: await folder.read(key, 0, headLength) }
    }),
    read: guarded(folder.read),
    put: guarded(
      async (key: string, _contentType: string, bytes: Uint8Array) =>
        void (await folder.write(key, once(bytes), { limit: bytes.byteLength })),
    ),
    remove: guarded(folder.remove),
    startUpload: guarded(parts.start),
    presignPart: async ({ key, uploadId, partSize }, partNumber, { seconds, limit }) =>
      upload({ key, contentType: '', limit, part: { uploadId, partNumber, partSize } }, seconds),
    listParts: guarded(parts.list),
    completeUpload: guarded(parts.complete),
    abortUpload: guarded(parts.abort),
    listStored: folder.list,
    check: folder.check,
    disk: {
      open: guarded(folder.open),
      write: guarded(folder.write),
      writePart: guarded(parts.write),
      isSigned: (signed, signature) => signed.expires > Date.now() / 1000 && isSame(sign(signed), signature),
    },
  }
}

function queryOf({ expires, fileName, limit, part }: Signed, signature: string): URLSearchParams {
  const { uploadId = '', partNumber, partSize } = part ?? {}
  const values = { expires, signature, name: fileName, limit, upload: uploadId, part: partNumber, step: partSize }
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])),
  )
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

/** In a time that does not tell how much of it was right. */
const isSame = (right: string, given: string) =>
  right.length === Buffer.byteLength(given) && timingSafeEqual(Buffer.from(right), Buffer.from(given))

/** What the system says when the disk cannot. A file that is not there is an answer where we ask for one; elsewhere its folder is gone. */
const faultOf: Readonly<Record<string, FaultKind>> = {
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

const guarded =
  <A extends unknown[], R>(call: (...parameters: A) => Promise<R>) =>
  async (...parameters: A): Promise<R> => {
    try {
      return await call(...parameters)
    } catch (error) {
      const kind = error instanceof Error && 'syscall' in error && 'code' in error ? faultOf[String(error.code)] : undefined
      throw kind ? new StorageFault(kind, error) : error
    }
  }
