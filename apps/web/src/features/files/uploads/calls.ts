/** The calls that an upload needs, as the product answers them. */
import { api } from '#lib/api.ts'

export type PartName = { key: string; uploadId: string }
export type Part = { partNumber: number; etag: string }
type About = { type: string; name: string; size: number }

export const uploadCalls = {
  address: ({ type, name, size }: About, signal?: AbortSignal) =>
    api.files.presignUpload({ query: { fileType: type, fileName: name.slice(0, 255), size } }, signal ? { signal } : {}),
  begin: ({ type, name, size }: About, signal: AbortSignal) =>
    api.files.initMultipart({ body: { fileType: type, fileName: name.slice(0, 255), size } }, { signal }),
  partAddress: (name: PartName, partNumber: number, signal: AbortSignal) =>
    api.files.presignPart({ query: { ...name, partNumber } }, { signal }),
  unfinished: (signal: AbortSignal) => api.files.listUploads({ query: { limit: 100 } }, { signal }),
  arrived: (name: PartName, signal: AbortSignal) => api.files.listParts({ query: name }, { signal }),
  complete: (name: PartName, parts: Part[], signal: AbortSignal) => api.files.completeMultipart({ body: { ...name, parts } }, { signal }),
  abort: (name: PartName) => api.files.abortMultipart({ query: name }),
  remove: (fileKey: string) => api.files.removeFile({ query: { fileKey } }),
}

export type UploadCalls = typeof uploadCalls
