/** The record of each part of an upload on the local disk: who writes the part, and once it has arrived, its ETag and length. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { StoredPart } from '#services/multipart-types.ts'
import { absent } from '#services/write-stream.ts'

/** `etag` is null while the part is being written. */
const PartRecord = z.object({ writer: z.string(), etag: z.string().nullable(), size: z.int() })
type PartRecord = z.infer<typeof PartRecord>

/** Small files that are read at a time. */
const atOnce = 32
const nameOf = (partNumber: number) => `${partNumber}.json`
/** Exists while an upload is being completed: nobody may write to it any more. */
const completing = 'completing'

export const exists = async (path: string) => (await stat(path).catch(absent)) !== undefined
export const completingMark = (folder: string) => join(folder, completing)

/** From now on the part has not arrived, and no earlier writer of it may go on, also in another process. False where the upload is over. */
export async function claimPart(folder: string, partNumber: number, writer: string): Promise<boolean> {
  if (await exists(completingMark(folder))) return false
  return writeRecord(folder, partNumber, { writer, etag: null, size: 0 })
}

/** `replaced` where somebody else has claimed the part since, `over` where the upload was completed or discarded. */
export async function writerState(folder: string, partNumber: number, writer: string): Promise<'current' | 'replaced' | 'over'> {
  if (await exists(completingMark(folder))) return 'over'
  const record = await readRecord(folder, nameOf(partNumber))
  if (record?.writer === writer) return 'current'
  return (await exists(folder)) ? 'replaced' : 'over'
}

/** Called once the disk has the bytes. False where the upload is over. */
export const recordPart = (folder: string, writer: string, { partNumber, etag, size }: StoredPart): Promise<boolean> =>
  writeRecord(folder, partNumber, { writer, etag, size })

/** Parts that have arrived, by number; undefined where there is no such upload. */
export async function readParts(folder: string): Promise<StoredPart[] | undefined> {
  const names = (await readdir(folder).catch(absent))?.filter((name) => /^\d+\.json$/.test(name))
  if (!names) return undefined
  const parts: StoredPart[] = []
  for (let from = 0; from < names.length; from += atOnce) {
    const some = names.slice(from, from + atOnce)
    const records = await Promise.all(some.map((name) => readRecord(folder, name)))
    for (const [index, record] of records.entries())
      if (record && record.etag !== null)
        parts.push({ partNumber: Number.parseInt(some[index]!, 10), etag: record.etag, size: record.size })
  }
  return parts.toSorted((a, b) => a.partNumber - b.partNumber)
}

/** On the disk when it returns; a crash of the machine may leave half of it, which is no record. */
async function writeRecord(folder: string, partNumber: number, record: PartRecord): Promise<boolean> {
  const isWritten = await writeFile(join(folder, nameOf(partNumber)), JSON.stringify(record), {
    mode: 0o600,
    flush: record.etag !== null,
  }).then(
    () => true,
    (error: NodeJS.ErrnoException) => absent(error) ?? false,
  )
  return isWritten
}

async function readRecord(folder: string, name: string): Promise<PartRecord | undefined> {
  const text = await readFile(join(folder, name), 'utf8').catch(absent)
  try {
    return PartRecord.safeParse(JSON.parse(text ?? '{}')).data
  } catch {
    return undefined
  }
}
