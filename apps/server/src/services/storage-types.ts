/** Types shared by the file stores: multipart uploads and errors. */

/** Multipart uploads, the same for every store. */
export interface PartialUpload {
  key: string
  /** The store's own id for it. */
  uploadId: string
  /** Bytes of each part except the last. */
  partSize: number
}

export interface StoredPart {
  partNumber: number
  /** Quoted, as in the response header of the part. */
  etag: string
  size: number
}

/** Lifetime of signed URLs: a long lecture with a break. */
export const urlLifetimeSeconds = 4 * 3600

/** Seconds for which a signed URL stays the same, so that the browser's cache can be used. */
export const signingPeriodSeconds = 900

/** Bytes: S3 stores reject shorter parts, except for the last. */
export const shortestPart = 5 * 1024 * 1024

/** `down`: does not respond, or rejects us · `full`: has no space · `parts`: rejects these parts. */
export type StorageErrorKind = 'down' | 'full' | 'parts'

/** An error of the store, without its details: bucket, path and host are only in `cause`. */
export class StorageError extends Error {
  readonly kind: StorageErrorKind
  constructor(kind: StorageErrorKind, cause: unknown) {
    super(`the file store ${kind === 'down' ? 'does not answer' : kind === 'full' ? 'is full' : 'refuses the parts'}`, { cause })
    this.kind = kind
  }
}
