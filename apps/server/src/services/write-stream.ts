/** Writes streams to the disk: in large batches, and durably before it returns. */

import { open, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** Thrown while writing, at the first byte over the limit. */
export class FileTooLarge extends Error {}
/** Thrown if fewer bytes came than announced. */
export class FileTooShort extends Error {}

/** Bytes per write call: sockets deliver 64 KiB at a time, and each call has a cost. */
const bufferBytes = 1024 * 1024
/** Reused: collecting a new buffer for every chunk costs more than copying. */
const spareBuffers: Buffer[] = []
/** For four senders: each fills one while another is written. */
const mostSpare = 8
const takeBuffer = () => spareBuffers.pop() ?? Buffer.allocUnsafeSlow(bufferBytes)
const giveBack = (buffer: Buffer) => void (spareBuffers.length < mostSpare && spareBuffers.push(buffer))

interface Writing {
  /** Maximum bytes. */
  limit: number
  /** Offset in the file. */
  start?: number
  /** Called before each write; throws if nothing may be written any more. */
  beforeWrite?: () => Promise<void>
}

interface Written {
  size: number
  /** CRC-32: it detects incomplete writes at a tenth of the cost of SHA-256. */
  checksum: number
}

/** Writes the bytes and waits until the disk has them. Receives the next batch while one is written. */
export async function writeTo(
  bytes: AsyncIterable<Uint8Array>,
  file: FileHandle,
  { limit, start = 0, beforeWrite }: Writing,
): Promise<Written> {
  let [size, filled, checksum] = [0, 0, 0]
  let [filling, resting] = [takeBuffer(), takeBuffer()]
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    await writing
    const [piece, position] = [filling.subarray(0, filled), start + size - filled]
    ;[filling, resting] = [resting, filling]
    filled = 0
    checksum = crc32(piece, checksum)
    writing = Promise.resolve(beforeWrite?.()).then(() => writeAll(file, piece, position))
    // The next await throws it; until then it must not count as an unhandled rejection.
    writing.catch(() => {})
  }
  try {
    for await (const chunk of bytes) {
      if (size + chunk.byteLength > limit) throw new FileTooLarge(`more than ${limit} bytes`)
      for (let at = 0; at < chunk.byteLength;) {
        const taken = Math.min(bufferBytes - filled, chunk.byteLength - at)
        filling.set(taken === chunk.byteLength ? chunk : chunk.subarray(at, at + taken), filled)
        filled += taken
        size += taken
        at += taken
        if (filled === bufferBytes) await flush()
      }
    }
    if (filled > 0) await flush()
  } finally {
    // Nothing may be written after this returns.
    await writing.catch(() => {})
    giveBack(filling)
    giveBack(resting)
  }
  await writing
  await file.datasync()
  return { size, checksum }
}

/** The system may write fewer bytes than requested. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.byteLength;)
    written += (await file.write(bytes, written, bytes.byteLength - written, position + written)).bytesWritten
}

/** A rename survives a crash only once its folder is on the disk too. Windows cannot sync folders, and need not. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** Ignores a missing file; rethrows other errors. */
export function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** One writer at a time per path: a new one stops the previous one, whose connection may have died silently. */
interface Writer {
  stop: () => void
  done: Promise<void>
}

export function createExclusiveWriters() {
  const writers = new Map<string, Writer>()
  const stop = async (place: string): Promise<void> => {
    const found = writers.get(place)
    found?.stop()
    await found?.done
  }

  return {
    /** Stops the writers of all paths with this prefix, and waits until they are done. */
    stopAll: async (prefix: string): Promise<void> =>
      void (await Promise.all([...writers.keys()].filter((place) => place.startsWith(prefix)).map(stop))),
    /** `stopWork` closes the connection that `work` reads from. */
    async run<T>(place: string, stopWork: () => void, work: () => Promise<T>): Promise<T> {
      // Several may have waited for the same one; each of them stops the next.
      while (writers.has(place)) await stop(place)
      const { promise: done, resolve } = Promise.withResolvers<void>()
      writers.set(place, { stop: stopWork, done })
      try {
        return await work()
      } finally {
        writers.delete(place)
        resolve()
      }
    },
  }
}
