/** One PUT to the store that tells how far it is, gives up where nothing moves, and says which kind of failure it met. */
import { ApiProblem } from '#lib/api.ts'

/** Milliseconds without a byte moving: a line that died without a word looks like this. */
const stillness = 60_000

type Options = {
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Bytes of this body that have left. */
  onBytes?: (bytes: number) => void
}

export const aborted = (): DOMException => new DOMException('The upload was stopped.', 'AbortError')
const cut = (): ApiProblem => new ApiProblem('offline', { status: 0, detail: 'The connection was lost.' })

/** XMLHttpRequest, because `fetch` cannot say how much of a body has left. Gives the ETag, empty where the store has none. */
export function put(url: string, body: Blob, { headers = {}, signal, onBytes }: Options = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted())
    const request = new XMLHttpRequest()
    const abort = (): void => request.abort()
    let watch = setTimeout(abort, stillness)
    const settle = (work: () => void) => (): void => {
      clearTimeout(watch)
      signal?.removeEventListener('abort', abort)
      work()
    }
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => {
      clearTimeout(watch)
      watch = setTimeout(abort, stillness)
      onBytes?.(loaded)
    })
    const finish = (): void => (request.status < 300 ? resolve(request.getResponseHeader('etag') ?? '') : reject(refusalOf(request)))
    request.addEventListener('load', settle(finish))
    request.addEventListener(
      'error',
      settle(() => reject(cut())),
    )
    request.addEventListener(
      'abort',
      settle(() => reject(signal?.aborted ? aborted() : cut())),
    )
    signal?.addEventListener('abort', abort)
    request.send(body)
  })
}

const names = { 404: 'not-found', 409: 'conflict', 413: 'too-large', 415: 'unsupported-type', 422: 'invalid' } as const

/** Our own store answers with a problem document, S3 with XML that is of no use to anybody here. A 403 is an address that ran out. */
function refusalOf({ status, responseText }: XMLHttpRequest): ApiProblem {
  const name = names[status as keyof typeof names] ?? 'unavailable'
  return new ApiProblem(name, { status, detail: detailOf(responseText) ?? 'The store did not take the file.' })
}

function detailOf(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown }
    return typeof detail === 'string' ? detail : undefined
  } catch {
    return undefined
  }
}
