/** Signing in, registering, signing out. */

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { apiMutation } from '#lib/api-hooks.ts'
import { api, isApiProblem, isNetworkError, isWrongLogin } from '#lib/api.ts'
import { changeCached } from '#lib/cached.ts'
import { localStore } from '#lib/local-store.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'

export const signInOptions = queryOptions({
  queryKey: ['auth', 'options'],
  queryFn: ({ signal }) => api.auth.getSignInOptions({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** True until the server says otherwise. */
export const useSiteSendsEmail = (): boolean => useQuery(signInOptions).data?.sendsEmail !== false

type SignInOptions = Awaited<ReturnType<typeof api.auth.getSignInOptions>>
type Login = { email: string; password: string }
type Session = Awaited<ReturnType<typeof api.auth.login>>
type Registration = Login & { name: string }

/** Starts a session. One of another person on this device ends with it. */
function startSession({ token, user }: Session): void {
  const { token: former, setAuth } = useSession.getState()
  setAuth(token, user)
  if (former && former !== token) void api.auth.logout({}, { token: former }).catch(() => undefined)
}

export const useLogin = () =>
  useMutation({
    mutationFn: (body: Login) => api.auth.login({ body }),
    onSuccess: startSession,
    meta: { errors: 'inline' },
  })

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

/** Signs out at once; the request to the server runs on, and its answer changes nothing here. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => {
    const { token, signOut } = useSession.getState()
    if (token) void api.auth.logout({}, { token }).catch(() => undefined)
    signOut('person')
    void navigate(paths.login.to(), { replace: true })
  }
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

const schoolNameKey = 'school-name'

/** Null if there is none. It never changes once set, and the sign-in page needs it: only requested if it is not stored on this device. */
export function useSchoolName(): string | null {
  const [known] = useState(() => localStore.getItem(schoolNameKey))
  const { data } = useQuery({ ...signInOptions, enabled: known === null })
  useEffect(() => {
    if (data) localStore.setItem(schoolNameKey, data.schoolName ?? '')
  }, [data])
  return (data ? data.schoolName : known) || null
}

export const useGenerateOtp = apiMutation('auth', 'generateOtp', { errors: 'inline' })

export const useVerifyOtp = () =>
  useMutation({ mutationFn: (body: { email: string; otp: string }) => api.auth.verifyOtp({ body }), meta: { errors: 'inline' } })

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
