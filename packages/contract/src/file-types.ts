/** All accepted upload types, with their sizes and roles. Plain data, shared by server and web. */

import type { Role } from '#policy.ts'
import { isStudentRole } from './policy.ts'

const MB = 1024 * 1024
/** The maximum bytes of a single PUT to an S3 store. */
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

/** Maximum pixels of an image: browsers need four bytes each to show it. */
export const maxImagePixels = 40_000_000

/** For source code and data in any language: browsers do not run this type. */
export const sourceType = 'text/x-source'

/** Extensions of files uploaded as source. */
export const sourceExtensions: readonly string[] = (
  'c h cpp hpp cc cs java kt swift go rs py ipynb r rb php js mjs jsx ts tsx html css scss sql json xml yaml yml toml csv tsv md tex ' +
  'asm lua pl hs scala dart m'
).split(' ')

/** Never SVG and HTML: they can contain scripts. HTML uploaded as source stays text. */
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

/** Names of the same types in browsers on some systems. */
const otherNames: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/mp3': 'audio/mpeg',
  'application/x-zip-compressed': 'application/zip',
}

/** The canonical type; undefined if it is not accepted. Parameters and capitals are not accepted either. */
export function getFileType(name: string): string | undefined {
  const known = Object.hasOwn(otherNames, name) ? otherNames[name]! : name
  return Object.hasOwn(fileTypes, known) ? known : undefined
}

/** The type for the extension of a key. */
export const getFileTypeOfKey = (key: string): string | undefined =>
  Object.keys(fileTypes).find((name) => key.endsWith(`.${fileTypes[name]!.extension}`))

/** Maximum bytes of a user's file of this type: recordings by students are part of their answers, not lectures. */
export const getSizeLimit = (role: Role, { kind, limit }: FileType): number =>
  isStudentRole(role) && (kind === 'video' || kind === 'audio') ? 500 * MB : limit

/** S3 requires at least 5 MiB per part. */
const smallestPartBytes = 8 * MB
/** S3 accepts 10,000 parts; some are reserved for files that turn out larger than announced. */
const mostParts = 9000

/** Bytes of each part except the last, for a file of `size` bytes. */
export const getPartSize = (size = 0): number => Math.max(smallestPartBytes, Math.ceil(size / mostParts))
