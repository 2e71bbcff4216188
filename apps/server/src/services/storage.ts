/** File storage: one interface for the local disk and S3-compatible stores. */
import type { Disk } from '#services/disk.ts'
import type { PartialUpload, StoredPart } from '#services/storage-types.ts'
import { fileTypes } from '@lms/contract/file-types'

export interface StoredFile {
  size: number
  /** The first bytes, enough to recognise the type by its magic number. */
  head: Uint8Array
}

export interface Upload {
  url: string
  /** Must be sent with the PUT. */
  headers: Record<string, string>
  /** ISO 8601. */
  expiresAt: string
}

export interface Storage {
  /** An address to PUT a file of exactly this type, good for `seconds`; with `size`, of that many bytes. It counts once it is settled. */
  presignPut: (key: string, contentType: string, options: { seconds: number; size?: number | undefined }) => Promise<Upload>
  /** Takes what was sent to such an address to its place, where no address changes it; nothing where nothing came. One caller at a time. */
  confirm: (key: string) => Promise<void>
  /** An address to read a file from. `fileName` is what the browser saves it under; images, video and audio are shown all the same. */
  presignGet: (key: string, options?: { fileName?: string }) => Promise<string>
  /** Where pictures may be read by everybody, without a signature; absent where there is no such place. */
  publicUrl?: (key: string) => string
  /** Undefined where nothing was stored under the key. */
  inspect: (key: string) => Promise<StoredFile | undefined>
  /** Bytes `offset` to `offset + length`, fewer at the end of the file. */
  read: (key: string, offset: number, length: number) => Promise<Uint8Array>
  put: (key: string, contentType: string, bytes: Uint8Array) => Promise<void>
  /** Removing a missing file is no error: jobs may run twice. */
  remove: (key: string) => Promise<void>

  /** The `uploadId` of a new upload. */
  startUpload: (key: string, contentType: string) => Promise<string>
  /** An address for one PUT of one part, good for `seconds`. */
  presignPart: (upload: PartialUpload, partNumber: number, options: PartOptions) => Promise<Omit<Upload, 'headers'>>
  /** Parts that have arrived, by number; undefined where there is no such upload, or none any more. */
  listParts: (upload: PartialUpload) => Promise<StoredPart[] | undefined>
  /**
   * Makes the file of these parts, all or nothing. Parts that were sent and are not named are dropped. One caller at a time;
   * repeated after it succeeded, it succeeds. Throws a StorageError of kind `parts` where the store does not take them.
   */
  completeUpload: (upload: PartialUpload, parts: readonly StoredPart[]) => Promise<void>
  /** Cancelling a missing upload is no error. */
  abortUpload: (upload: PartialUpload) => Promise<void>

  /** Everything stored, in no order; absent where listing costs money or time. */
  listStored?: () => AsyncIterable<{ key: string; storedAt: Date }>
  /** Throws where the store does not answer. */
  check: () => Promise<void>
  /** The local disk, which answers its own signed addresses; absent where another server does. */
  disk?: Disk
}

export interface PartOptions {
  seconds: number
  /** Bytes that all parts together may have, where the store counts them as they come. */
  limit: number
}

const shownInPlace = new Set(['image', 'video', 'audio'])

/** Content-Disposition: only images, video and audio are shown in place; everything else could be a page. */
export function contentDisposition(contentType: string, fileName = ''): string {
  const kind = shownInPlace.has(fileTypes[contentType]?.kind ?? '') ? 'inline' : 'attachment'
  return fileName ? `${kind}; filename*=UTF-8''${encodeName(fileName)}` : kind
}

/** RFC 8187 leaves fewer characters as they are than encodeURIComponent does. */
const encodeName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
