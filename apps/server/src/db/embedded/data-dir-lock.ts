// Lets one LMS process at a time use a data directory.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isNoSpace } from '#db/embedded/disk-space.ts'

/**
 * Holds the data directory until `release` or the end of this process; throws one sentence when another process holds it.
 *
 * The lock is an exclusive SQLite transaction on an empty file, that is a lock of the operating system on that file: the kernel gives it
 * back when the process ends in whatever way, so there is no stale lock to judge by process ids, which are reused. The process id beside
 * it is only for the sentence. Child processes do not inherit it, so a PostgreSQL that outlives its LMS does not hold it.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const note = join(dataDir, 'lms.pid')
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    database = new DatabaseSync(join(dataDir, 'lms.lock'), { timeout: 0 })
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
    writeNote(note)
  } catch (error) {
    database?.close()
    throw refusal(dataDir, note, error)
  }
  const held = database
  return { release: () => void (held.isOpen && held.close()) }
}

/** A full disk has no room for it, and must not keep LMS from starting. */
function writeNote(note: string): void {
  try {
    writeFileSync(note, `${process.pid}\n`)
  } catch (error) {
    if (!isNoSpace(error)) throw error
  }
}

const SQLITE_BUSY = 5

function refusal(dataDir: string, note: string, cause: unknown): Error {
  if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) {
    return new Error(
      `${dataDir} is used by another running LMS (process ${holder(note)}). Stop that one, or give this one its own DATA_DIR.`,
    )
  }
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(
    `${dataDir} cannot be written to (${reason}). Start LMS as the user it belongs to, or set DATA_DIR to a folder of yours.`,
    { cause },
  )
}

function holder(note: string): string {
  try {
    return readFileSync(note, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}
