/**
 * What is written down of the parts of an upload: `<n>.slot` of the part at its place in `whole`, `<n>.part` of one beside it.
 * Records are written beside and renamed, so they are seen whole or not at all.
 */
import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { absent } from '#services/disk-writing.ts'
import type { StoredPart } from '#services/partial-upload.ts'

/** `file` is where its bytes are: `whole`, at the part's place, or a file of its own. `boot` is when the machine had started. */
const PartRecord = z.object({ etag: z.string(), size: z.int(), file: z.string(), boot: z.number() })
export type PartRecord = z.infer<typeof PartRecord>
export type Kept = StoredPart & { file: string }

/** Seconds since 1970. A clock that was set makes it another one, which costs reading and no more. */
const bootTime = () => Math.round(Date.now() / 1000 - uptime())
/** Seconds: rounding, and a clock that is being adjusted. */
const isOfThisBoot = ({ boot }: PartRecord) => Math.abs(boot - bootTime()) <= 3

/** Without bytes and without a record: its sender is not done. */
export interface State {
  kept: Kept[]
  /** Whether somebody may still be writing into `whole`. */
  isBusy: boolean
}

export const whole = 'whole'
export const sealed = 'sealed'
/** Small files that are read at a time. */
const atOnce = 32

export const isThere = async (path: string) => (await stat(path).catch(absent)) !== undefined

export const recordOf = (file: string, { size, checksum }: { size: number; checksum: number }): PartRecord => ({
  etag: etagOf(size, checksum),
  size,
  file,
  boot: bootTime(),
})
const etagOf = (size: number, checksum: number) => `"${size.toString(16)}-${checksum.toString(16).padStart(8, '0')}"`

/** The first who asks gets it, and nobody after. */
export async function claim(slot: string): Promise<boolean> {
  try {
    await writeFile(slot, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** Seen whole or not at all. False where the folder is gone: the upload was given up meanwhile. */
export async function writeRecord(folder: string, name: string, record: PartRecord | Record<string, never>): Promise<boolean> {
  const draft = join(folder, `${randomUUID()}.draft`)
  const isWritten = await writeFile(draft, JSON.stringify(record), { flag: 'wx', mode: 0o600 }).then(
    () => rename(draft, join(folder, name)).then(() => true),
    (error: NodeJS.ErrnoException) => absent(error) ?? false,
  )
  return isWritten
}

/** The newest counts; the one before goes, unless somebody may be putting it into the whole. */
export async function replacePart(folder: string, partNumber: number, record: PartRecord): Promise<boolean> {
  const name = `${partNumber}.part`
  const before = await readRecord(folder, name)
  const isWritten = await writeRecord(folder, name, record)
  if (before && !(await isThere(join(folder, sealed)))) await rm(join(folder, before.file), { force: true })
  return isWritten
}

const readRecord = async (folder: string, name: string) => parseRecord(await readFile(join(folder, name), 'utf8').catch(absent))
const isHere = async (folder: string, name: string, record: PartRecord, partSize: number) =>
  isOfThisBoot(record) || isStillThere(folder, name, record, partSize)

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
export async function readState(folder: string, partSize: number): Promise<State | undefined> {
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
      if (record && (await isHere(folder, some[index]!, record, partSize))) kept.set(partNumber, { partNumber, ...record })
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
