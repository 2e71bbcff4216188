/** Files that arrive in parts, as every store knows them. */

/** A file that arrives in parts. */
export interface PartialUpload {
  key: string
  /** The store's own name for it. */
  uploadId: string
  /** Bytes that each part but the last is meant to have; others are taken too. */
  partSize: number
}

export interface StoredPart {
  partNumber: number
  /** Quoted, as it stands in the header that answered the part. */
  etag: string
  size: number
}

/** Bytes: S3 makers take no shorter parts, but for the last. */
export const shortestPart = 5 * 1024 * 1024
