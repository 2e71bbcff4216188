/** Set up: names the school and creates the first administrator. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { AuthPage } from './auth-page.tsx'
import { signInOptions } from './api.ts'
import { SetupForm } from './setup-form.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { Alert } from '#ui/alert.tsx'
import classes from './setup-screen.module.css'

export function SetupScreen() {
  const { data, isPending } = useQuery(signInOptions)
  // Also where it cannot be known: the server decides.
  const isOpen = data?.needsSetup !== false
  return (
    <AuthPage
      title="Set up"
      isSetup
      {...(isOpen && {
        words: 'Name your school and create the first administrator.',
        below: <p className={classes.below}>No code? Restart the server. It prints a new one, and the old code stops working.</p>,
      })}
    >
      {isPending ? (
        <LoadingScreen />
      ) : isOpen ? (
        <SetupForm />
      ) : (
        <Alert title="Set-up is done. Sign in." role="status" action={<Link to={paths.login.to()}>Sign in</Link>} />
      )}
    </AuthPage>
  )
}
