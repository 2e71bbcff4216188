/** Reset of a forgotten password; with the link of an invitation, the first password. */
import { useNavigate, useSearchParams } from 'react-router'
import { Invitation } from './invitation.tsx'
import { useRef } from 'react'
import { isApiProblem, isNetworkError } from '#lib/api.ts'
import { toFieldErrors } from '#lib/form.ts'
import { getReturnTo, paths, withReturnTo } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { notify } from '#ui/toasts.tsx'
import { AuthPage } from './auth-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { useLogin, useResetPassword } from './api.ts'
import { ResetCodeForm } from './reset-code-form.tsx'
import { ResetEmailForm } from './reset-email-form.tsx'
import { clearReset, type Reset, useReset } from './reset-state.ts'

const titles = { email: 'Forgot your password?', code: 'Enter the code', password: 'Choose a new password' }

function PasswordStep({ reset }: { reset: Reset }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const save = useResetPassword()
  const login = useLogin()
  const isUnknown = useRef(false)
  const { email, token } = reset.progress
  const done = (password: string): void => {
    clearReset()
    // The server has ended every session of this account, so this device's own has ended, too.
    const { user, signOut } = useSession.getState()
    if (user?.email.toLowerCase() === email.toLowerCase()) signOut('person')
    login.mutate(
      { email, password },
      {
        onSuccess: () => {
          notify.success('Your password is changed, and you are signed in. Other devices are signed out.')
          void navigate(getReturnTo(search), { replace: true })
        },
        onError: () => {
          notify.success('Your password is changed. Sign in with it.')
          void navigate(withReturnTo(paths.login.to(), search), { replace: true, state: { email } })
        },
      },
    )
  }
  const send = (password: string): void =>
    save.mutate(
      { email, password, token: token ?? '' },
      {
        onSuccess: () => done(password),
        onError: (error) => {
          if (isNetworkError(error)) isUnknown.current = true
          if (isApiProblem(error) && error.status === 401)
            reset.go('email', { token: null }, { isSpent: true, ended: isUnknown.current ? 'unknown' : 'unchanged' })
        },
      },
    )
  const errors = save.error ? toFieldErrors(save.error, ['password']) : {}
  return (
    <NewPasswordForm
      email={email}
      action="Save the new password"
      isPending={save.isPending || login.isPending}
      error={errors.password}
      note={errors.form && <Alert tone="bad" role="alert" title={errors.form} />}
      onSubmit={send}
    />
  )
}

/** The reset of a forgotten password: address, code, new password. */
function ResetSteps() {
  const reset = useReset()
  const { step } = reset.progress
  return (
    <AuthPage title={titles[step]} isForAll>
      {step === 'email' && <ResetEmailForm reset={reset} />}
      {step === 'code' && <ResetCodeForm reset={reset} />}
      {step === 'password' && <PasswordStep reset={reset} />}
    </AuthPage>
  )
}

export function ResetPasswordScreen() {
  const [search] = useSearchParams()
  const invitation = search.get('invitation')
  return invitation ? <Invitation token={invitation} email={search.get('email') ?? ''} /> : <ResetSteps />
}
