/** Signing in and out, and codes by email. */

import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { apiMutation } from '#lib/api-hooks.ts'
import { api } from '#lib/api.ts'
import { localStore } from '#lib/local-store.ts'
import { getReturnTo, paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'

export const signInOptions = queryOptions({
  queryKey: ['auth', 'options'],
  queryFn: ({ signal }) => api.auth.getSignInOptions({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Of the join link that led to a public page. */
export const getJoinToken = (search: URLSearchParams): string | undefined => /^\/join\/([\w-]+)$/.exec(getReturnTo(search))?.[1]

/** “To join Data Journalism”, once it is known. */
export function useJoinWords(): string | undefined {
  const [search] = useSearchParams()
  const token = getJoinToken(search) ?? ''
  const { data } = useQuery({
    queryKey: ['auth', 'join', token],
    queryFn: ({ signal }) => api.joinLinks.findJoinCourse({ params: { token } }, { signal }),
    enabled: token !== '',
    retry: false,
  })
  return data?.title ? `To join ${isolate(data.title)}` : undefined
}

/** True until the server says otherwise. */
export const useSiteSendsEmail = (): boolean => useQuery(signInOptions).data?.sendsEmail !== false

export const useHasLocalLinks = (): boolean => useQuery(signInOptions).data?.hasLocalLinks === true

export type Login = { email: string; password: string }
export type Session = Awaited<ReturnType<typeof api.auth.login>>

/** Starts a session. One of another person on this device ends with it. */
export function startSession({ token, user }: Session): void {
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
