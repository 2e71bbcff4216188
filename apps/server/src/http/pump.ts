/**
 * Bytes of a file into an answer, from two buffers in turn: a stream would make a new one for each piece, and to collect those
 * costs more than all the rest.
 */
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { ByteRange } from '#http/byte-range.ts'

/** Bytes of one buffer: smaller ones cost calls, larger ones memory for each who is watching. */
const length = 256 * 1024
const spare: Buffer[] = []
const mostSpare = 32

/** Ends with the answer, or with the line; the file is closed then. */
export async function pump(file: FileHandle, response: ServerResponse, { start, end }: ByteRange): Promise<void> {
  const buffers = [spare.pop() ?? Buffer.allocUnsafeSlow(length), spare.pop() ?? Buffer.allocUnsafeSlow(length)] as const
  const isGone = new AbortController()
  const closed = once(response, 'close', { signal: isGone.signal }).catch(() => {})
  try {
    let turn = 0
    const readNext = (position: number) => file.read(buffers[turn++ % 2 === 0 ? 0 : 1], 0, Math.min(length, end - position + 1), position)
    let reading = start <= end ? readNext(start) : undefined
    for (let position = start; reading && !response.destroyed;) {
      const { buffer, bytesRead } = await reading
      // Shorter than it was: the line is cut, so that nobody takes it for whole.
      if (bytesRead === 0) return void response.destroy()
      position += bytesRead
      const writing = new Promise<void>((resolve) => response.write(buffer.subarray(0, bytesRead), () => resolve()))
      reading = position <= end ? readNext(position) : undefined
      reading?.catch(() => {})
      await Promise.race([writing, closed])
    }
    response.end()
    await reading?.catch(() => {})
  } catch (error) {
    response.destroy()
    throw error
  } finally {
    isGone.abort()
    await file.close()
    // Of a line that was cut the last piece may still be on its way out.
    if (!response.destroyed && spare.length < mostSpare) spare.push(...buffers)
  }
}
