/** The typed client of the server: adds the session to each call, and ends it on a 401. */

import { ApiProblem, createClient, refusedSize, type Transport } from '@lms/contract/client'
import { paths } from '@lms/contract/generated/paths'
import { setServerTime } from './server-clock.ts'
import { useSession } from './session.ts'

export { ApiProblem, refusedSize }

const transport: Transport = async (url, init, onUpload) => {
  const headers = new Headers(init.headers)
  const { token } = useSession.getState()
  if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  const { method = 'GET', body, signal } = init
  if (method !== 'GET') clearPreloadedCalls()
  const isOwn = token !== null && headers.get('authorization') === `Bearer ${token}`
  const preloaded = method === 'GET' && isOwn ? await takePreloadedCall(url, token) : undefined
  const response =
    preloaded?.response ??
    (onUpload && body instanceof FormData
      ? await fetchWithProgress(url, { method, headers, body, signal }, onUpload)
      : await fetch(url, { ...init, headers }))
  setServerTime(response.headers.get('date'), preloaded?.at ?? Date.now())
  // A 401 only means that the session is invalid; calls with a token other than the session's are not about it.
  if (response.status === 401 && token && headers.get('authorization') === `Bearer ${useSession.getState().token}` && !isSignIn(url))
    useSession.getState().signOut()
  return response
}

/** Login, registration, codes and reset return 401 for their own reasons, which end no session. */
const isSignIn = (url: string): boolean => /^\/api\/(auth\/(login|register|options)|otp\/|users\/reset-password)/.test(url)

export const api = createClient(paths, transport)

export const isApiProblem = (error: unknown): error is ApiProblem => error instanceof ApiProblem

/** The error of a call by a user who is no longer signed in. */
export const createUnauthenticatedError = (): ApiProblem => new ApiProblem('unauthenticated', { status: 401, detail: 'Sign in again' })

/** A 404 when removing something counts as done. */
export const isNotFound = (error: unknown): boolean => isApiProblem(error) && error.problem === 'not-found'

/** The server checked a password, and it is wrong for this email. */
export const isWrongLogin = (error: unknown): boolean => isApiProblem(error) && error.problem === 'invalid-credentials'

/**
 * Whether the server checked a request and rejected it, so that nothing was done. If it did not check it, an earlier try may have
 * been executed although its response was lost; and what a proxy says in its place (`unavailable`) is not the server’s decision.
 */
export const isDefinitive = (error: unknown): boolean =>
  isApiProblem(error) &&
  (error.status === 501 || (error.status >= 400 && error.status < 500)) &&
  // No session, too slow, too often.
  ![401, 408, 429].includes(error.status) &&
  !['unavailable', 'request-in-progress'].includes(error.problem)

/** The opposite: no connection, an overloaded or restarting server, an ended session. What was to be saved is kept and sent again. */
export const isTemporary = (error: unknown): boolean => isApiProblem(error) && !isDefinitive(error)

/** There was no response, or none from the server itself: the request may have been executed. */
export const isNetworkError = (error: unknown): boolean => isApiProblem(error) && (error.status === 0 || error.status >= 500)

/** The server cannot answer now, or a proxy cannot reach it. */
export const isUnavailable = (error: unknown): boolean => isApiProblem(error) && [502, 503, 504].includes(error.status)

/** A sentence for any error. */
export const getErrorMessage = (error: unknown): string => {
  if (!isApiProblem(error)) return 'Something went wrong on this page.'
  return error.problem === 'offline' ? 'The server did not answer.' : error.message
}

/** Saves a download as a file. */
export function downloadBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** A call made by start.js before the app’s code was loaded. */
type Preloaded = { response: Response; /** When it arrived, in milliseconds since 1970. */ at: number }

declare global {
  interface Window {
    takePreloadedCall?: (url: string, token: string) => Promise<Preloaded> | undefined
  }
}

/** Milliseconds after which the response may be out of date. */
const maxAge = 10_000

/** The response to a call made by start.js. Undefined if there is none or it failed: the call is then made as usual. */
async function takePreloadedCall(url: string, token: string): Promise<Preloaded | undefined> {
  const preloaded = await window.takePreloadedCall?.(url, token)?.catch(() => undefined)
  return preloaded && preloaded.response.status < 500 && Date.now() - preloaded.at <= maxAge ? preloaded : undefined
}

/** Drops the remaining responses: after a change they may be out of date. */
function clearPreloadedCalls(): void {
  delete window.takePreloadedCall
}

// A request with upload progress. Uses XMLHttpRequest, because `fetch` does not report it; the result is that of `fetch`.
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
