/**
 * Multipart uploads on the local disk. Each part is written at its offset in one sparse file, so completing is a rename and never
 * a copy. A part counts once the disk has its bytes and its record; sending it again overwrites both.
 */

import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rename, rm, writeFile, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { StorageError, type PartialUpload, type StoredPart } from '#services/storage-types.ts'
import { createExclusiveWriters, FileTooLarge, FileTooShort, syncFolder, writeTo, undefinedIfAbsent } from '#services/write-stream.ts'

/** `etag` is null while the part is being written. */
const PartRecord = z.object({ writer: z.string(), etag: z.string().nullable(), size: z.int() })
type PartRecord = z.infer<typeof PartRecord>

/** Small files read concurrently. */
const atOnce = 32
const toFileName = (partNumber: number) => `${partNumber}.json`
/** Exists while an upload is being completed: nobody may write to it any more. */
const completing = 'completing'

const exists = async (path: string) => (await stat(path).catch(undefinedIfAbsent)) !== undefined
const completingMark = (folder: string) => join(folder, completing)

/** Marks the part as missing and stops earlier writers of it, also in other processes. False if the upload is over. */
async function claimPart(folder: string, partNumber: number, writer: string): Promise<boolean> {
  if (await exists(completingMark(folder))) return false
  return writeRecord(folder, partNumber, { writer, etag: null, size: 0 })
}

/** `replaced` if another writer has claimed the part since, `over` if the upload was completed or aborted. */
async function writerState(folder: string, partNumber: number, writer: string): Promise<'current' | 'replaced' | 'over'> {
  if (await exists(completingMark(folder))) return 'over'
  const record = await readRecord(folder, toFileName(partNumber))
  if (record?.writer === writer) return 'current'
  return (await exists(folder)) ? 'replaced' : 'over'
}

/** Called once the disk has the bytes. False if the upload is over. */
const recordPart = (folder: string, writer: string, { partNumber, etag, size }: StoredPart): Promise<boolean> =>
  writeRecord(folder, partNumber, { writer, etag, size })

/** Parts that have arrived, by number; undefined if there is no such upload. */
async function readParts(folder: string): Promise<StoredPart[] | undefined> {
  const names = (await readdir(folder).catch(undefinedIfAbsent))?.filter((name) => /^\d+\.json$/.test(name))
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

/** On the disk when it returns; a crash of the machine may leave half of it, which is ignored. */
async function writeRecord(folder: string, partNumber: number, record: PartRecord): Promise<boolean> {
  const isWritten = await writeFile(join(folder, toFileName(partNumber)), JSON.stringify(record), {
    mode: 0o600,
    flush: record.etag !== null,
  }).then(
    () => true,
    (error: NodeJS.ErrnoException) => undefinedIfAbsent(error) ?? false,
  )
  return isWritten
}

async function readRecord(folder: string, name: string): Promise<PartRecord | undefined> {
  const text = await readFile(join(folder, name), 'utf8').catch(undefinedIfAbsent)
  try {
    return PartRecord.safeParse(JSON.parse(text ?? '{}')).data
  } catch {
    return undefined
  }
}

interface Sending {
  /** Maximum bytes of the whole file. */
  limit: number
  /** Bytes of the part, as announced. */
  length: number
  /** Called once the bytes have arrived; false discards them. */
  mayKeep: () => Promise<boolean>
  /** Closes the connection. */
  stop: () => void
}

export type LocalMultipart = ReturnType<typeof createLocalMultipart>

const toDataPath = (folder: string) => join(folder, 'data')

export function createLocalMultipart(incoming: string, pathOf: (key: string) => string) {
  const writers = createExclusiveWriters()
  const folderOf = (uploadId: string): string => {
    if (!z.uuid().safeParse(uploadId).success) throw new Error('not an upload of ours')
    return join(incoming, uploadId)
  }
  const clear = async (uploadId: string): Promise<void> => {
    await writers.stopAll(`${uploadId}/`)
    await rm(folderOf(uploadId), { recursive: true, force: true, maxRetries: 5 })
  }

  return {
    start: async (): Promise<string> => {
      const uploadId = randomUUID()
      await mkdir(folderOf(uploadId))
      await syncFolder(incoming)
      return uploadId
    },

    /** Undefined if the upload is over: nothing was stored. */
    write: (
      { uploadId, partSize }: PartialUpload,
      partNumber: number,
      bytes: AsyncIterable<Uint8Array>,
      sending: Sending,
    ): Promise<StoredPart | undefined> =>
      writers.run(`${uploadId}/${partNumber}`, sending.stop, () =>
        writePart({ folder: folderOf(uploadId), partNumber, partSize }, bytes, sending),
      ),

    list: async ({ key, uploadId }: PartialUpload): Promise<StoredPart[] | undefined> =>
      // A process that died while removing the folder may have left records of a complete file.
      (await exists(pathOf(key))) ? undefined : readParts(folderOf(uploadId)),

    complete: async ({ key, uploadId, partSize }: PartialUpload, parts: readonly StoredPart[]): Promise<void> => {
      const [folder, path] = [folderOf(uploadId), pathOf(key)]
      if (!(await exists(path))) {
        if (!(await exists(folder))) throw new StorageError('parts', new Error('no such upload'))
        await writeFile(completingMark(folder), '', { mode: 0o600 })
        await writers.stopAll(`${uploadId}/`)
        try {
          checkParts(parts, (await readParts(folder)) ?? [], partSize)
          await moveData(folder, path, sumSizes(parts))
        } catch (error) {
          await rm(completingMark(folder), { force: true })
          throw error
        }
      }
      // The file is complete: what could not be removed now is deleted at a later start.
      await clear(uploadId).catch(() => {})
    },

    abort: ({ uploadId }: PartialUpload): Promise<void> => clear(uploadId),
  }
}

interface Part {
  folder: string
  partNumber: number
  partSize: number
}

async function writePart(
  { folder, partNumber, partSize }: Part,
  bytes: AsyncIterable<Uint8Array>,
  { limit, length, mayKeep }: Sending,
): Promise<StoredPart | undefined> {
  const start = (partNumber - 1) * partSize
  // Parts stay within their ranges, and these within the file, so their total cannot exceed its size.
  if (length > partSize || start + length > limit) throw new FileTooLarge(`more than ${limit} bytes`)
  const writer = randomUUID()
  if (!(await claimPart(folder, partNumber, writer))) return undefined
  const check = async () => {
    if ((await writerState(folder, partNumber, writer)) !== 'current') throw new NotCurrent()
  }
  try {
    const file = await open(toDataPath(folder), constants.O_WRONLY | constants.O_CREAT, 0o600)
    const { size, checksum } = await writeTo(bytes, file, { limit: length, start, beforeWrite: check }).finally(() => file.close())
    if (size < length) throw new FileTooShort(`${size} of ${length} bytes`)
    const part = { partNumber, etag: `"${size.toString(16)}-${checksum.toString(16).padStart(8, '0')}"`, size }
    await check()
    return (await mayKeep()) && (await recordPart(folder, writer, part)) ? part : undefined
  } catch (error) {
    if (!(error instanceof NotCurrent)) throw error
    if ((await writerState(folder, partNumber, writer)) === 'over') return undefined
    throw new StorageError('down', new Error(`part ${partNumber} is being sent again`))
  }
}

/** Another process took over the part, or the upload is over. */
class NotCurrent extends Error {}

function checkParts(parts: readonly StoredPart[], stored: readonly StoredPart[], partSize: number): void {
  for (const [index, { partNumber, etag, size }] of parts.entries()) {
    const found = stored.find((one) => one.partNumber === partNumber)
    if (found?.etag !== etag) throw new StorageError('parts', new Error(`part ${partNumber} is another by now`))
    const isLast = index === parts.length - 1
    if (partNumber !== index + 1 || (isLast ? size > partSize : size !== partSize))
      throw new StorageError('parts', new Error(`part ${partNumber} has ${size} bytes`))
  }
}

async function moveData(folder: string, path: string, size: number): Promise<void> {
  const file = await open(toDataPath(folder), 'r+')
  try {
    await file.truncate(size)
    await file.sync()
  } finally {
    await file.close()
  }
  await mkdir(dirname(path), { recursive: true })
  await rename(toDataPath(folder), path)
  await syncFolder(dirname(path))
}

const sumSizes = (parts: readonly { size: number }[]) => parts.reduce((total, { size }) => total + size, 0)
