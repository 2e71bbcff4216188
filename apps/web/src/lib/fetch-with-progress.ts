/** A request with upload progress. Uses XMLHttpRequest, because `fetch` does not report it; the result is that of `fetch`. */

type Sent = { method: string; headers: Headers; body: FormData | Blob; signal?: AbortSignal | null | undefined }

const toAbortError = (): DOMException => new DOMException('The upload was cancelled.', 'AbortError')

const bodyless = new Set([204, 205, 304])

function toResponse(request: XMLHttpRequest): Response {
  const lines = request
    .getAllResponseHeaders()
    .split('\r\n')
    .filter((line) => line.includes(':'))
  const headers = new Headers(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]))
  const { status } = request
  return new Response(bodyless.has(status) ? null : (request.response as Blob), { status, headers })
}

/** `onSent` gets the share from 0 to 1. Rejects like `fetch`: a TypeError without a response, an AbortError when aborted. */
export function fetchWithProgress(
  url: string,
  { method, headers, body, signal }: Sent,
  onSent?: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(toAbortError())
    const request = new XMLHttpRequest()
    const abort = (): void => request.abort()
    const settle = (work: () => void) => (): void => {
      signal?.removeEventListener('abort', abort)
      work()
    }
    request.open(method, url)
    request.responseType = 'blob'
    headers.forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent?.(total > 0 ? loaded / total : 0))
    request.upload.addEventListener('load', () => onSent?.(1))
    request.addEventListener(
      'load',
      settle(() => resolve(toResponse(request))),
    )
    request.addEventListener(
      'error',
      settle(() => reject(new TypeError('The connection was lost.'))),
    )
    request.addEventListener(
      'abort',
      settle(() => reject(toAbortError())),
    )
    signal?.addEventListener('abort', abort)
    request.send(body)
  })
}
