/** Signing in, registering, signing out. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'

export const signInOptions = queryOptions({
  queryKey: ['auth', 'options'],
  queryFn: ({ signal }) => api.auth.getSignInOptions({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

type Login = { email: string; password: string }
type Registration = Login & { name: string }

export const useLogin = () =>
  useMutation({
    mutationFn: (body: Login) => api.auth.login({ body }),
    onSuccess: ({ token, user }) => useSession.getState().setAuth(token, user),
    meta: { errors: 'inline' },
  })

/** `onMade` comes before the session does, which ends the page. */
export const useRegister = (onMade: () => void) =>
  useMutation({
    mutationFn: (body: Registration) => api.auth.register({ body }),
    onSuccess: ({ token, user }) => {
      onMade()
      useSession.getState().setAuth(token, user)
    },
    meta: { errors: 'inline' },
  })

/** Leaves at once; the server is told on the way out, and its answer changes nothing for the one who leaves. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => {
    const { token, signOut } = useSession.getState()
    if (token) void api.auth.logout({}, { token }).catch(() => undefined)
    signOut('person')
    void navigate(paths.login.to(), { replace: true })
  }
}

export const useGenerateOtp = () =>
  useMutation({ mutationFn: (email: string) => api.auth.generateOtp({ body: { email } }), meta: { errors: 'inline' } })

export const useVerifyOtp = () =>
  useMutation({ mutationFn: (body: { email: string; otp: string }) => api.auth.verifyOtp({ body }), meta: { errors: 'inline' } })

export const useResetPassword = () =>
  useMutation({
    mutationFn: ({ token, ...body }: Login & { token: string }) => api.auth.resetPassword({ body }, { token }),
    meta: { errors: 'inline' },
  })

export const useAcceptInvitation = () =>
  useMutation({
    mutationFn: (body: { token: string; password: string }) => api.auth.acceptInvitation({ body }),
    onSuccess: ({ token, user }) => useSession.getState().setAuth(token, user),
    meta: { errors: 'inline' },
  })
