/** Unpacks a ZIP archive with a limit that is enforced while unpacking, whatever sizes the archive declares. */
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { ImportFileError } from '#modules/users/import/import-error.ts'

/** Maximum bytes of all parts together. */
const unpackedLimit = 100 * 1024 * 1024
/** Maximum bytes of the parts that are read: 1 KB for each of 20,000 rows. The reader takes some ten times as much memory. */
const wantedLimit = 20 * 1024 * 1024
const partLimit = 2000

const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw)

const damagedWorkbook = () =>
  new ImportFileError('validation-failed', 'The workbook is damaged and cannot be opened. Save it again, and send it again.')
const tooLarge = () => new ImportFileError('too-large', 'The workbook is too large when unpacked. Keep only the sheet with the people.')

interface Part {
  name: string
  method: number
  crc: number
  packed: Buffer
}

/** Where the central directory starts, and its number of entries. Source: PKWARE APPNOTE 6.3.10, 4.3.16. */
function readDirectory(zip: Buffer): { at: number; count: number } {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  if (end < 0 || end + 22 > zip.length) throw damagedWorkbook()
  const [count, at] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)]
  if (count > partLimit) throw tooLarge()
  return { at, count }
}

function listParts(zip: Buffer): Part[] {
  const { at, count } = readDirectory(zip)
  const parts: Part[] = []
  for (let next = at, n = 0; n < count; n++) {
    if (zip.readUInt32LE(next) !== 0x02014b50) throw damagedWorkbook()
    const [flags, method, crc, size] = [
      zip.readUInt16LE(next + 8),
      zip.readUInt16LE(next + 10),
      zip.readUInt32LE(next + 16),
      zip.readUInt32LE(next + 20),
    ]
    const [nameSize, extraSize, commentSize, local] = [
      zip.readUInt16LE(next + 28),
      zip.readUInt16LE(next + 30),
      zip.readUInt16LE(next + 32),
      zip.readUInt32LE(next + 42),
    ]
    if (flags & 1)
      throw new ImportFileError('validation-failed', 'The workbook is protected by a password. Save it without one, and send it again.')
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    if (begin + size > zip.length) throw damagedWorkbook()
    parts.push({ name: zip.toString('utf8', next + 46, next + 46 + nameSize), method, crc, packed: zip.subarray(begin, begin + size) })
    next += 46 + nameSize + extraSize + commentSize
  }
  return parts
}

async function unpack({ method, crc, packed }: Part, left: number): Promise<Buffer> {
  if (method !== 0 && method !== 8) throw damagedWorkbook()
  // zlib throws at the first byte beyond the limit, so the rest is never unpacked.
  const bytes =
    method === 0
      ? packed
      : await inflate(packed, { maxOutputLength: left + 1 }).catch((error: NodeJS.ErrnoException) => {
          throw error.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damagedWorkbook()
        })
  if (bytes.length > left) throw tooLarge()
  if (crc32(bytes) !== crc) throw damagedWorkbook()
  return bytes
}

/** The parts that match `isWanted`; all parts are unpacked and counted. */
export async function unzip(bytes: Uint8Array, isWanted: (name: string) => boolean): Promise<Map<string, Buffer>> {
  const wanted = new Map<string, Buffer>()
  let [left, leftToRead] = [unpackedLimit, wantedLimit]
  try {
    for (const part of listParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
      const isRead = isWanted(part.name)
      const unpacked = await unpack(part, isRead ? Math.min(left, leftToRead) : left)
      left -= unpacked.length
      if (!isRead) continue
      leftToRead -= unpacked.length
      wanted.set(part.name, unpacked)
    }
  } catch (error) {
    // Offsets outside of the file.
    throw error instanceof RangeError ? damagedWorkbook() : error
  }
  return wanted
}

/** An uncompressed archive: the reader gets exactly what was checked. */
export function stored(parts: Map<string, Buffer>): ArrayBuffer {
  const [body, list]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, bytes] of parts) {
    const title = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x800, 2)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(title.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const local = [Buffer.from('PK\x03\x04', 'latin1'), facts, title, bytes]
    list.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, title)
    body.push(...local)
    at += local.reduce((sum, piece) => sum + piece.length, 0)
  }
  const directorySize = list.reduce((sum, piece) => sum + piece.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.size, 8)
  end.writeUInt16LE(parts.size, 10)
  end.writeUInt32LE(directorySize, 12)
  end.writeUInt32LE(at, 16)
  const archive = new Uint8Array(at + directorySize + end.length)
  let next = 0
  for (const piece of [...body, ...list, end]) {
    archive.set(piece, next)
    next += piece.length
  }
  return archive.buffer
}
