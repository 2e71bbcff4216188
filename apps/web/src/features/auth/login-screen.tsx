/** Sign in. */
import { useQuery } from '@tanstack/react-query'
import { AuthPage } from './auth-page.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { LoginForm } from './login-form.tsx'
import { signInOptions } from './api.ts'

export function LoginScreen() {
  const { data } = useQuery(signInOptions)
  return (
    <AuthPage title="Sign in" below={<DemoAccounts />}>
      <LoginForm canRegister={data?.registration !== 'closed'} />
    </AuthPage>
  )
}
