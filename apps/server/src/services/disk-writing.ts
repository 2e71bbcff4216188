/** Putting bytes on the disk: in large pieces, and there to stay before anybody is told so. */
import { open, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** Thrown while writing, as soon as there is a byte too many. */
export class FileTooLarge extends Error {}
/** Thrown where fewer bytes came than were announced. */
export class FileTooShort extends Error {}

/** Bytes that one call to the system writes: sockets give 64 KiB at a time, and each call has its price. */
const batch = 1024 * 1024
/** Used again and again: what is allocated for every piece has to be collected, which costs more than to copy it. */
const spare: Buffer[] = []
/** Those of four senders: each fills one while another is written. */
const mostSpare = 8
const takeBuffer = () => spare.pop() ?? Buffer.allocUnsafeSlow(batch)
const giveBack = (buffer: Buffer) => void (spare.length < mostSpare && spare.push(buffer))

interface Pouring {
  /** Bytes that may come at most. */
  limit: number
  /** Where in the file they go. */
  start?: number
  /** Whether to wait until the disk has them: true, unless the caller does that later. */
  isSynced?: boolean
}

interface Poured {
  size: number
  /** CRC-32: it tells torn bytes from whole ones, at a tenth of what SHA-256 costs. */
  checksum: number
}

/** Writes the bytes; gives their number and checksum. While one batch is written, the next one comes in. */
export async function pour(
  bytes: AsyncIterable<Uint8Array>,
  file: FileHandle,
  { limit, start = 0, isSynced = true }: Pouring,
): Promise<Poured> {
  let [size, filled, checksum] = [0, 0, 0]
  let [filling, resting] = [takeBuffer(), takeBuffer()]
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    await writing
    const [piece, position] = [filling.subarray(0, filled), start + size - filled]
    ;[filling, resting] = [resting, filling]
    filled = 0
    checksum = crc32(piece, checksum)
    writing = writeAll(file, piece, position)
    // Whoever awaits it next is told; until then it is nobody's unhandled failure.
    writing.catch(() => {})
  }
  try {
    for await (const chunk of bytes) {
      if (size + chunk.byteLength > limit) throw new FileTooLarge(`more than ${limit} bytes`)
      for (let at = 0; at < chunk.byteLength;) {
        const taken = Math.min(batch - filled, chunk.byteLength - at)
        filling.set(taken === chunk.byteLength ? chunk : chunk.subarray(at, at + taken), filled)
        filled += taken
        size += taken
        at += taken
        if (filled === batch) await flush()
      }
    }
    if (filled > 0) await flush()
  } finally {
    // Nothing may be written any more once the caller goes on.
    await writing.catch(() => {})
    giveBack(filling)
    giveBack(resting)
  }
  await writing
  if (isSynced) await file.datasync()
  return { size, checksum }
}

/** The system may take fewer bytes than it was given. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.byteLength;)
    written += (await file.write(bytes, written, bytes.byteLength - written, position + written)).bytesWritten
}

/** Copies within and between files, a piece at a time. */
export async function copyBytes(from: FileHandle, to: FileHandle, { at, size, start }: { at: number; size: number; start: number }) {
  const buffer = Buffer.allocUnsafe(Math.min(batch, size))
  for (let done = 0; done < size;) {
    const { bytesRead } = await from.read(buffer, 0, Math.min(buffer.length, size - done), at + done)
    if (bytesRead === 0) throw new Error('a stored part is shorter than it was')
    await writeAll(to, buffer.subarray(0, bytesRead), start + done)
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
