/** Resetting a forgotten password; with the link of an invitation, choosing the first password. */

import { Button, Text, VisuallyHidden } from '@mantine/core'
import { useRef, type ReactNode, useEffect } from 'react'
import { useSearchParams, useNavigate, Link } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import { isApiProblem, isNetworkError } from '#lib/api-errors.ts'
import { toFieldErrors, useForm } from '#lib/form.ts'
import { getReturnTo, withReturnTo, paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { notify } from '#ui/toasts.tsx'
import { useLogin, useSiteSendsEmail } from './api.ts'
import { AuthPage } from './auth-page.tsx'
import { NewPasswordHelp, validateLength } from './new-password.tsx'
import { PasswordField } from './password-field.tsx'
import { ResetCodeForm, ResetEmailForm } from './reset-forms.tsx'
import { clearReset, usePasswordReset, type PasswordReset } from './reset-state.ts'
import { useAcceptInvitation, useResetPassword } from './set-password.ts'
import classes from './auth.module.css'

const titles = { email: 'Forgot your password?', code: 'Enter the code', password: 'Choose a new password' }

function PasswordStep({ reset }: { reset: PasswordReset }) {
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
  const send: Send = (password, onError) =>
    save.mutate(
      { email, password, token: token ?? '' },
      {
        onSuccess: () => done(password),
        onError: (error) => {
          onError(error)
          if (isNetworkError(error)) isUnknown.current = true
          if (isApiProblem(error) && error.status === 401)
            reset.go('email', { token: null }, { isSpent: true, ended: isUnknown.current ? 'unknown' : 'unchanged' })
        },
      },
    )
  return <NewPasswordForm email={email} action="Save the new password" isPending={save.isPending || login.isPending} onSubmit={send} />
}

/** The reset of a forgotten password: email, code, new password. */
function ResetSteps() {
  const reset = usePasswordReset()
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

/** For an invitation that has ended: a code sent to the same email can also set a first password. */
function EndedInvitation({ email, below }: { email: string; below: ReactNode }) {
  const sendsEmail = useSiteSendsEmail()
  const ask = 'ask the person who invited you for a new invitation.'
  return (
    <AuthPage title="Choose your password" isForAll>
      <div className={classes.form}>
        <Alert tone="bad" role="alert" title="This invitation was used or has expired">
          {sendsEmail ? `You can choose a password with a code sent by email, or ${ask}` : `To get in, ${ask}`}
        </Alert>
        {sendsEmail && (
          <Button
            component={Link}
            to={paths.resetPassword.to()}
            state={{ email }}
            fullWidth
            classNames={{ root: classes.address ?? '', label: classes.addressLabel ?? '' }}
          >
            {email ? `Send a code to ${email}` : 'Choose a password with a code'}
          </Button>
        )}
        {below && (
          <Text variant="meta" ta="center">
            Have a password already? {below}
          </Text>
        )}
      </div>
    </AuthPage>
  )
}

function Invitation({ token, email }: { token: string; email: string }) {
  const me = useSession((session) => session.user)
  const navigate = useNavigate()
  const accept = useAcceptInvitation()
  const isEnded = toFieldErrors(accept.error, ['token']).token !== undefined
  const signIn = (
    <Link to={paths.login.to()} state={{ email }}>
      Sign in
    </Link>
  )
  if (isEnded) return <EndedInvitation email={email} below={!me && signIn} />
  const note = me && !accept.isSuccess && (
    <Alert title={`You are signed in as ${isolate(me.name)}`}>This device changes to the invited account when you save the password.</Alert>
  )
  return (
    <AuthPage title="Choose your password" isForAll>
      <NewPasswordForm
        email={email}
        action="Save and sign in"
        isPending={accept.isPending || accept.isSuccess}
        note={note}
        onSubmit={(password, onError) =>
          accept.mutate({ token, email, password }, { onSuccess: () => void navigate('/', { replace: true }), onError })
        }
        below={
          !me && (
            <Text variant="meta" ta="center">
              Have a password already? {signIn}
            </Text>
          )
        }
      />
    </AuthPage>
  )
}

type Send = (password: string, onError: (error: unknown) => void) => void

type Props = {
  email: string
  action: string
  isPending: boolean
  /** A hint, which an error replaces. */
  note?: ReactNode
  onSubmit: Send
  below?: ReactNode
}

const initial = { password: '' }

const check = ({ password }: typeof initial) => ({ password: validateLength(password) })

function NewPasswordForm({ email, action, isPending, note, onSubmit, below }: Props) {
  const form = useForm({ draft: null, initial, check })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = form.submit(({ password }) => {
    if (!isPending) onSubmit(password, form.fail)
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {form.failure ? <Alert tone="bad" role="alert" title={form.failure.message} /> : note}
      {/* Tells password managers which account the password is for. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {email && (
        <p className={classes.sent}>
          For <b>{email}</b>
        </p>
      )}
      <PasswordField
        {...form.field('password')}
        ref={field}
        label="New password"
        autoComplete="new-password"
        help={<NewPasswordHelp password={form.values.password} email={email} />}
      />
      <VisuallyHidden role="status">{form.error('password')}</VisuallyHidden>
      <Button type="submit" fullWidth loading={isPending}>
        {action}
      </Button>
      {below}
    </form>
  )
}
