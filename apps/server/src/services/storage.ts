/** Where files are: one interface, the local disk or an S3-compatible store behind it. */
import type { Disk } from '#services/disk.ts'

export interface StoredFile {
  size: number
  /** The first bytes, enough to tell the type by its magic number. */
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
  /** An address for one PUT of exactly this type, good for `seconds`. */
  presignPut: (key: string, contentType: string, seconds: number) => Promise<Upload>
  /** An address to read a file from. `fileName` is what the browser saves it under; images, video and audio are shown all the same. */
  presignGet: (key: string, options?: { fileName?: string }) => Promise<string>
  /** Undefined where nothing was stored under the key. */
  inspect: (key: string) => Promise<StoredFile | undefined>
  /** Bytes `offset` to `offset + length`, fewer at the end of the file. */
  read: (key: string, offset: number, length: number) => Promise<Uint8Array>
  put: (key: string, contentType: string, bytes: Uint8Array) => Promise<void>
  /** Removing what is not there is no error: jobs may run twice. */
  remove: (key: string) => Promise<void>
  /** Throws where the store does not answer. */
  check: () => Promise<void>
  /** The local disk, which answers its own signed addresses; absent where another server does. */
  disk?: Disk
}
