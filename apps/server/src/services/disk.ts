/** Files in one folder: written completely or not at all, and never outside of it. */

import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, opendir, readdir, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { FileKey } from '@lms/contract/values'
import { createLocalMultipart, type LocalMultipart } from '#services/local-multipart.ts'
import type { PartialUpload } from '#services/storage-types.ts'
import { createExclusiveWriters, undefinedIfAbsent, FileTooShort, syncFolder, writeTo } from '#services/write-stream.ts'

export interface OpenFile {
  handle: FileHandle
  size: number
  /** Changes whenever the content does. */
  etag: string
}

export interface Disk {
  /** Whether a signature is ours and not expired. `fileName` is part of the signed data. */
  isSigned: (request: Signed, signature: string) => boolean
  /** Undefined if there is no such file. The caller closes the handle. */
  open: (key: string) => Promise<OpenFile | undefined>
  /** Becomes visible only when complete and on disk: `whileAllowed` calls the rename, or returns false, which leaves everything unchanged. */
  write: (key: string, bytes: AsyncIterable<Uint8Array>, writing: Writing) => Promise<boolean>
  writePart: LocalMultipart['write']
}

interface Writing {
  /** Maximum bytes. */
  limit: number
  /** Expected bytes. */
  size?: number | undefined
  whileAllowed?: WhileAllowed
  /** Closes the connection: a later request for the same key replaces the current one. */
  stop?: () => void
}

export type WhileAllowed = (put: () => Promise<void>) => Promise<boolean>

/** The values covered by a URL's signature. */
export interface Signed {
  method: 'PUT' | 'GET'
  key: string
  contentType: string
  /** Seconds since 1970. */
  expires: number
  fileName: string
  /** For a PUT: its maximum size. */
  limit?: number
  /** For a PUT of one part. */
  part?: Omit<PartialUpload, 'key'> & { partNumber: number }
}

/** Milliseconds after which the remains of a broken PUT are deleted. */
const abandonedAfterMs = 86_400_000
/** The same for multipart uploads. The database aborts them much earlier; this is for uploads it does not know of. */
const unknownUploadLifetimeMs = 14 * 86_400_000

export async function openFolder(root: string) {
  const incoming = join(root, '.incoming')
  await mkdir(incoming, { recursive: true })
  await sweep(incoming)

  const pathOf = (key: string): string => {
    const path = resolve(root, key)
    if (!FileKey.safeParse(key).success || !path.startsWith(root + sep)) throw new Error('not a file of ours')
    return path
  }

  const writers = createExclusiveWriters()
  const write: Disk['write'] = (key, bytes, writing) => writers.run(key, writing.stop ?? (() => {}), () => receive(key, bytes, writing))
  const receive: Disk['write'] = async (key, bytes, { limit, size, whileAllowed = (put) => put().then(() => true) }) => {
    const [path, unfinished] = [pathOf(key), join(incoming, randomUUID())]
    try {
      const file = await open(unfinished, 'wx', 0o600)
      const got = await writeTo(bytes, file, { limit }).finally(() => file.close())
      if (size !== undefined && got.size < size) throw new FileTooShort(`${got.size} of ${size} bytes`)
      await mkdir(dirname(path), { recursive: true })
      if (!(await whileAllowed(() => rename(unfinished, path)))) return false
      await syncFolder(dirname(path))
      return true
    } finally {
      await rm(unfinished, { force: true })
    }
  }

  const openFile: Disk['open'] = async (key) => {
    const handle = await open(pathOf(key)).catch(undefinedIfAbsent)
    if (!handle) return undefined
    const { size, mtimeNs } = await handle.stat({ bigint: true })
    return { handle, size: Number(size), etag: `"${size.toString(36)}-${mtimeNs.toString(36)}"` }
  }

  return {
    write,
    open: openFile,
    parts: createLocalMultipart(incoming, pathOf),
    read: (key: string, offset: number, length: number) => readAt(openFile, key, offset, length),
    size: async (key: string) => (await stat(pathOf(key)).catch(undefinedIfAbsent))?.size,
    remove: async (key: string) => unlink(pathOf(key)).catch(undefinedIfAbsent),
    list: () => listFiles(root),
    check: () => access(root, constants.R_OK | constants.W_OK | constants.X_OK),
  }
}

async function readAt(openFile: Disk['open'], key: string, offset: number, length: number): Promise<Uint8Array> {
  const file = await openFile(key)
  if (!file) return new Uint8Array()
  try {
    const { buffer, bytesRead } = await file.handle.read(
      Buffer.alloc(Math.max(0, Math.min(length, file.size - offset))),
      0,
      undefined,
      offset,
    )
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.handle.close()
  }
}

/** Files stored under valid keys; other files are ignored. */
async function* listFiles(root: string): AsyncGenerator<{ key: string; storedAt: Date }> {
  for await (const entry of await opendir(root, { recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const key = relative(root, path).replaceAll(sep, '/')
    const found = entry.isFile() && FileKey.safeParse(key).success ? await stat(path).catch(undefinedIfAbsent) : undefined
    if (found) yield { key, storedAt: found.mtime }
  }
}

async function sweep(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(undefinedIfAbsent)
    if (found && Date.now() - found.mtimeMs > (found.isDirectory() ? unknownUploadLifetimeMs : abandonedAfterMs))
      await rm(path, { force: true, recursive: true })
  }
}
