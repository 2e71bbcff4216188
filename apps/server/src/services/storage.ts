/** File storage: one interface for the local disk and S3-compatible stores. */

import { fileTypes } from '@lms/contract/file-types'
import type { Disk } from '#services/disk.ts'
import type { PartialUpload, StoredPart } from '#services/storage-types.ts'

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
  /** A URL to PUT a file of exactly this type, valid for `seconds`; with `size`, of exactly that many bytes. The file exists once it is confirmed. */
  presignPut: (key: string, contentType: string, options: { seconds: number; size?: number | undefined }) => Promise<Upload>
  /** Moves a file sent to such a URL to its final place, where no signed URL can change it; does nothing if none was sent. One caller at a time. */
  confirm: (key: string) => Promise<void>
  /** A URL to read a file from. `fileName` is used for downloads; images, video and audio are always shown inline. */
  presignGet: (key: string, options?: { fileName?: string }) => Promise<string>
  /** The base URL of public images, without signatures; absent if there is none. */
  publicUrl?: (key: string) => string
  /** Undefined if nothing is stored under the key. */
  inspect: (key: string) => Promise<StoredFile | undefined>
  /** Bytes `offset` to `offset + length`; fewer at the end of the file. */
  read: (key: string, offset: number, length: number) => Promise<Uint8Array>
  put: (key: string, contentType: string, bytes: Uint8Array) => Promise<void>
  /** Removing a missing file is no error: jobs may run twice. */
  remove: (key: string) => Promise<void>

  /** The `uploadId` of a new upload. */
  startUpload: (key: string, contentType: string) => Promise<string>
  /** A URL for one PUT of one part, valid for `seconds`. */
  presignPart: (upload: PartialUpload, partNumber: number, options: PartOptions) => Promise<Omit<Upload, 'headers'>>
  /** Parts that have arrived, by number; undefined if there is no such upload, or no longer. */
  listParts: (upload: PartialUpload) => Promise<StoredPart[] | undefined>
  /**
   * Creates the file from these parts, or fails without a file. Parts that were sent but not named are dropped. One caller at a time;
   * repeating it after success succeeds. Throws a StorageError of kind `parts` if the store rejects them.
   */
  completeUpload: (upload: PartialUpload, parts: readonly StoredPart[]) => Promise<void>
  /** Aborting a missing upload is no error. */
  abortUpload: (upload: PartialUpload) => Promise<void>

  /**
   * Removes what a signed PUT sent before this time and nothing checked, or sent again after the check; absent if nothing is kept apart
   * until the check.
   */
  removeIncoming?: (before: Date) => Promise<void>
  /** Everything stored, in no order; absent if listing costs money or time. */
  listStored?: () => AsyncIterable<{ key: string; storedAt: Date }>
  /** Throws if the store does not respond. */
  check: () => Promise<void>
  /** The local disk, if this server serves the signed URLs; absent if another server does. */
  disk?: Disk
}

export interface PartOptions {
  seconds: number
  /** Maximum bytes of all parts together, for stores that count them on arrival. */
  limit: number
}

const shownInPlace = new Set(['image', 'video', 'audio'])

/** Content-Disposition: only images, video and audio are shown inline; everything else could be a page. */
export function contentDisposition(contentType: string, fileName = ''): string {
  const kind = shownInPlace.has(fileTypes[contentType]?.kind ?? '') ? 'inline' : 'attachment'
  return fileName ? `${kind}; filename*=UTF-8''${encodeName(fileName)}` : kind
}

/** RFC 8187 allows fewer unescaped characters than encodeURIComponent. */
const encodeName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
