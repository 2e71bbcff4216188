/** Create an account. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { withReturnTo, paths } from '#lib/paths.ts'
import { AuthPage } from './auth-page.tsx'
import { signInOptions } from './api.ts'
import { RegisterForm } from './register-form.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Alert } from '#ui/alert.tsx'

export function RegisterScreen() {
  const [search] = useSearchParams()
  const { data, isPending } = useQuery(signInOptions)
  return (
    <AuthPage title="Create an account">
      {isPending ? (
        // Nobody types into a form that may not be theirs.
        <LoadingScreen />
      ) : data?.registration === 'closed' ? (
        <Alert title="Accounts are made by invitation">
          Ask the staff of your course for one. Have one already? <Link to={withReturnTo(paths.login.to(), search)}>Sign in</Link>.
        </Alert>
      ) : (
        <RegisterForm />
      )}
    </AuthPage>
  )
}
