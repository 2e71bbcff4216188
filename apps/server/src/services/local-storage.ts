/** Files on the local disk behind signed addresses of our own. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileTypeOfKey } from '@lms/contract/file-types'
import type { Config } from '#config.ts'
import { openFolder, type Signed } from '#services/disk.ts'
import { sharedSecret } from '#services/file-secret.ts'
import type { Storage } from '#services/storage.ts'

/** Bytes: enough for every magic number, and to tell text from other things. */
const headLength = 4096
/** Seconds that an address to read from is good for: a long lecture with a break in it. */
const readableFor = 4 * 3600
/** Seconds: within one such stretch the address stays the same, so that the browser's cache finds it again. */
const stretch = 900

export async function createLocalStorage({ dataDir }: Pick<Config, 'dataDir'>): Promise<Storage> {
  await mkdir(dataDir, { recursive: true })
  const secret = await sharedSecret(join(dataDir, 'files-secret'))
  const folder = await openFolder(join(dataDir, 'files'))

  const sign = ({ method, key, contentType, expires, fileName }: Signed) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([method, key, contentType, expires, fileName]))
      .digest('base64url')
  const addressOf = (signed: Signed) => {
    const query = new URLSearchParams({ expires: String(signed.expires), signature: sign(signed) })
    if (signed.fileName) query.set('name', signed.fileName)
    return `/files/${signed.key}?${query.toString()}`
  }

  return {
    presignPut: async (key, contentType, seconds) => {
      const expires = Math.floor(Date.now() / 1000) + seconds
      const url = addressOf({ method: 'PUT', key, contentType, expires, fileName: '' })
      return { url, headers: { 'content-type': contentType }, expiresAt: new Date(expires * 1000).toISOString() }
    },
    presignGet: async (key, { fileName = '' } = {}) => {
      const expires = Math.ceil(Date.now() / 1000 / stretch) * stretch + readableFor
      return addressOf({ method: 'GET', key, contentType: fileTypeOfKey(key) ?? '', expires, fileName })
    },
    inspect: async (key) => {
      const size = await folder.size(key)
      return size === undefined ? undefined : { size, head: await folder.read(key, 0, headLength) }
    },
    read: folder.read,
    put: async (key, _contentType, bytes) => void (await folder.write(key, once(bytes), bytes.byteLength)),
    remove: folder.remove,
    check: folder.check,
    disk: {
      open: folder.open,
      write: folder.write,
      isSigned: (signed, signature) => signed.expires > Date.now() / 1000 && isSame(sign(signed), signature),
    },
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

/** In a time that does not tell how much of it was right. */
const isSame = (right: string, given: string) =>
  right.length === Buffer.byteLength(given) && timingSafeEqual(Buffer.from(right), Buffer.from(given))
