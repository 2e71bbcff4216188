/** Requests that set a password and work only once: registering, setting up, resetting, accepting an invitation. */

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isApiProblem, isNetworkError, isWrongLogin } from '#lib/api-errors.ts'
import { api } from '#lib/api.ts'
import { changeCached } from '#lib/cached.ts'
import { type Login, type Session, signInOptions, startSession } from './api.ts'

type SignInOptions = Awaited<ReturnType<typeof api.auth.getSignInOptions>>
type Registration = Login & { name: string }

/**
 * Sends a request that sets a password and works only once. If its response was lost, signs in to see whether it worked.
 * `onDone` turns that session into the response.
 */
function useOnce() {
  const lost = useRef<string | null>(null)
  return async <T>(login: Login, send: () => Promise<T>, onDone: (session: Session) => T): Promise<T> => {
    const what = JSON.stringify([login.email, login.password])
    try {
      return await send()
    } catch (error) {
      if (isNetworkError(error)) lost.current = what
      else if (lost.current === what) {
        const session = await api.auth.login({ body: login }).catch((error: unknown) => {
          // The request did not succeed. Checked only once: each further check would count as a failed sign-in for this address.
          if (isWrongLogin(error)) lost.current = null
          return null
        })
        if (session) return onDone(session)
      }
      throw error
    }
  }
}

/** `onMade` is called before the session is set, which unmounts the page. */
export function useRegister(onMade: () => void) {
  const once = useOnce()
  return useMutation({
    mutationFn: (body: Registration) =>
      once(
        { email: body.email, password: body.password },
        () => api.auth.register({ body }),
        (session) => session,
      ),
    onSuccess: (session) => {
      onMade()
      startSession(session)
    },
    meta: { errors: 'inline' },
  })
}

type Setup = Registration & { schoolName: string; code: string }

/** `onMade` is called before the session is set, which unmounts the page. */
export function useSetUp(onMade: (schoolName: string) => void) {
  const once = useOnce()
  const cache = useQueryClient()
  const finish = (change: object): void =>
    changeCached(
      cache,
      signInOptions.queryKey,
      (options: SignInOptions | undefined) => options && { ...options, ...change, needsSetup: false },
    )
  return useMutation({
    mutationFn: (body: Setup) =>
      once(
        { email: body.email, password: body.password },
        () => api.auth.setUp({ body }),
        (session) => session,
      ),
    onSuccess: (session, { schoolName }) => {
      onMade(schoolName)
      finish({ schoolName })
      startSession(session)
    },
    onError: (error) => {
      if (isApiProblem(error) && error.problem === 'closed') finish({})
    },
    meta: { errors: 'inline' },
  })
}

export function useResetPassword() {
  const once = useOnce()
  return useMutation({
    mutationFn: ({ token, ...body }: Login & { token: string }) =>
      once(
        body,
        () => api.auth.resetPassword({ body }, { token }),
        // This session was only a check: the page signs in after the reset.
        (session) => void api.auth.logout({}, { token: session.token }).catch(() => undefined),
      ),
    meta: { errors: 'inline' },
  })
}

export function useAcceptInvitation() {
  const once = useOnce()
  return useMutation({
    mutationFn: ({ email, ...body }: Login & { token: string }) =>
      once(
        { email, password: body.password },
        () => api.auth.acceptInvitation({ body }),
        (session) => session,
      ),
    onSuccess: startSession,
    meta: { errors: 'inline' },
  })
}
