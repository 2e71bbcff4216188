/** What every file store uses: multipart uploads and errors. */

/** Uploads in parts, as every store knows them. */
export interface PartialUpload {
  key: string
  /** The store's own name for it. */
  uploadId: string
  /** Bytes of each part but the last. */
  partSize: number
}

export interface StoredPart {
  partNumber: number
  /** Quoted, as in the header of the answer to the part. */
  etag: string
  size: number
}

/** Bytes: S3 stores take no shorter parts, except for the last. */
export const shortestPart = 5 * 1024 * 1024

/** `down`: does not answer, or refuses us · `full`: has no room · `parts`: does not make a file of these parts. */
export type StorageErrorKind = 'down' | 'full' | 'parts'

/** What a store could not do, in no words of its own: bucket, path and host stay in `cause`. */
export class StorageError extends Error {
  readonly kind: StorageErrorKind
  constructor(kind: StorageErrorKind, cause: unknown) {
    super(`the file store ${kind === 'down' ? 'does not answer' : kind === 'full' ? 'is full' : 'refuses the parts'}`, { cause })
    this.kind = kind
  }
}
