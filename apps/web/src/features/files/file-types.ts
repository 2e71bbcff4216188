/** Accepted files by name and size, checked before uploading. The server checks again, by content. */

import { fileTypes, getSizeLimit, sourceExtensions, sourceType } from '@lms/contract/file-types'
import { headBytes, matchesMagicBytes } from '@lms/contract/magic-bytes'
import { isolate } from '@lms/contract/rules/direction'
import { fileSize } from '#lib/files.ts'
import { useSession } from '#lib/session.ts'

type FileType = { type: string; extension: string; limit: number; kind: FileKind }
export type FileKind = 'image' | 'document' | 'source' | 'video' | 'audio' | 'captions'

const known = Object.entries(fileTypes).map(([type, { kind, extension, limit }]): [string, FileType] => [
  extension,
  { type, extension, limit, kind: kind === 'caption' ? 'captions' : kind },
])
const jpegEntries = known.flatMap(([extension, type]): [string, FileType][] => (extension === 'jpg' ? [['jpeg', type]] : []))
const sourceFileType: FileType = { ...fileTypes[sourceType]!, type: sourceType, kind: 'source' }
const byExtension: Record<string, FileType> = Object.fromEntries([
  ...known.filter(([, { kind }]) => kind !== 'source'),
  ...jpegEntries,
  ...sourceExtensions.map((extension): [string, FileType] => [extension, sourceFileType]),
])

export const getExtension = (name: string): string => (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase()

/** By extension first: browsers leave the type empty, or name a ZIP as their operating system does. */
export const getFileType = ({ name, type }: { name: string; type: string }): string => byExtension[getExtension(name)]?.type ?? type

/** For the `accept` of a file field. */
export const getAcceptAttribute = (kinds: readonly FileKind[]): string =>
  Object.entries(byExtension)
    .flatMap(([extension, { kind }]) => (kinds.includes(kind) ? [`.${extension}`] : []))
    .join(',')

/** Why a file cannot be uploaded, as a sentence; undefined if it can. */
export function validateFile(file: { name: string; size: number }, kinds: readonly FileKind[]): string | undefined {
  const known = byExtension[getExtension(file.name)]
  if (!known || !kinds.includes(known.kind)) return `${isolate(file.name)} is of a type that is not accepted.`
  if (file.size === 0) return `${isolate(file.name)} is empty.`
  const limit = getSizeLimit(useSession.getState().user?.role ?? 'USER', fileTypes[known.type]!)
  return file.size > limit ? `${isolate(file.name)} has ${fileSize(file.size)}. At most ${fileSize(limit)} are accepted.` : undefined
}

/** The same, including its first bytes: a wrong type would otherwise be rejected only after the upload. */
export async function validateFileContent(file: File, kinds: readonly FileKind[]): Promise<string | undefined> {
  const error = validateFile(file, kinds)
  if (error !== undefined) return error
  const { extension } = byExtension[getExtension(file.name)]!
  const head = await file.slice(0, headBytes).arrayBuffer()
  return matchesMagicBytes(extension, new Uint8Array(head))
    ? undefined
    : `${isolate(file.name)} is not what its name says: no ${getExtension(file.name)}.`
}
