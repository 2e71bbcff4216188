/**
 * Files that arrive in parts. Each part goes straight to its place in one file (`whole`), so that completing is a rename. A
 * place is written by one sender only: whoever sends the part again, or a part of another length, writes a file beside it,
 * which is copied in at the end. Only the whole file is waited for until the disk has it: to wait for every part costs most of
 * the speed (decision 0040). A record from before the machine's last start therefore counts once the bytes were read again.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { uptime } from 'node:os'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { createRooms } from '#services/disk-room.ts'
import { absent, copyBytes, FileTooLarge, pour, syncFolder } from '#services/disk-writing.ts'
import type { PartialUpload, StoredPart } from '#services/partial-upload.ts'
import { StorageFault } from '#services/storage-fault.ts'

interface Receiving {
  /** Bytes that all parts together may have. */
  limit: number
  /** Bytes as announced; undefined where the sender does not say. */
  length: number | undefined
  /** Asked once the bytes are here; false drops them. */
  mayKeep: () => Promise<boolean>
}

/** `file` is where its bytes are: `whole`, at the part's place, or a file of its own. `boot` is when the machine had started. */
const PartRecord = z.object({ etag: z.string(), size: z.int(), file: z.string(), boot: z.number() })
type PartRecord = z.infer<typeof PartRecord>
type Kept = StoredPart & { file: string }

/** Seconds since 1970. A clock that was set makes it another one, which costs reading and no more. */
const bootTime = () => Math.round(Date.now() / 1000 - uptime())
/** Seconds: rounding, and a clock that is being adjusted. */
const isOfThisBoot = ({ boot }: PartRecord) => Math.abs(boot - bootTime()) <= 3

/** Without bytes and without a record: its sender is not done. */
interface State {
  kept: Kept[]
  /** Whether somebody may still be writing into `whole`. */
  isBusy: boolean
}

const whole = 'whole'
const sealed = 'sealed'
/** Small files that are read at a time. */
const atOnce = 32

export type Parts = ReturnType<typeof openParts>

export function openParts(incoming: string, pathOf: (key: string) => string) {
  const folderOf = (uploadId: string): string => {
    if (!z.uuid().safeParse(uploadId).success) throw new Error('not an upload of ours')
    return join(incoming, uploadId)
  }
  const rooms = createRooms()

  return {
    start: async (): Promise<string> => {
      const uploadId = randomUUID()
      await mkdir(folderOf(uploadId))
      await syncFolder(incoming)
      return uploadId
    },

    /** Undefined where the upload is over: nothing was kept. */
    write: async (
      upload: PartialUpload,
      partNumber: number,
      bytes: AsyncIterable<Uint8Array>,
      { limit, length, mayKeep }: Receiving,
    ): Promise<StoredPart | undefined> => {
      const folder = folderOf(upload.uploadId)
      if (!(await isThere(folder))) return undefined
      const load = async () => (await readState(folder, upload.partSize))?.kept ?? []
      const room = await rooms.left(upload.uploadId, { partNumber, limit, length }, load)
      if (room < (length ?? 0)) throw new FileTooLarge(`more than ${limit} bytes`)
      const slot = join(folder, `${partNumber}.slot`)
      const place = (partNumber - 1) * upload.partSize
      // Within what the file may have: what is refused or breaks off stays in its place until the upload ends.
      const isInPlace = length !== undefined && length <= upload.partSize && place + length <= limit && (await claim(slot))
      const file = isInPlace ? whole : `${partNumber}.${randomUUID()}`
      let record: PartRecord | undefined
      try {
        // After the claim: whoever completes seals first and then looks for claims, so one of the two sees the other.
        if (await isThere(join(folder, sealed))) return undefined
        const start = isInPlace ? place : 0
        const got = await receive(join(folder, file), bytes, { limit: isInPlace ? length : room, start })
        if (!(await mayKeep())) return undefined
        const made: PartRecord = { ...got, file, boot: bootTime() }
        const isKept = await rooms.keep(upload.uploadId, { partNumber, limit, size: got.size }, load, () => {
          record = made
          return isInPlace ? writeRecord(folder, `${partNumber}.slot`, made) : replacePart(folder, partNumber, made)
        })
        if (isInPlace) flushSoon(join(folder, whole))
        return isKept ? { partNumber, ...got } : undefined
      } finally {
        if (!record && isInPlace) await writeRecord(folder, `${partNumber}.slot`, {})
        if (!record && !isInPlace) await rm(join(folder, file), { force: true })
      }
    },

    list: async ({ key, uploadId, partSize }: PartialUpload): Promise<StoredPart[] | undefined> => {
      // What a process left that died while it removed the folder says nothing of a file that is whole.
      if (await isThere(pathOf(key))) return undefined
      const state = await readState(folderOf(uploadId), partSize)
      return state?.kept.map(({ partNumber, etag, size }) => ({ partNumber, etag, size }))
    },

    complete: async (upload: PartialUpload, parts: readonly StoredPart[]): Promise<void> => {
      const [folder, path] = [folderOf(upload.uploadId), pathOf(upload.key)]
      rooms.forget(upload.uploadId)
      if (!(await isThere(path))) {
        await assemble(folder, path, upload.partSize, parts)
        await syncFolder(dirname(path))
      }
      await rm(folder, { recursive: true, force: true })
    },

    abort: async ({ uploadId }: PartialUpload): Promise<void> => {
      rooms.forget(uploadId)
      await rm(folderOf(uploadId), { recursive: true, force: true })
    },
  }
}

const isThere = async (path: string) => (await stat(path).catch(absent)) !== undefined

/** The first who asks gets it, and nobody after. */
async function claim(slot: string): Promise<boolean> {
  try {
    await writeFile(slot, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

async function receive(path: string, bytes: AsyncIterable<Uint8Array>, { limit, start }: { limit: number; start: number }) {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600)
  const { size, checksum } = await pour(bytes, file, { limit, start, isSynced: false }).finally(() => file.close())
  return { size, etag: etagOf(size, checksum) }
}

const etagOf = (size: number, checksum: number) => `"${size.toString(16)}-${checksum.toString(16).padStart(8, '0')}"`

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

/** Seen whole or not at all. False where the folder is gone: the upload was given up meanwhile. */
async function writeRecord(folder: string, name: string, record: PartRecord | Record<string, never>): Promise<boolean> {
  const draft = join(folder, `${randomUUID()}.draft`)
  const isWritten = await writeFile(draft, JSON.stringify(record), { flag: 'wx', mode: 0o600 }).then(
    () => rename(draft, join(folder, name)).then(() => true),
    (error: NodeJS.ErrnoException) => absent(error) ?? false,
  )
  return isWritten
}

/** The newest counts; the one before goes, unless somebody may be putting it into the whole. */
async function replacePart(folder: string, partNumber: number, record: PartRecord): Promise<boolean> {
  const name = `${partNumber}.part`
  const before = parseRecord(await readFile(join(folder, name), 'utf8').catch(absent))
  const isWritten = await writeRecord(folder, name, record)
  if (before && !(await isThere(join(folder, sealed)))) await rm(join(folder, before.file), { force: true })
  return isWritten
}

/** Whether the bytes that a record from before the machine's last start speaks of are there; then it is one of today. */
async function isStillThere(folder: string, name: string, record: PartRecord, partSize: number): Promise<boolean> {
  if (record.size === 0) return true
  const at = record.file === whole ? (Number.parseInt(name, 10) - 1) * partSize : 0
  let checksum = 0
  const file = await open(join(folder, record.file)).catch(absent)
  if (!file) return false
  for await (const piece of file.createReadStream({ start: at, end: at + record.size - 1, highWaterMark: 1024 * 1024 }))
    checksum = crc32(piece as Buffer, checksum)
  if (etagOf(record.size, checksum) !== record.etag) return false
  return writeRecord(folder, name, { ...record, boot: bootTime() })
}

/** Of a part that was sent again the record beside its place is the newer one. Undefined where the folder is gone. */
async function readState(folder: string, partSize: number): Promise<State | undefined> {
  const names = await readdir(folder).catch(absent)
  if (!names) return undefined
  const records = [...names.filter((name) => /^\d+\.slot$/.test(name)), ...names.filter((name) => /^\d+\.part$/.test(name))]
  const kept = new Map<number, Kept>()
  let isBusy = false
  for (let from = 0; from < records.length; from += atOnce) {
    const some = records.slice(from, from + atOnce)
    const texts = await Promise.all(some.map((name) => readFile(join(folder, name), 'utf8').catch(absent)))
    for (const [index, text] of texts.entries()) {
      const partNumber = Number.parseInt(some[index]!, 10)
      isBusy ||= text === ''
      const record = parseRecord(text)
      if (record && (isOfThisBoot(record) || (await isStillThere(folder, some[index]!, record, partSize))))
        kept.set(partNumber, { partNumber, ...record })
    }
  }
  return { kept: [...kept.values()].toSorted((a, b) => a.partNumber - b.partNumber), isBusy }
}

/** A crash of the machine may have left half a record, or none in its file. */
function parseRecord(text: string | undefined): PartRecord | undefined {
  try {
    return PartRecord.safeParse(JSON.parse(text || '{}')).data
  } catch {
    return undefined
  }
}

async function assemble(folder: string, path: string, partSize: number, parts: readonly StoredPart[]): Promise<void> {
  if (!(await isThere(folder))) throw new StorageFault('parts', new Error('no such upload'))
  await writeFile(join(folder, sealed), '', { mode: 0o600 })
  try {
    const { kept, isBusy } = (await readState(folder, partSize))!
    const wanted = parts.map(({ partNumber, etag }) => {
      const found = kept.find((one) => one.partNumber === partNumber && one.etag === etag)
      if (!found) throw new StorageFault('parts', new Error(`part ${partNumber} is another by now`))
      return found
    })
    const isEven = wanted.every(
      ({ partNumber, size }, index) => partNumber === index + 1 && (size === partSize || (index === wanted.length - 1 && size < partSize)),
    )
    const made = isEven && !isBusy ? await fillIn(folder, partSize, wanted) : await copyAll(folder, partSize, wanted)
    await mkdir(dirname(path), { recursive: true })
    await rename(made, path)
  } catch (error) {
    await rm(join(folder, sealed), { force: true })
    throw error
  }
}

/** All places fit: only what was sent again has to be copied. */
async function fillIn(folder: string, partSize: number, parts: readonly Kept[]): Promise<string> {
  const path = join(folder, whole)
  const target = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    for (const part of parts.filter(({ file }) => file !== whole))
      await copyPart(folder, part, partSize, target, (part.partNumber - 1) * partSize)
    await target.truncate(sum(parts))
    await target.sync()
  } finally {
    await target.close()
  }
  return path
}

/** Parts of other lengths, or somebody who may still be writing: into a new file. */
async function copyAll(folder: string, partSize: number, parts: readonly Kept[]): Promise<string> {
  const path = join(folder, randomUUID())
  const target = await open(path, 'wx', 0o600)
  try {
    let start = 0
    for (const part of parts) {
      await copyPart(folder, part, partSize, target, start)
      start += part.size
    }
    await target.sync()
  } finally {
    await target.close()
  }
  return path
}

async function copyPart(folder: string, { file, partNumber, size }: Kept, partSize: number, target: FileHandle, start: number) {
  const source = await open(join(folder, file))
  const at = file === whole ? (partNumber - 1) * partSize : 0
  await copyBytes(source, target, { at, size, start }).finally(() => source.close())
}

const sum = (parts: readonly { size: number }[]) => parts.reduce((total, { size }) => total + size, 0)
