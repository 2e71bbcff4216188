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
