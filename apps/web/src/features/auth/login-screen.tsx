/** Signing in; in demo mode also with one of the demo accounts. */

import { Box, Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Role } from '@lms/contract/policy'
import { isApiProblem } from '#lib/api-errors.ts'
import { focusField, focusFirst } from '#lib/focus-field.ts'
import { paths } from '#lib/paths.ts'
import { useAutoFocus } from '#ui/page.tsx'
import { signInOptions, useJoinWords, useLogin } from './api.ts'
import { AuthPage } from './auth-page.tsx'
import { AttemptsLeftAlert } from './countdown.tsx'
import { PasswordField } from './password-field.tsx'
import classes from './auth.module.css'

const roleOrder: readonly [Role, string][] = [
  ['USER', 'Student'],
  ['TRAINER', 'Trainer'],
  ['ADMIN', 'Admin'],
  ['SUPER_ADMIN', 'Super admin'],
]

/** In demo mode: one button per role, which signs in at once. */
function DemoAccounts() {
  const { data } = useQuery(signInOptions)
  const login = useLogin()
  const accounts = roleOrder.flatMap(([role, label]) =>
    (data?.demoAccounts ?? []).filter((account) => account.role === role).map((account) => ({ ...account, label })),
  )
  if (accounts.length === 0) return null
  return (
    <Box component="section" w="100%" mt={20} aria-labelledby="demo-title">
      <Text component="h2" id="demo-title" variant="caption" mb={10} ta="center">
        Demo mode: look around as
      </Text>
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
    </Box>
  )
}

export function LoginScreen() {
  const { data } = useQuery(signInOptions)
  return (
    <AuthPage title="Sign in" words={useJoinWords()} below={<DemoAccounts />}>
      <LoginForm canRegister={data?.registration !== 'closed'} />
    </AuthPage>
  )
}

type Errors = { email?: string; password?: string }

const isWrong = (error: Error): boolean => isApiProblem(error) && error.problem === 'invalid-credentials'

/** The same message for an unknown address and a wrong password, so that nobody learns who has an account. */
const wrongLoginText = 'Email or password is not right'

export function LoginForm({ canRegister }: { canRegister: boolean }) {
  const { search, state } = useLocation() as { search: string; state: { email?: string } | null }
  const [email, setEmail] = useState(state?.email ?? '')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const login = useLogin()
  useAutoFocus(email === '' ? 'email' : 'password')

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (login.isPending) return
    const found: Errors = { ...(!email.trim() && { email: 'Enter your email' }), ...(!password && { password: 'Enter your password' }) }
    setErrors(found)
    if (found.email || found.password) return focusFirst(Object.keys(found))
    login.mutate({ email: email.trim(), password }, { onError: startOver })
  }
  const startOver = (error: Error): void => {
    // The input stays if the server never received it.
    if (!isWrong(error)) return
    setPassword('')
    focusField('password')
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {login.error && <AttemptsLeftAlert error={login.error} {...(isWrong(login.error) && { words: wrongLoginText })} />}
      <TextInput
        id="email"
        name="email"
        type="email"
        label="Email"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <div className={classes.password}>
        <PasswordField
          id="password"
          label="Password"
          isRequired
          autoComplete="current-password"
          value={password}
          error={errors.password}
          onChange={setPassword}
        />
        <Link to={{ pathname: paths.resetPassword.to(), search }} state={{ email }} className={classes.forgot}>
          Forgot password?
        </Link>
      </div>
      <Button type="submit" fullWidth loading={login.isPending}>
        Sign in
      </Button>
      {canRegister && (
        <Text variant="meta" ta="center">
          New here?{' '}
          <Link to={{ pathname: paths.register.to(), search }} state={{ email }}>
            Create an account
          </Link>
        </Text>
      )}
    </form>
  )
}
