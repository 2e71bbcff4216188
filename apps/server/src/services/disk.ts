/** Files under one folder: written whole or not at all, and never outside it. */
import { randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FileKey } from '@lms/contract/values'

/** Thrown while writing, as soon as there is a byte too many. */
export class FileTooLarge extends Error {}

export interface OpenFile {
  handle: FileHandle
  size: number
  /** Differs whenever the bytes do. */
  etag: string
}

export interface Disk {
  /** Whether a signature is ours, and not too old. `fileName` is part of what was signed. */
  isSigned: (request: Signed, signature: string) => boolean
  /** Undefined where nothing is stored. The caller closes the handle. */
  open: (key: string) => Promise<OpenFile | undefined>
  /** Visible only when complete and on the disk. `mayReplace` is asked last; false leaves everything as it was, and is the answer. */
  write: (key: string, bytes: AsyncIterable<Uint8Array>, limit: number, mayReplace?: () => Promise<boolean>) => Promise<boolean>
}

/** What the signature of an address binds. */
export interface Signed {
  method: 'PUT' | 'GET'
  key: string
  contentType: string
  /** Seconds since 1970. */
  expires: number
  fileName: string
}

/** Milliseconds after which what an interrupted upload left behind is swept away. */
const abandonedAfter = 86_400_000

export async function openFolder(root: string) {
  const incoming = join(root, '.incoming')
  await mkdir(incoming, { recursive: true })
  await sweep(incoming)

  const pathOf = (key: string): string => {
    const path = resolve(root, key)
    if (!FileKey.safeParse(key).success || !path.startsWith(root + sep)) throw new Error('not a file of ours')
    return path
  }

  const write: Disk['write'] = async (key, bytes, limit, mayReplace = () => Promise.resolve(true)) => {
    const [path, unfinished] = [pathOf(key), join(incoming, randomUUID())]
    try {
      await pipeline(upTo(limit, bytes), createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }))
      if (!(await mayReplace())) return false
      await mkdir(dirname(path), { recursive: true })
      await rename(unfinished, path)
      await syncFolder(dirname(path))
      return true
    } finally {
      await rm(unfinished, { force: true })
    }
  }

  const openFile: Disk['open'] = async (key) => {
    const handle = await open(pathOf(key)).catch(absent)
    if (!handle) return undefined
    const { size, mtimeNs } = await handle.stat({ bigint: true })
    return { handle, size: Number(size), etag: `"${size.toString(36)}-${mtimeNs.toString(36)}"` }
  }

  return {
    write,
    open: openFile,
    read: (key: string, offset: number, length: number) => readAt(openFile, key, offset, length),
    size: async (key: string) => (await stat(pathOf(key)).catch(absent))?.size,
    remove: async (key: string) => unlink(pathOf(key)).catch(absent),
    check: () => access(root, constants.R_OK | constants.W_OK | constants.X_OK),
  }
}

/** No such file is an answer; all else is a fault. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function* upTo(limit: number, bytes: AsyncIterable<Uint8Array>) {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > limit) throw new FileTooLarge(`more than ${limit} bytes`)
    yield chunk
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

/** A renamed file survives a crash only once its folder is on the disk too. Windows cannot, and need not. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

async function sweep(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(absent)
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(path, { force: true })
  }
}
