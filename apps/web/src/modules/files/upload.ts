/** Sends one file to the store: an address from the server, then one PUT that tells how far it is. */
import { api, ApiProblem } from '#lib/api.ts'
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
  await put(url, headers, file, onProgress, signal)
  return { key }
}

const aborted = (): DOMException => new DOMException('The upload was cancelled.', 'AbortError')

/** XMLHttpRequest, because `fetch` cannot say how much of a body has left. */
function put(
  url: string,
  headers: Record<string, string>,
  file: File,
  onProgress?: (share: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted())
    const request = new XMLHttpRequest()
    const abort = (): void => request.abort()
    const settle = (work: () => void) => (): void => {
      signal?.removeEventListener('abort', abort)
      work()
    }
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
    request.addEventListener(
      'load',
      settle(() => (request.status < 300 ? resolve() : reject(refusalOf(request)))),
    )
    request.addEventListener(
      'error',
      settle(() => reject(new ApiProblem('offline', { status: 0, detail: 'The connection was lost.' }))),
    )
    request.addEventListener(
      'abort',
      settle(() => reject(aborted())),
    )
    signal?.addEventListener('abort', abort)
    request.send(file)
  })
}

/** Our own store answers with a problem document, S3 with XML that is of no use to anybody here. */
function refusalOf({ status, responseText }: XMLHttpRequest): ApiProblem {
  const names = { 413: 'too-large', 415: 'unsupported-type' } as const
  const name = names[status as keyof typeof names] ?? 'unavailable'
  return new ApiProblem(name, { status, detail: detailOf(responseText) ?? 'The file was not taken.' })
}

function detailOf(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown }
    return typeof detail === 'string' ? detail : undefined
  } catch {
    return undefined
  }
}
