/** Inspects the content of a stored file beyond its first bytes: the pixel size of an image, the kind of an Office document. */

import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { callbackify, promisify } from 'node:util'
import { imageSize } from 'image-size'
import { fromRandomAccessReader, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { fileTypes, maxImagePixels } from '@lms/contract/file-types'
import { notWhatItSays } from '#modules/files/rules.ts'

export interface Content {
  size: number
  /** Bytes `offset` to `offset + length`; fewer at the end of the file. */
  read: (offset: number, length: number) => Promise<Uint8Array>
}

/** Why the content is rejected, as a sentence; undefined if it is fine. Expects files whose first bytes match their type. */
export async function findContentError(contentType: string, content: Content): Promise<string | undefined> {
  const { kind, extension } = fileTypes[contentType]!
  if (kind === 'image') return findImageError(content)
  const mainPart = mainParts[extension]
  return mainPart === undefined || (await isPackageOf(mainPart, content).catch(() => false)) ? undefined : notWhatItSays(extension)
}

const damagedPicture = 'The picture is damaged and cannot be read'

/** A few kilobytes can decompress to gigabytes of memory in every browser that shows the image. Images are at most 5 MB, so they are read whole. */
async function findImageError({ size, read }: Content): Promise<string | undefined> {
  try {
    // A copy: the reader reads past the end of a view into a larger buffer.
    const { width, height } = imageSize(new Uint8Array(await read(0, size)))
    const pixels = width * height
    if (pixels > maxImagePixels) return `The picture has more than ${maxImagePixels / 1_000_000} megapixels`
    // A truncated header yields no number.
    return pixels > 0 ? undefined : damagedPicture
  } catch {
    return damagedPicture
  }
}

const officeType = 'application/vnd.openxmlformats-officedocument'
/** Content types of the main part (ECMA-376 part 1, 11–13). Documents with macros and other packages have different ones. */
const mainParts: Record<string, string> = {
  docx: `${officeType}.wordprocessingml.document.main+xml`,
  pptx: `${officeType}.presentationml.presentation.main+xml`,
  xlsx: `${officeType}.spreadsheetml.sheet.main+xml`,
}

/** Maximum size of the unpacked `[Content_Types].xml`: a name and a type for each part of the document. */
const typesLimit = 1024 * 1024

async function isPackageOf(mainPart: string, content: Content): Promise<boolean> {
  const zip = await promisify(openZip)(content)
  try {
    const entry = await findEntry(zip, '[Content_Types].xml')
    if (!entry || entry.uncompressedSize > typesLimit || entry.compressedSize > typesLimit) return false
    const types = await text(await promisify(zip.openReadStream.bind(zip) as OpenReadStream)(entry))
    return types.includes(`"${mainPart}"`)
  } finally {
    zip.close()
  }
}

type OpenReadStream = (entry: Entry, callback: (error: Error | null, stream: Readable) => void) => void

const openZip = (content: Content, callback: (error: Error | null, zip: ZipFile) => void): void =>
  fromRandomAccessReader(new ContentReader(content), content.size, { lazyEntries: true, autoClose: false }, callback)

function findEntry(zip: ZipFile, name: string): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(undefined))
    zip.on('entry', (entry: Entry) => (entry.fileName === name ? resolve(entry) : zip.readEntry()))
    zip.readEntry()
  })
}

/** Bytes read from the store at once: the archive's directory is read in pieces of some 50 bytes. */
const blockBytes = 64 * 1024

/** A yauzl reader for a file in the store. */
class ContentReader extends RandomAccessReader {
  readonly #content: Content
  #block: { offset: number; bytes: Uint8Array } | undefined

  constructor(content: Content) {
    super()
    this.#content = content
  }

  async #bytes(offset: number, length: number): Promise<Uint8Array> {
    const known = this.#block
    if (known && offset >= known.offset && offset + length <= known.offset + known.bytes.length)
      return known.bytes.subarray(offset - known.offset, offset - known.offset + length)
    this.#block = { offset, bytes: await this.#content.read(offset, Math.max(length, blockBytes)) }
    return this.#block.bytes.subarray(0, length)
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
    callbackify(async () => {
      const bytes = await this.#bytes(position, length)
      if (bytes.length < length) throw new Error('The file ends too early')
      buffer.set(bytes, offset)
    })(callback)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const bytes = this.#bytes.bind(this)
    return Readable.from(
      (async function* () {
        yield await bytes(start, end - start)
      })(),
    )
  }
}

/** Bytes `offset` to `offset + length`; fewer at the end. */
type Read = (offset: number, length: number) => Promise<Uint8Array>

/** Boxes inspected before giving up: real files have a handful at each level. */
const maxBoxes = 64
/** Size in bytes of the longest relevant movie header, and of the longest box header. */
const [headerLength, boxHeader] = [32, 16]

/** In seconds; undefined if the file does not contain it or cannot be parsed. */
export async function mp4Duration(read: Read): Promise<number | undefined> {
  const movie = await findBox(read, 'moov', 0, Infinity)
  const header = movie && (await findBox(read, 'mvhd', movie.start, movie.end))
  return header && readDuration(await read(header.start, headerLength))
}

/** The content of the first box of that name between two offsets. */
async function findBox(read: Read, name: string, from: number, to: number): Promise<{ start: number; end: number } | undefined> {
  for (let at = from, tries = 0; at < to && tries < maxBoxes; tries++) {
    const head = toDataView(await read(at, boxHeader))
    if (head.byteLength < 8) return undefined
    const short = head.getUint32(0)
    // 1: the real size follows in eight bytes. 0: the box extends to the end of the file.
    const isLong = short === 1
    if (isLong && head.byteLength < boxHeader) return undefined
    const size = isLong ? Number(head.getBigUint64(8)) : short === 0 ? Infinity : short
    const inside = isLong ? boxHeader : 8
    if (size < inside) return undefined
    if (getBoxName(head) === name) return { start: at + inside, end: at + size }
    at += size
  }
  return undefined
}

const toDataView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const getBoxName = (head: DataView) => String.fromCharCode(...[4, 5, 6, 7].map((offset) => head.getUint8(offset)))

/** Times have eight bytes in version 1, four in version 0. All bits set mean unknown, as does 0 in fragmented files. */
function readDuration(bytes: Uint8Array): number | undefined {
  if (bytes.length < headerLength) return undefined
  const header = toDataView(bytes)
  const isLong = header.getUint8(0) === 1
  const scale = header.getUint32(isLong ? 20 : 12)
  const units = isLong ? Number(header.getBigUint64(24)) : header.getUint32(16)
  const isKnown = scale > 0 && units > 0 && units !== 0xffff_ffff && units < Number.MAX_SAFE_INTEGER
  return isKnown ? units / scale : undefined
}
