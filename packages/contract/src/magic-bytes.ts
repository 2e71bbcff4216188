/** Whether a file's first bytes match its type. Pure; used by the browser before uploading, and by the server on what arrived. */

const bytes = (...values: number[]) => new Uint8Array(values)
const ascii = (text: string) => new TextEncoder().encode(text)

const has = (head: Uint8Array, offset: number, ...candidates: Uint8Array[]) =>
  candidates.some(
    (candidate) => head.length >= offset + candidate.length && candidate.every((value, index) => head[offset + index] === value),
  )

const toLatin1 = (head: Uint8Array) => new TextDecoder('latin1').decode(head)
const isZip = (head: Uint8Array) => has(head, 0, bytes(0x50, 0x4b, 3, 4))
const boxes =
  (...names: string[]) =>
  (head: Uint8Array) =>
    has(head, 4, ...names.map(ascii))
/** Text contains no NUL, except for UTF-16, which starts with a byte order mark. */
const isText = (head: Uint8Array) => !head.includes(0) || has(head, 0, bytes(0xff, 0xfe), bytes(0xfe, 0xff))

/** Image brands in the same box format (ISO/IEC 23008-12, AVIF, JPEG XL): not a video, whatever the name says. */
const pictureBrands = ['avif', 'avis', 'mif1', 'msf1', 'heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'jxl '].map(ascii)
const isFtyp = (head: Uint8Array) => boxes('ftyp')(head) && !has(head, 8, ...pictureBrands)

/** The document type of an EBML file is near its start, after its id and a size of 1 byte: WebM and Matroska start alike (RFC 8794, 11.2.4). */
const isWebm = (head: Uint8Array) =>
  has(head, 0, bytes(0x1a, 0x45, 0xdf, 0xa3)) &&
  Array.from({ length: 64 }, (_, at) => at).some((at) => has(head, at, bytes(0x42, 0x82)) && has(head, at + 3, ascii('webm')))

/** By extension. Sources: the formats' specifications; WebVTT section 4.1, PDF 32000-1 annex H.3.4 (the header may come late). */
const looksRight: Record<string, (head: Uint8Array) => boolean> = {
  jpg: (head) => has(head, 0, bytes(0xff, 0xd8, 0xff)),
  png: (head) => has(head, 0, bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
  webp: (head) => has(head, 0, ascii('RIFF')) && has(head, 8, ascii('WEBP')),
  gif: (head) => has(head, 0, ascii('GIF87a'), ascii('GIF89a')),
  pdf: (head) => toLatin1(head.subarray(0, 1024)).includes('%PDF-'),
  docx: isZip,
  pptx: isZip,
  xlsx: isZip,
  // An empty archive only has its end record.
  zip: (head) => isZip(head) || has(head, 0, bytes(0x50, 0x4b, 5, 6)),
  txt: isText,
  src: isText,
  mp4: isFtyp,
  m4a: isFtyp,
  mov: (head) => isFtyp(head) || boxes('moov', 'mdat', 'wide', 'free', 'skip', 'pnot')(head),
  webm: isWebm,
  // A tag, or the eleven sync bits of a frame.
  mp3: (head) => has(head, 0, ascii('ID3')) || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0),
  vtt: (head) => isText(head) && /^(\u00ef\u00bb\u00bf)?WEBVTT([ \t\r\n]|$)/.test(toLatin1(head)),
}

/** Enough for every magic number, and to distinguish text from other content. */
export const headBytes = 4096

export const matchesMagicBytes = (extension: string, head: Uint8Array): boolean => looksRight[extension]?.(head) ?? false
