/** Sends one file to the store: an address from the server, then one PUT that tells how far it is. */
import { api, ApiProblem } from '#lib/api.ts'
import { sendCounting } from '#lib/send-counting.ts'
import { fileTypeOf } from './file-types.ts'

export type UploadOptions = {
  /** From 0 to 1, as the bytes leave. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

export async function uploadFile(file: File, { onProgress, signal }: UploadOptions = {}): Promise<{ key: string }> {
  const { key, url, headers } = await api.files.presignUpload(
    { query: { fileType: fileTypeOf(file), fileName: file.name.slice(0, 255) } },
    signal ? { signal } : {},
  )
  const response = await sendCounting(url, { method: 'PUT', headers: new Headers(headers), body: file, signal }, onProgress).catch(
    (cause: unknown) => {
      throw cause instanceof DOMException ? cause : new ApiProblem('offline', { status: 0, detail: 'The connection was lost.' })
    },
  )
  if (!response.ok) throw await refusalOf(response)
  return { key }
}

/** Our own store answers with a problem document, S3 with XML that is of no use to anybody here. */
async function refusalOf(response: Response): Promise<ApiProblem> {
  const names = { 413: 'too-large', 415: 'unsupported-type' } as const
  const name = names[response.status as keyof typeof names] ?? 'unavailable'
  return new ApiProblem(name, { status: response.status, detail: (await detailOf(response)) ?? 'The file was not taken.' })
}

async function detailOf(response: Response): Promise<string | undefined> {
  const body = (await response.json().catch(() => null)) as { detail?: unknown } | null
  return typeof body?.detail === 'string' ? body.detail : undefined
}
