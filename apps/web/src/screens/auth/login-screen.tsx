/** Sign in. */
import { useQuery } from '@tanstack/react-query'
import { AuthPage } from '#modules/auth/auth-page.tsx'
import { DemoAccounts } from '#modules/auth/demo-accounts.tsx'
import { LoginForm } from '#modules/auth/login-form.tsx'
import { signInOptions } from '#modules/auth/queries.ts'

export function LoginScreen() {
  const { data } = useQuery(signInOptions)
  return (
    <AuthPage title="Sign in" below={<DemoAccounts />}>
      <LoginForm canRegister={data?.registration !== 'closed'} />
    </AuthPage>
  )
}
