/** Unpacks a ZIP archive with a limit that is enforced while unpacking, whatever sizes the archive declares. */

import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { ImportFileError } from '#modules/imports/table.ts'

const unpackedLimits = {
  /** Maximum bytes of all parts together. */
  all: 100 * 1024 * 1024,
  /** Maximum bytes of the parts that are read: 1 KB for each of 20,000 rows. The reader takes some ten times as much memory. */
  wanted: 20 * 1024 * 1024,
}
const partLimit = 2000

const damagedWorkbook = () =>
  new ImportFileError('validation-failed', 'The workbook is damaged and cannot be opened. Save it again, and send it again.')
const tooLarge = () => new ImportFileError('too-large', 'The workbook is too large when unpacked. Keep only the sheet with the people.')

/** The parts that match `isWanted`; all parts are unpacked and counted. */
export async function unzip(bytes: Uint8Array, isWanted: (name: string) => boolean, limits = unpackedLimits): Promise<Map<string, Buffer>> {
  const wanted = new Map<string, Buffer>()
  let [left, leftToRead] = [limits.all, limits.wanted]
  try {
    // Sizes are counted below: an archive that declares them wrongly may still be opened.
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { validateEntrySizes: false })
    if (zip.entryCount > partLimit) throw tooLarge()
    for await (const entry of zip.eachEntry()) {
      const isRead = isWanted(entry.fileName)
      const { size, chunks } = await unpack(zip, entry, isRead ? Math.min(left, leftToRead) : left, isRead)
      left -= size
      if (!isRead) continue
      leftToRead -= size
      wanted.set(entry.fileName, Buffer.concat(chunks))
    }
  } catch (error) {
    throw error instanceof ImportFileError ? error : damagedWorkbook()
  }
  return wanted
}

/** Stops at the first chunk beyond the limit, so the rest is never unpacked. */
async function unpack(zip: ZipFile, entry: Entry, limit: number, isKept: boolean): Promise<{ size: number; chunks: Buffer[] }> {
  if (entry.isEncrypted())
    throw new ImportFileError('validation-failed', 'The workbook is protected by a password. Save it without one, and send it again.')
  const chunks: Buffer[] = []
  let [size, checksum] = [0, 0]
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    checksum = crc32(chunk, checksum)
    if (isKept) chunks.push(chunk)
  }
  if (checksum !== entry.crc32) throw damagedWorkbook()
  return { size, chunks }
}
