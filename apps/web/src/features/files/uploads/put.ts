/** One PUT to the store that tells how far it is, gives up where nothing moves, and says which kind of failure it met. */
import { ApiProblem } from '#lib/api.ts'
import { fetchWithProgress } from '#lib/xhr.ts'

/** Milliseconds without a byte moving: a line that died without a word looks like this. */
const stillness = 30_000

type Options = {
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Bytes of this body that have left. */
  onBytes?: (bytes: number) => void
}

export const aborted = (): DOMException => new DOMException('The upload was stopped.', 'AbortError')
const cut = (): ApiProblem => new ApiProblem('offline', { status: 0, detail: 'The connection was lost.' })

/** Gives the ETag, empty where the store has none. */
export async function put(url: string, body: Blob, { headers = {}, signal, onBytes }: Options = {}): Promise<string> {
  if (signal?.aborted) throw aborted()
  const line = new AbortController()
  const stop = (): void => line.abort()
  let watch = setTimeout(stop, stillness)
  const onSent = (share: number): void => {
    clearTimeout(watch)
    watch = setTimeout(stop, stillness)
    onBytes?.(Math.round(share * body.size))
  }
  signal?.addEventListener('abort', stop)
  try {
    const request = { method: 'PUT', headers: new Headers(headers), body, signal: line.signal }
    const response = await fetchWithProgress(url, request, onSent).catch(() => {
      throw signal?.aborted ? aborted() : cut()
    })
    if (!response.ok) throw await refusalOf(response)
    return response.headers.get('etag') ?? ''
  } finally {
    clearTimeout(watch)
    signal?.removeEventListener('abort', stop)
  }
}

const names = { 404: 'not-found', 409: 'conflict', 413: 'too-large', 415: 'unsupported-type', 422: 'invalid' } as const

/** Our own store answers with a problem document, S3 with XML that is of no use to anybody here. A 403 is an address that ran out. */
async function refusalOf(response: Response): Promise<ApiProblem> {
  const name = names[response.status as keyof typeof names] ?? 'unavailable'
  const body = (await response.json().catch(() => null)) as { detail?: unknown } | null
  const detail = typeof body?.detail === 'string' ? body.detail : 'The store did not take the file.'
  return new ApiProblem(name, { status: response.status, detail })
}
