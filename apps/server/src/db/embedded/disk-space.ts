/** How much room is left on the disk of the database, and a file there whose room PostgreSQL is given when there is none. */
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface DiskSpace {
  /** Less is left than the limit: nothing more should be written than must be. */
  isLow(): boolean
  /** Frees the room of the reserve; it is filled again once there is enough. */
  giveUpReserve(): void
  stop(): void
}

/** Bytes: recovery and its checkpoint need one or two segments of the log, of 16 MiB each. */
const reserveSize = 64 * 1024 * 1024
const chunkSize = 1024 * 1024
/** Milliseconds. A busy school writes a few megabytes in that time. */
const measureEvery = 2000

/** Measures every two seconds until `stop`. `least` is in bytes. */
export async function watchDiskSpace(folder: string, least: number): Promise<DiskSpace> {
  const reserve = join(folder, 'reserve')
  const stopping = new AbortController()
  let isLow = false
  // What was given up counts as missing, so that its room is not written full as well.
  const measure = async () => {
    const { bavail, bsize } = await statfs(folder)
    isLow = bavail * bsize < least + (isFilled(reserve) ? 0 : reserveSize)
  }
  const watch = async () => {
    while (!stopping.signal.aborted) {
      if (!isLow && !isFilled(reserve)) await fill(reserve, stopping.signal).catch(() => rmSync(reserve, { force: true }))
      await sleep(measureEvery, undefined, { signal: stopping.signal, ref: false })
      // A folder that cannot be asked about keeps its last answer.
      await measure().catch(() => {})
    }
  }
  await measure()
  void watch().catch(() => {})
  return { isLow: () => isLow, giveUpReserve: () => giveUpReserve(folder), stop: () => stopping.abort() }
}

export const giveUpReserve = (folder: string): void => rmSync(join(folder, 'reserve'), { force: true })

/** What PostgreSQL and Node say of a disk without room, or beyond a quota. */
export const isNoSpace = (error: unknown): boolean => /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(String(error))

const isFilled = (reserve: string): boolean => existsSync(reserve) && statSync(reserve).size === reserveSize

/** Random bytes: file systems that compress would keep no room for zeros. */
async function fill(reserve: string, stopping: AbortSignal): Promise<void> {
  const file = await open(reserve, 'w', 0o600)
  try {
    for (let written = 0; written < reserveSize; written += chunkSize) {
      stopping.throwIfAborted()
      await file.writeFile(randomBytes(chunkSize))
    }
  } finally {
    await file.close()
  }
}
