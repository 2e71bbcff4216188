/** Sends one file to the store: an address for it, then one PUT straight there. */
import { api, ApiProblem } from '#lib/api.ts'

type Options = {
  /** How much has left, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Resolves with the key to save; fails with an ApiProblem, or with an AbortError where `signal` ended it. */
export async function uploadFile(file: File, { onProgress, signal }: Options = {}): Promise<{ key: string }> {
  const { key, url, headers } = await api.files.presignUpload({ query: { fileType: typeOf(file) } }, signal ? { signal } : {})
  await put(url, headers, file, onProgress, signal)
  return { key }
}

/** Browsers know no type for captions, and none for some videos: the name's ending says it. */
const typesByEnding: Record<string, string> = { vtt: 'text/vtt', m4a: 'audio/mp4', mov: 'video/quicktime', mp4: 'video/mp4', webm: 'video/webm' }
const typeOf = (file: File): string => file.type || typesByEnding[file.name.split('.').at(-1)?.toLowerCase() ?? ''] || 'application/octet-stream'

/** XMLHttpRequest, because fetch does not say how much of a body has left. */
function put(url: string, headers: Record<string, string>, file: File, onProgress?: (share: number) => void, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total ? loaded / total : 0))
    request.addEventListener('load', () => (request.status < 300 ? resolve() : reject(refused(request.status))))
    request.addEventListener('error', () => reject(new ApiProblem('offline', { status: 0, detail: 'The connection was lost.' })))
    request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled.', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

function refused(status: number): ApiProblem {
  if (status === 413) return new ApiProblem('too-large', { status, detail: 'The file is larger than this kind of file may be.' })
  if (status === 415) return new ApiProblem('unsupported-type', { status, detail: 'The file is not what its name says.' })
  return new ApiProblem('unavailable', { status, detail: 'The store did not take the file.' })
}
