/** Whether what was stored is what its type says: pure, from the size and the first bytes. */
import { matchesMagicBytes } from '@lms/contract/magic-bytes'
import { fileTypes } from '@lms/contract/file-types'

export const notWhatItSays = (extension: string): string => `The file is not what its name says: no ${extension}`

/** Why a stored file may not be used, as a sentence; undefined if it may. */
export function fileFault(contentType: string, stored: { size: number; head: Uint8Array } | undefined): string | undefined {
  const type = fileTypes[contentType]
  if (!type) return 'This type is not accepted'
  if (!stored) return 'The file has not arrived yet'
  if (stored.size === 0) return 'The file is empty'
  if (stored.size > type.limit) return `The file is larger than ${Math.floor(type.limit / 1024 / 1024)} MB`
  return matchesMagicBytes(type.extension, stored.head) ? undefined : notWhatItSays(type.extension)
}
