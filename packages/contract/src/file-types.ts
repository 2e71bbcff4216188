/** THE table of uploads: which types are taken, how large, by whom. Plain data, shared by server and web. */
import type { Role } from '#policy.ts'

const MB = 1024 * 1024
/** Bytes: the most that one PUT may carry to an S3 store. */
const videoLimit = 5 * 1024 * MB

export type FileKind = 'image' | 'document' | 'source' | 'video' | 'audio' | 'caption'
export interface FileType {
  kind: FileKind
  extension: string
  /** Bytes. */
  limit: number
}

const type = (kind: FileKind, extension: string, limit: number): FileType => ({ kind, extension, limit })
const office = 'application/vnd.openxmlformats-officedocument'

/** Pixels of a picture that is taken: browsers need four bytes for each when they show it. */
export const maxImagePixels = 40_000_000

/** Of source code and data, whatever its language: no browser runs this type. */
export const sourceType = 'text/x-source'

/** Endings of files that are sent as source. */
export const sourceExtensions: readonly string[] = (
  'c h cpp hpp cc cs java kt swift go rs py ipynb r rb php js mjs jsx ts tsx html css scss sql json xml yaml yml toml csv tsv md tex ' +
  'asm lua pl hs scala dart m'
).split(' ')

/** SVG and HTML are never here: they carry scripts. HTML that is sent as source stays text. */
export const fileTypes: Readonly<Record<string, FileType>> = {
  'image/jpeg': type('image', 'jpg', 5 * MB),
  'image/png': type('image', 'png', 5 * MB),
  'image/webp': type('image', 'webp', 5 * MB),
  'image/gif': type('image', 'gif', 5 * MB),
  'application/pdf': type('document', 'pdf', 100 * MB),
  [`${office}.wordprocessingml.document`]: type('document', 'docx', 100 * MB),
  [`${office}.presentationml.presentation`]: type('document', 'pptx', 100 * MB),
  [`${office}.spreadsheetml.sheet`]: type('document', 'xlsx', 100 * MB),
  'text/plain': type('document', 'txt', 100 * MB),
  'application/zip': type('document', 'zip', 100 * MB),
  [sourceType]: type('source', 'src', MB),
  'video/mp4': type('video', 'mp4', videoLimit),
  'video/webm': type('video', 'webm', videoLimit),
  'video/quicktime': type('video', 'mov', videoLimit),
  'audio/mpeg': type('audio', 'mp3', videoLimit),
  'audio/mp4': type('audio', 'm4a', videoLimit),
  'text/vtt': type('caption', 'vtt', MB),
}

/** What browsers on some systems call the same types. */
const otherNames: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/mp3': 'audio/mpeg',
  'application/x-zip-compressed': 'application/zip',
}

/** The type as the table names it; undefined where it is not taken. Parameters and capitals are not taken either. */
export function getFileType(name: string): string | undefined {
  const known = Object.hasOwn(otherNames, name) ? otherNames[name]! : name
  return Object.hasOwn(fileTypes, known) ? known : undefined
}

/** The type that the ending of a key means. */
export const getFileTypeOfKey = (key: string): string | undefined =>
  Object.keys(fileTypes).find((name) => key.endsWith(`.${fileTypes[name]!.extension}`))

/** Bytes that a person's file of this type may have: recordings of students are part of their answers, not lectures. */
export const getSizeLimit = (role: Role, { kind, limit }: FileType): number =>
  role === 'USER' && (kind === 'video' || kind === 'audio') ? 500 * MB : limit

/** Bytes: S3 takes parts of 5 MiB and more. */
const smallestPart = 8 * MB
/** S3 takes 10,000 parts; some are kept for files that turn out larger than announced. */
const mostParts = 9000

/** Bytes of each part but the last, of a file of `size` bytes. */
export const getPartSize = (size = 0): number => Math.max(smallestPart, Math.ceil(size / mostParts))
