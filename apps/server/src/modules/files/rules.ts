/** Rules for stored files: whether size and first bytes match the type, and whether the parts are complete. Pure. */

import { fileTypes } from '@lms/contract/file-types'
import { matchesMagicBytes } from '@lms/contract/magic-bytes'
import type { FieldError } from '@lms/contract/problems'

export const notWhatItSays = (extension: string): string => `The file is not what its name says: no ${extension}`

/** Why a stored file is rejected, as a sentence; undefined if it is fine. */
export function validateFile(contentType: string, stored: { size: number; head: Uint8Array } | undefined): string | undefined {
  const type = fileTypes[contentType]
  if (!type) return 'This type is not accepted'
  if (!stored) return 'The file has not arrived yet'
  if (stored.size === 0) return 'The file is empty'
  if (stored.size > type.limit) return `The file is larger than ${Math.floor(type.limit / 1024 / 1024)} MB`
  return matchesMagicBytes(type.extension, stored.head) ? undefined : notWhatItSays(type.extension)
}

/** Whether the parts named by a browser are those that arrived. */
interface Named {
  partNumber: number
  etag: string
}
interface Arrived extends Named {
  size: number
}

/** Servers quote ETags; browsers and people do not always. */
const normalizeEtag = (etag: string) => etag.trim().replaceAll('"', '').toLowerCase()

/** All errors. Without any, the parts are 1, 2, 3 and so on, each once, and include all that arrived. */
export function validateParts(named: readonly Named[], arrived: readonly Arrived[]): FieldError[] {
  const byNumber = new Map(arrived.map((part) => [part.partNumber, part]))
  const seen = new Set<number>()
  const errors = named.flatMap(({ partNumber, etag }, index): FieldError[] => {
    const at = `/parts/${index}`
    if (seen.has(partNumber)) return [{ pointer: `${at}/partNumber`, detail: `Part ${partNumber} is named twice` }]
    seen.add(partNumber)
    const part = byNumber.get(partNumber)
    if (!part) return [{ pointer: `${at}/partNumber`, detail: `Part ${partNumber} has not arrived` }]
    return normalizeEtag(part.etag) === normalizeEtag(etag)
      ? []
      : [{ pointer: `${at}/etag`, detail: `Part ${partNumber} arrived with another ETag` }]
  })
  const last = Math.max(0, ...seen, ...byNumber.keys())
  const missing = Array.from({ length: last }, (_, index) => index + 1).filter((partNumber) => !seen.has(partNumber))
  return [...errors, ...missing.map((partNumber) => ({ pointer: '/parts', detail: `Part ${partNumber} is missing` }))]
}

/** Why the parts do not match the announced file. */
export function validateSize(size: number, announced: number | null): FieldError | undefined {
  if (size === 0) return { pointer: '/parts', detail: 'The file is empty' }
  if (announced === null || size === announced) return undefined
  const detail =
    size < announced
      ? `The parts have ${size} of ${announced} bytes: the rest has not arrived`
      : `The parts have ${size} bytes, but the announced size is ${announced}`
  return { pointer: '/parts', detail }
}

/** S3 requires this minimum for all parts but the last. */
export const validatePartSizes = (parts: readonly Arrived[], shortest: number): FieldError[] =>
  parts
    .slice(0, -1)
    .flatMap(({ partNumber, size }) =>
      size < shortest ? [{ pointer: '/parts', detail: `Part ${partNumber} has less than ${shortest / 1024 / 1024} MiB` }] : [],
    )
