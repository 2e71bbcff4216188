/** The pages of the two links about a change of address: confirming the new one, and keeping the old one. Opening them changes nothing; the button does. */

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ApiProblem } from '@lms/contract/client'
import { getErrorMessage } from '#lib/api-errors.ts'
import { toFieldErrors } from '#lib/form.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { useConfirmEmail, useStopEmailChange } from '#features/users/api.ts'
import { AuthPage } from './auth-page.tsx'
import classes from './auth.module.css'

type Props = { title: string; words: string; action: string; isPending: boolean; error: ApiProblem | null; onPress: () => void }

/** One question and one button, or that the link no longer works. */
function LinkPage({ title, words, action, isPending, error, onPress }: Props) {
  const ended = toFieldErrors(error, ['token']).token
  if (ended)
    return (
      <AuthPage title="This link does not work" isForAll words={`${ended} Nothing was changed.`}>
        <Onward />
      </AuthPage>
    )
  return (
    <AuthPage title={title} isForAll words={words}>
      <div className={classes.form}>
        {error && <Alert tone="bad" role="alert" title={getErrorMessage(error)} />}
        <Button fullWidth loading={isPending} onClick={onPress}>
          {action}
        </Button>
      </div>
    </AuthPage>
  )
}

/** To the profile, or to sign-in with the address. */
function Onward({ email }: { email?: string }) {
  const isSignedIn = useSession((session) => session.isAuthenticated)
  return isSignedIn ? (
    <Button component={Link} to={paths.profile.to()} fullWidth variant="default">
      Open your profile
    </Button>
  ) : (
    <Button component={Link} to={paths.login.to()} state={{ email }} fullWidth variant="default">
      Sign in
    </Button>
  )
}

const Done = ({ title, words, children }: { title: string; words: string; children: ReactNode }) => (
  <AuthPage title={title} isForAll>
    <div className={classes.form}>
      <p role="status">{words}</p>
      {children}
    </div>
  </AuthPage>
)

function useLink() {
  const [search] = useSearchParams()
  return { token: search.get('token') ?? '', email: search.get('email') ?? '' }
}

export function ConfirmEmailScreen() {
  const { token, email } = useLink()
  const confirm = useConfirmEmail()
  if (confirm.data)
    return (
      <Done title="Address confirmed" words={`You now sign in with ${confirm.data.email}. Your devices stay signed in.`}>
        <Onward email={confirm.data.email} />
      </Done>
    )
  return (
    <LinkPage
      title="Confirm your new address"
      words={email ? `You will sign in with ${email}.` : 'You will sign in with this address.'}
      action="Confirm this address"
      isPending={confirm.isPending}
      error={confirm.error}
      onPress={() => confirm.mutate({ body: { token } })}
    />
  )
}

export function StopEmailChangeScreen() {
  const { token, email } = useLink()
  const stop = useStopEmailChange()
  if (stop.data?.isReverted)
    return (
      <Done
        title="Your address was restored"
        words={`You sign in with ${stop.data.email} again. All devices were signed out, and the old password no longer works.`}
      >
        <Button component={Link} to={paths.resetPassword.to()} state={{ email: stop.data.email }} fullWidth>
          Choose a new password
        </Button>
      </Done>
    )
  if (stop.data)
    return (
      <Done title="Your address was not changed" words={`You sign in with ${stop.data.email} as before.`}>
        <Onward email={stop.data.email} />
      </Done>
    )
  return (
    <LinkPage
      title="Keep your address?"
      words={`${email ? `You keep ${email}.` : 'You keep the address that received this email.'} If it was already changed, it is changed back, all devices are signed out, and you choose a new password.`}
      action="Keep my address"
      isPending={stop.isPending}
      error={stop.error}
      onPress={() => stop.mutate({ body: { token } })}
    />
  )
}
