/** Putting bytes on the disk: in large pieces, and there to stay before anybody is told so. */
import type { Hash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'

/** Thrown while writing, as soon as there is a byte too many. */
export class FileTooLarge extends Error {}

/** Bytes that one call to the system writes: sockets give 64 KiB at a time, and each call has its price. */
const batch = 1024 * 1024

interface Pouring {
  /** Bytes that may come at most. */
  limit: number
  /** Where in the file they go. */
  start?: number
  hash?: Hash
  /** Whether to wait until the disk has them: true, unless the caller does that later. */
  isSynced?: boolean
}

/** Writes the bytes and gives their number. While one batch is written, the next one comes in. */
export async function pour(
  bytes: AsyncIterable<Uint8Array>,
  file: FileHandle,
  { limit, start = 0, hash, isSynced = true }: Pouring,
): Promise<number> {
  let [size, written] = [0, 0]
  let waiting: Uint8Array[] = []
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    await writing
    const [pieces, position] = [waiting, start + written]
    waiting = []
    written = size
    writing = writeAll(file, pieces, position)
    // Whoever awaits it next is told; until then it is nobody's unhandled failure.
    writing.catch(() => {})
  }
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength
      if (size > limit) throw new FileTooLarge(`more than ${limit} bytes`)
      hash?.update(chunk)
      waiting.push(chunk)
      if (size - written >= batch) await flush()
    }
    await flush()
  } finally {
    // Nothing may be written any more once the caller goes on.
    await writing.catch(() => {})
  }
  await writing
  if (isSynced) await file.datasync()
  return size
}

/** The system may take fewer bytes than it was given. */
async function writeAll(file: FileHandle, pieces: Uint8Array[], position: number): Promise<void> {
  while (pieces.length > 0) {
    const { bytesWritten } = await file.writev(pieces, position)
    position += bytesWritten
    pieces = without(pieces, bytesWritten)
  }
}

function without(pieces: Uint8Array[], written: number): Uint8Array[] {
  let left = written
  return pieces.flatMap((piece) => {
    const skipped = Math.min(left, piece.byteLength)
    left -= skipped
    return skipped === piece.byteLength ? [] : [piece.subarray(skipped)]
  })
}

/** Copies within and between files, a piece at a time. */
export async function copyBytes(from: FileHandle, to: FileHandle, { at, size, start }: { at: number; size: number; start: number }) {
  const buffer = Buffer.allocUnsafe(Math.min(batch, size))
  for (let done = 0; done < size;) {
    const { bytesRead } = await from.read(buffer, 0, Math.min(buffer.length, size - done), at + done)
    if (bytesRead === 0) throw new Error('a stored part is shorter than it was')
    await writeAll(to, [buffer.subarray(0, bytesRead)], start + done)
    done += bytesRead
  }
}

/** A renamed file survives a crash only once its folder is on the disk too. Windows cannot, and need not. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** No such file is an answer; all else is a fault. */
export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
