/**
 * Files that arrive in parts. Each part goes straight to its place in one file (`whole`), so that completing is a rename. A
 * place is written once; whoever sends a part again, or one of another length, writes a file beside it, which is copied in at
 * the end. Only the whole file is waited for until the disk has it: to wait for
 * every part costs most of the speed (decision 0006). A record from before the machine's last start therefore counts once the
 * bytes were read again.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { createRooms, type Held } from '#services/disk-room.ts'
import { pour, syncFolder } from '#services/disk-writing.ts'
import { assemble } from '#services/part-assembly.ts'
import { claim, isThere, readState, recordOf, replacePart, sealed, whole, writeRecord, type PartRecord } from '#services/part-records.ts'
import type { PartialUpload, StoredPart } from '#services/partial-upload.ts'
import { createSenders } from '#services/senders.ts'

interface Receiving {
  /** Bytes that all parts together may have. */
  limit: number
  /** Bytes as announced; undefined where the sender does not say. */
  length: number | undefined
  /** Asked once the bytes are here; false drops them. */
  mayKeep: () => Promise<boolean>
  /** Cuts the line. */
  stop: () => void
}

/** Where the bytes go. */
interface Place {
  file: string
  start: number
}

export type Parts = ReturnType<typeof openParts>

export function openParts(incoming: string, pathOf: (key: string) => string) {
  const folderOf = (uploadId: string): string => {
    if (!z.uuid().safeParse(uploadId).success) throw new Error('not an upload of ours')
    return join(incoming, uploadId)
  }
  const rooms = createRooms()
  const senders = createSenders()
  /** Whoever still sends would write into a folder that goes; one who came too late for that is waited for. */
  const clear = async (uploadId: string): Promise<void> => {
    rooms.forget(uploadId)
    await senders.endAll(`${uploadId}/`)
    await rm(folderOf(uploadId), { recursive: true, force: true, maxRetries: 5 })
  }
  const placeOf = (uploadId: string, partNumber: number) => `${uploadId}/${partNumber}`

  return {
    start: async (): Promise<string> => {
      const uploadId = randomUUID()
      await mkdir(folderOf(uploadId))
      await syncFolder(incoming)
      return uploadId
    },

    /** Undefined where the upload is over: nothing was kept. */
    write: (
      upload: PartialUpload,
      partNumber: number,
      bytes: AsyncIterable<Uint8Array>,
      receiving: Receiving,
    ): Promise<StoredPart | undefined> =>
      senders.take(placeOf(upload.uploadId, partNumber), receiving.stop, async () => {
        const folder = folderOf(upload.uploadId)
        if (!(await isThere(folder))) return undefined
        const load = async () => (await readState(folder, upload.partSize))?.kept ?? []
        const { limit, length = 0 } = receiving
        const held = await rooms.hold(upload.uploadId, { partNumber, limit, size: length }, load)
        try {
          const record = await receive({ folder, partNumber, partSize: upload.partSize }, bytes, receiving, held)
          return record && { partNumber, etag: record.etag, size: record.size }
        } finally {
          held.release()
        }
      }),

    list: async ({ key, uploadId, partSize }: PartialUpload): Promise<StoredPart[] | undefined> => {
      // What a process left that died while it removed the folder says nothing of a file that is whole.
      if (await isThere(pathOf(key))) return undefined
      const state = await readState(folderOf(uploadId), partSize)
      return state?.kept.map(({ partNumber, etag, size }) => ({ partNumber, etag, size }))
    },

    complete: async (upload: PartialUpload, parts: readonly StoredPart[]): Promise<void> => {
      const [folder, path] = [folderOf(upload.uploadId), pathOf(upload.key)]
      if (!(await isThere(path))) {
        await assemble(folder, path, upload.partSize, parts)
        await syncFolder(dirname(path))
      }
      // The file is whole: what could not be cleared away is swept at a later start.
      await clear(upload.uploadId).catch(() => {})
    },

    abort: ({ uploadId }: PartialUpload): Promise<void> => clear(uploadId),
  }
}

interface Part {
  folder: string
  partNumber: number
  partSize: number
}

/** In its place where it fits there and nobody wrote; else beside it. */
async function findPlace({ folder, partNumber, partSize }: Part, { limit, length }: Receiving): Promise<Place> {
  const start = (partNumber - 1) * partSize
  // Within what the file may have: what is refused or breaks off stays in its place until the upload ends.
  const fits = length !== undefined && length <= partSize && start + length <= limit
  if (fits && (await claim(join(folder, `${partNumber}.slot`)))) return { file: whole, start }
  return { file: `${partNumber}.${randomUUID()}`, start: 0 }
}

async function receive(part: Part, bytes: AsyncIterable<Uint8Array>, receiving: Receiving, held: Held): Promise<PartRecord | undefined> {
  const { folder, partNumber } = part
  const slot = `${partNumber}.slot`
  const { file, start } = await findPlace(part, receiving)
  const isInPlace = file === whole
  let kept: PartRecord | undefined
  try {
    // After the claim: whoever completes seals first and then looks for claims, so one of the two sees the other.
    if (await isThere(join(folder, sealed))) return undefined
    const pieces = receiving.length === undefined ? growing(bytes, held) : bytes
    const record = recordOf(file, await write(join(folder, file), pieces, start, receiving))
    if (!(await receiving.mayKeep())) return undefined
    const isKept = await held.keep(record.size, () => {
      kept = record
      return isInPlace ? writeRecord(folder, slot, record) : replacePart(folder, partNumber, record)
    })
    return isKept ? record : undefined
  } finally {
    if (isInPlace) flushSoon(join(folder, whole))
    if (!kept && !isInPlace) await rm(join(folder, file), { force: true })
    // Nobody writes there any more.
    if (!kept && isInPlace) await writeRecord(folder, slot, {})
  }
}

/** Of a part that does not say how long it is, the room is taken as it comes. */
async function* growing(bytes: AsyncIterable<Uint8Array>, { grow }: Held) {
  let size = 0
  for await (const piece of bytes) {
    grow((size += piece.byteLength))
    yield piece
  }
}

async function write(path: string, bytes: AsyncIterable<Uint8Array>, start: number, { limit, length }: Receiving) {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600)
  return pour(bytes, file, { limit: length ?? limit, start, isSynced: false }).finally(() => file.close())
}

/** Files that are on their way to the disk. */
const flushing = new Set<string>()

/** Begins to bring to the disk what has arrived, so that little is left to wait for at the end. */
function flushSoon(path: string): void {
  if (flushing.has(path)) return
  flushing.add(path)
  const flush = async () => {
    const file = await open(path)
    await file.datasync().finally(() => file.close())
  }
  // What fails here fails again when it is waited for.
  void flush().then(
    () => flushing.delete(path),
    () => flushing.delete(path),
  )
}
