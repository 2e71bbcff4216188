/** Upload calls to the server and the store. */

import { ApiProblem, refusedSize } from '@lms/contract/client'
import { apiQuery, apiMutation } from '#lib/api-hooks.ts'
import { api } from '#lib/api.ts'
import { fetchWithProgress } from '#lib/fetch-with-progress.ts'
import type { VideoMetadata, Part, PartName, UploadTarget } from './uploads/types.ts'

export const imageUrlsQuery = apiQuery('files', 'getImageUrls')
export const othersUploadsQuery = apiQuery('files', 'listOthersUploads')
export const useAbortUpload = apiMutation('files', 'abortMultipart', { invalidates: ['files'] })
export const useRemoveFile = apiMutation('files', 'removeFile', { invalidates: ['files'] })

type About = { type: string; name: string; size: number }

export const uploadCalls = {
  address: ({ type, name, size }: About, signal?: AbortSignal) =>
    api.files.presignUpload({ query: { fileType: type, fileName: name.slice(0, 255), size } }, signal ? { signal } : {}),
  begin: ({ type, name, size }: About, signal: AbortSignal) =>
    api.files.initMultipart({ body: { fileType: type, fileName: name.slice(0, 255), size } }, { signal }),
  partAddress: (name: PartName, partNumber: number, signal: AbortSignal) =>
    api.files.presignPart({ query: { ...name, partNumber } }, { signal }),
  arrived: (name: PartName, signal: AbortSignal) => api.files.listParts({ query: name }, { signal }),
  complete: (name: PartName, parts: Part[], signal: AbortSignal) => api.files.completeMultipart({ body: { ...name, parts } }, { signal }),
  abort: (name: PartName) => api.files.abortMultipart({ query: name }),
  remove: (fileKey: string) => api.files.removeFile({ query: { fileKey } }),
}

export type UploadCalls = typeof uploadCalls

/** Adds the uploaded file to its week, or replaces the file of a media item; returns the id of the media item. */
export type Deliver = (target: UploadTarget, key: string, facts: VideoMetadata, idempotencyKey: string) => Promise<string>

export const deliver: Deliver = async (
  { courseId, weekId, mediaId, title, notes, captions, attachments = [], watching },
  key,
  facts,
  idempotencyKey,
) => {
  const { id } =
    mediaId === null
      ? await api.media.createMedia(
          {
            params: { courseId, weekId },
            body: { title, notes, captions, ...(attachments.length > 0 && { attachments }), type: 'RECORDED', url: key, ...facts },
          },
          { idempotencyKey },
        )
      : await api.media.updateMedia({ params: { courseId, mediaId }, body: { url: key, ...facts, ...(watching && { watching }) } })
  return id
}

/** Milliseconds without progress: how a connection that failed silently looks. */
const maxSilenceMs = 30_000

type PutOptions = {
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Bytes of this body sent so far. */
  onBytes?: (bytes: number) => void
}

export const toAbortError = (): DOMException => new DOMException('The upload was stopped.', 'AbortError')
const connectionLost = (): ApiProblem => new ApiProblem('offline', { status: 0, detail: 'The connection was lost.' })

/** A PUT with progress that is aborted if it stalls. Returns the ETag, empty if the store has none. */
export async function put(url: string, body: Blob, { headers = {}, signal, onBytes }: PutOptions = {}): Promise<string> {
  if (signal?.aborted) throw toAbortError()
  const line = new AbortController()
  const stop = (): void => line.abort()
  let watch = setTimeout(stop, maxSilenceMs)
  const onSent = (share: number): void => {
    clearTimeout(watch)
    watch = setTimeout(stop, maxSilenceMs)
    onBytes?.(Math.round(share * body.size))
  }
  signal?.addEventListener('abort', stop)
  try {
    const request = { method: 'PUT', headers: new Headers(headers), body, signal: line.signal }
    const response = await fetchWithProgress(url, request, onSent).catch(() => {
      throw signal?.aborted ? toAbortError() : connectionLost()
    })
    if (!response.ok) throw await toApiProblem(response)
    return response.headers.get('etag') ?? ''
  } finally {
    clearTimeout(watch)
    signal?.removeEventListener('abort', stop)
  }
}

const problemNames = { 404: 'not-found', 409: 'conflict', 413: 'too-large', 415: 'unsupported-type', 422: 'validation-failed' } as const

/** Our own store answers with a problem document, S3 with XML, which is ignored. A 403 means that the URL has expired. */
async function toApiProblem(response: Response): Promise<ApiProblem> {
  const name = problemNames[response.status as keyof typeof problemNames] ?? 'unavailable'
  const body = (await response.json().catch(() => null)) as { detail?: unknown } | null
  const other = response.status === 413 ? refusedSize : 'The store did not take the file.'
  const detail = typeof body?.detail === 'string' ? body.detail : other
  return new ApiProblem(name, { status: response.status, detail })
}
