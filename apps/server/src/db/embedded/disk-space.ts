/** Monitors the free space on the database's disk, with a reserve file that is deleted for PostgreSQL if the disk is full. */

import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface DiskSpace {
  /** Free space is below the limit: only essential writes should go on. */
  isLow(): boolean
  /** Whether so many bytes leave it above the limit. */
  hasRoom(bytes: number): boolean
  /** Counts bytes that are written: until space is measured again, several uploads could fill the disk. */
  use(bytes: number): void
  /** Frees the reserve; it is refilled once there is enough space. */
  giveUpReserve(): void
  stop(): void
}

/** Recovery and its checkpoint need one or two WAL segments of 16 MiB each. */
const reserveBytes = 64 * 1024 * 1024
const chunkSize = 1024 * 1024
/** A busy school writes a few megabytes in that time. */
const measureEveryMs = 2000

/** Measures every two seconds until `stop`. `least` is in bytes. */
export async function watchDiskSpace(folder: string, least: number): Promise<DiskSpace> {
  const reserve = join(folder, 'reserve')
  const stopping = new AbortController()
  /** Bytes above the limit. */
  let room = 0
  // A freed reserve counts as used, so that its space is not filled as well.
  const measure = async () => {
    const { bavail, bsize } = await statfs(folder)
    room = bavail * bsize - least - (isFilled(reserve) ? 0 : reserveBytes)
  }
  const watch = async () => {
    while (!stopping.signal.aborted) {
      if (room >= 0 && !isFilled(reserve)) await fill(reserve, stopping.signal).catch(() => rmSync(reserve, { force: true }))
      await sleep(measureEveryMs, undefined, { signal: stopping.signal, ref: false })
      // If the folder cannot be measured, the last result stays.
      await measure().catch(() => {})
    }
  }
  await measure()
  void watch().catch(() => {})
  const hasRoom = (bytes: number) => bytes <= room
  const use = (bytes: number) => void (room -= bytes)
  return { hasRoom, use, isLow: () => !hasRoom(0), giveUpReserve: () => giveUpReserve(folder), stop: () => stopping.abort() }
}

export const giveUpReserve = (folder: string): void => rmSync(join(folder, 'reserve'), { force: true })

/** Messages of PostgreSQL and Node for a full disk or an exceeded quota. */
export const isNoSpace = (error: unknown): boolean => /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(String(error))

const isFilled = (reserve: string): boolean => existsSync(reserve) && statSync(reserve).size === reserveBytes

/** Random bytes: file systems that compress would reserve no space for zeros. */
async function fill(reserve: string, stopping: AbortSignal): Promise<void> {
  const file = await open(reserve, 'w', 0o600)
  try {
    for (let written = 0; written < reserveBytes; written += chunkSize) {
      stopping.throwIfAborted()
      await file.writeFile(randomBytes(chunkSize))
    }
  } finally {
    await file.close()
  }
}
