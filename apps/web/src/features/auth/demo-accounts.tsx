/** In demo mode: one button a role, which signs in at once. */
import { Button } from '@mantine/core'
import type { Role } from '@lms/contract/policy'
import { useQuery } from '@tanstack/react-query'
import classes from './auth-form.module.css'
import { signInOptions, useLogin } from './api.ts'

const order: readonly [Role, string][] = [
  ['USER', 'Student'],
  ['TRAINER', 'Trainer'],
  ['ADMIN', 'Admin'],
  ['SUPER_ADMIN', 'Super admin'],
]

export function DemoAccounts() {
  const { data } = useQuery(signInOptions)
  const login = useLogin()
  const accounts = order.flatMap(([role, label]) =>
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
