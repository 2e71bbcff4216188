/** The typed client of the server: adds the session to each call, and ends it on a 401. */

import { createClient, type Transport } from '@lms/contract/client'
import { paths } from '@lms/contract/generated/paths'
import { fetchWithProgress } from './fetch-with-progress.ts'
import { clearPreloadedCalls, takePreloadedCall } from './preloaded-calls.ts'
import { setServerTime } from './server-clock.ts'
import { useSession } from './session.ts'

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
