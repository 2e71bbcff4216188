/** Accepting an invitation: a password, and one is in. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { toFieldErrors } from '#lib/form.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import classes from './auth-form.module.css'
import { AuthPage } from './auth-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { useAcceptInvitation } from './api.ts'

/** A code goes to the same address, and sets a first password too. */
function EndedInvitation({ email, below }: { email: string; below: ReactNode }) {
  return (
    <AuthPage title="Choose your password" isForAll>
      <div className={classes.form}>
        <Alert tone="bad" role="alert" title="This invitation was used or has expired">
          A code by email lets you choose a password as well. Or ask the person who invited you for a new invitation.
        </Alert>
        <Button
          component={Link}
          to={paths.resetPassword.to()}
          state={{ email }}
          fullWidth
          classNames={{ root: classes.address ?? '', label: classes.addressLabel ?? '' }}
        >
          {email ? `Send a code to ${email}` : 'Choose a password with a code'}
        </Button>
        {below && <p className={classes.other}>Have a password already? {below}</p>}
      </div>
    </AuthPage>
  )
}

export function Invitation({ token, email }: { token: string; email: string }) {
  const me = useSession((session) => session.user)
  const navigate = useNavigate()
  const accept = useAcceptInvitation()
  const errors = accept.error ? toFieldErrors(accept.error, ['token', 'password']) : {}
  const signIn = (
    <Link to={paths.login.to()} state={{ email }}>
      Sign in
    </Link>
  )
  if (errors.token) return <EndedInvitation email={email} below={!me && signIn} />
  const note = errors.form ? (
    <Alert tone="bad" role="alert" title={errors.form} />
  ) : me && !accept.isSuccess ? (
    <Alert title={`You are signed in as ${me.name}`}>This device changes to the invited account when you save the password.</Alert>
  ) : null
  return (
    <AuthPage title="Choose your password" isForAll>
      <NewPasswordForm
        email={email}
        action="Save and sign in"
        isPending={accept.isPending || accept.isSuccess}
        error={errors.password}
        note={note}
        onSubmit={(password) => accept.mutate({ token, email, password }, { onSuccess: () => void navigate('/', { replace: true }) })}
        below={!me && <p className={classes.other}>Have a password already? {signIn}</p>}
      />
    </AuthPage>
  )
}
