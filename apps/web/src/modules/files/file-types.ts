/** Which files the server takes, and how large: checked before anything is sent. The server checks again, by content. */
import { fileSize } from '#lib/file-size.ts'

type FileType = { type: string; limit: number; kind: FileKind }
export type FileKind = 'image' | 'document' | 'video' | 'audio' | 'captions'

const MB = 1024 ** 2
const GB = 1024 ** 3
const office = 'application/vnd.openxmlformats-officedocument.'

const of = (kind: FileKind, limit: number, type: string): FileType => ({ kind, limit, type })

const byExtension: Record<string, FileType> = {
  jpg: of('image', 5 * MB, 'image/jpeg'),
  jpeg: of('image', 5 * MB, 'image/jpeg'),
  png: of('image', 5 * MB, 'image/png'),
  webp: of('image', 5 * MB, 'image/webp'),
  gif: of('image', 5 * MB, 'image/gif'),
  pdf: of('document', 100 * MB, 'application/pdf'),
  docx: of('document', 100 * MB, `${office}wordprocessingml.document`),
  pptx: of('document', 100 * MB, `${office}presentationml.presentation`),
  xlsx: of('document', 100 * MB, `${office}spreadsheetml.sheet`),
  txt: of('document', 100 * MB, 'text/plain'),
  zip: of('document', 100 * MB, 'application/zip'),
  mp4: of('video', 5 * GB, 'video/mp4'),
  webm: of('video', 5 * GB, 'video/webm'),
  mov: of('video', 5 * GB, 'video/quicktime'),
  mp3: of('audio', 5 * GB, 'audio/mpeg'),
  m4a: of('audio', 5 * GB, 'audio/mp4'),
  vtt: of('captions', MB, 'text/vtt'),
}

export const extensionOf = (name: string): string => (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase()

/** By the name first: browsers leave the type empty, or call a ZIP whatever their system does. */
export const fileTypeOf = ({ name, type }: { name: string; type: string }): string => byExtension[extensionOf(name)]?.type ?? type

/** For the `accept` of a file field. */
export const acceptOf = (kinds: readonly FileKind[]): string =>
  Object.entries(byExtension)
    .flatMap(([extension, { kind }]) => (kinds.includes(kind) ? [`.${extension}`] : []))
    .join(',')

/** Why a file cannot be sent, as a sentence; undefined where it can. */
export function fileRefusal(file: { name: string; size: number }, kinds: readonly FileKind[]): string | undefined {
  const known = byExtension[extensionOf(file.name)]
  if (!known || !kinds.includes(known.kind)) return `${file.name} is of a type that is not accepted.`
  if (file.size === 0) return `${file.name} is empty.`
  return file.size > known.limit ? `${file.name} has ${fileSize(file.size)}. At most ${fileSize(known.limit)} are accepted.` : undefined
}
