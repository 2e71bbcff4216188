/** Where files are: one interface, the local disk or an S3-compatible store behind it. */

export interface StoredFile {
  size: number
  /** The first bytes, enough to tell the type by its magic number. */
  head: Uint8Array
}

export interface Storage {
  /** An address for one PUT of exactly this type, good for `seconds`; `headers` must be sent with it. */
  presignPut: (key: string, contentType: string, seconds: number) => Promise<{ url: string; headers: Record<string, string> }>
  /** An address to read a file from. `fileName` makes the browser save it under that name instead of showing it. */
  presignGet: (key: string, options?: { fileName?: string }) => Promise<string>
  /** Undefined where nothing was stored under the key. */
  inspect: (key: string) => Promise<StoredFile | undefined>
  put: (key: string, contentType: string, bytes: Uint8Array) => Promise<void>
  /** Removing what is not there is no error: jobs may run twice. */
  remove: (key: string) => Promise<void>
  /** Throws where the store does not answer. */
  check: () => Promise<void>
}
