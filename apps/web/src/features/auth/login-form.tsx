/** The sign-in form: two fields, one button, and one neutral sentence when it does not work. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { isApiProblem } from '#lib/api.ts'
import { useAutoFocus } from '#ui/page.tsx'
import { paths } from '#lib/paths.ts'
import classes from './auth-form.module.css'
import { PasswordField } from './password-field.tsx'
import { useLogin } from './api.ts'
import { AttemptsLeftAlert } from './attempts-left-alert.tsx'

type Errors = { email?: string; password?: string }

const isWrong = (error: Error): boolean => isApiProblem(error) && error.problem === 'invalid-credentials'

/** The same words for an unknown address and a wrong password, so that nobody learns who has an account. */
const wrongLoginText = 'Email or password is not right'

export function LoginForm({ canRegister }: { canRegister: boolean }) {
  const { search, state } = useLocation() as { search: string; state: { email?: string } | null }
  const [email, setEmail] = useState(state?.email ?? '')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const login = useLogin()
  useAutoFocus(email === '' ? 'email' : 'password')

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (login.isPending) return
    const found: Errors = { ...(!email.trim() && { email: 'Enter your email' }), ...(!password && { password: 'Enter your password' }) }
    setErrors(found)
    if (found.email || found.password) return (found.email ? emailField : passwordField).current?.focus()
    login.mutate({ email: email.trim(), password }, { onError: startOver })
  }
  const startOver = (error: Error): void => {
    // What was typed is kept where the server never saw it.
    if (!isWrong(error)) return
    setPassword('')
    passwordField.current?.focus()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {login.error && <AttemptsLeftAlert error={login.error} {...(isWrong(login.error) && { words: wrongLoginText })} />}
      <TextInput
        ref={emailField}
        id="email"
        name="email"
        type="email"
        label="Email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <div className={classes.password}>
        <PasswordField
          ref={passwordField}
          id="password"
          label="Password"
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
        <p className={classes.other}>
          New here?{' '}
          <Link to={{ pathname: paths.register.to(), search }} state={{ email }}>
            Create an account
          </Link>
        </p>
      )}
    </form>
  )
}
