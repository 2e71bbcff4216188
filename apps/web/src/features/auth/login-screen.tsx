/** Sign in. */
import { useQuery } from '@tanstack/react-query'
import { AuthPage } from './auth-page.tsx'
import { LoginForm } from './login-form.tsx'
import { signInOptions, useLogin } from './api.ts'
import { Button } from '@mantine/core'
import type { Role } from '@lms/contract/policy'
import classes from './auth.module.css'

const roleOrder: readonly [Role, string][] = [
  ['USER', 'Student'],
  ['TRAINER', 'Trainer'],
  ['ADMIN', 'Admin'],
  ['SUPER_ADMIN', 'Super admin'],
]

/** In demo mode: one button a role, which signs in at once. */
function DemoAccounts() {
  const { data } = useQuery(signInOptions)
  const login = useLogin()
  const accounts = roleOrder.flatMap(([role, label]) =>
    (data?.demoAccounts ?? []).filter((account) => account.role === role).map((account) => ({ ...account, label })),
  )
  if (accounts.length === 0) return null
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title" className={classes.demoTitle}>
        Demo mode: look around as
      </h2>
      <div className={classes.demoButtons}>
        {accounts.map(({ label, email, password }) => (
          <Button
            key={email}
            variant="default"
            size="sm"
            loading={login.isPending && login.variables.email === email}
            disabled={login.isPending && login.variables.email !== email}
            onClick={() => login.mutate({ email, password })}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  )
}

export function LoginScreen() {
  const { data } = useQuery(signInOptions)
  return (
    <AuthPage title="Sign in" below={<DemoAccounts />}>
      <LoginForm canRegister={data?.registration !== 'closed'} />
    </AuthPage>
  )
}
