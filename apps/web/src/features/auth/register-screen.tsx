/** Create an account. */

import { Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { joinToken } from '@lms/contract/rules/join-code'
import { isApiProblem } from '#lib/api-errors.ts'
import { type FieldErrors, useForm } from '#lib/form.ts'
import { paths, withReturnTo } from '#lib/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { ErrorSummary } from '#ui/form-page.tsx'
import { LoadingScreen, useAutoFocus } from '#ui/page.tsx'
import { getJoinToken, signInOptions, useJoinWords } from './api.ts'
import { AuthPage } from './auth-page.tsx'
import { NewPasswordHelp, validateLength } from './new-password.tsx'
import { PasswordField } from './password-field.tsx'
import { useRegister } from './set-password.ts'
import classes from './auth.module.css'

const initial = { name: '', email: '', password: '' }
const secrets = ['password'] as const

/** Validation in the browser; the server checks for common passwords and existing addresses. */
function validate({ name, email, password }: typeof initial): FieldErrors {
  const length = validateLength(password)
  return {
    ...(!name.trim() && { name: 'Enter your name' }),
    ...(!/^\S+@\S+$/.test(email.trim()) && { email: 'Enter an email such as ana.li@harbour.example' }),
    ...(length && { password: length }),
  }
}

const emailTaken = 'This address has an account already.'

/** The form for a new account, always a student's. An email from the link overrides the draft. */
function RegisterForm() {
  const { search, state } = useLocation() as { search: string; state: { email?: string } | null }
  const brought = useNavigationType() === NavigationType.Pop ? undefined : state?.email
  const form = useForm({ draft: 'register', initial, secrets, check: validate })
  const { values } = form
  const token = getJoinToken(new URLSearchParams(search))
  const register = useRegister(() => void form.saved())
  useAutoFocus('name')
  useEffect(() => {
    if (brought) form.set('email', brought)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for the click that led here
  }, [])

  const send = (): void => {
    if (register.isPending) return
    register.mutate(
      { ...values, name: values.name.trim(), email: values.email.trim(), ...(token && joinToken.test(token) && { joinToken: token }) },
      {
        onError: (error) =>
          isApiProblem(error) && error.problem === 'email-taken' ? form.setErrors({ email: emailTaken }) : form.fail(error),
      },
    )
  }

  const signIn = (words: string) => (
    <Link to={{ pathname: paths.login.to(), search }} state={{ email: values.email }}>
      {words}
    </Link>
  )
  return (
    <form className={classes.form} onSubmit={form.submit(send)} noValidate>
      {form.summary.length > 0 && <ErrorSummary key={form.submitCount} errors={form.summary} />}
      <TextInput {...form.inputProps('name')} name="name" label="Name" autoComplete="name" />
      <TextInput
        {...form.inputProps('email')}
        name="email"
        type="email"
        label="Email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...(form.error('email') === emailTaken && {
          error: (
            <span>
              {emailTaken} {signIn('Sign in instead')}, or{' '}
              <Link to={{ pathname: paths.resetPassword.to(), search }} state={{ email: values.email }}>
                choose a password with a code
              </Link>{' '}
              if you were invited.
            </span>
          ),
        })}
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="new-password"
        help={<NewPasswordHelp password={values.password} email={values.email} />}
      />
      <Button type="submit" fullWidth loading={register.isPending}>
        Create account
      </Button>
      <Text variant="meta" ta="center">
        Have an account? {signIn('Sign in')}
      </Text>
    </form>
  )
}

export function RegisterScreen() {
  const [search] = useSearchParams()
  const { data, isPending } = useQuery(signInOptions)
  return (
    <AuthPage title="Create an account" words={useJoinWords()}>
      {isPending ? (
        // No form until it is known whether registration is open.
        <LoadingScreen />
      ) : data?.registration === 'closed' ? (
        <Alert title="Accounts are by invitation only">
          Ask the staff of your course for one. Have one already? <Link to={withReturnTo(paths.login.to(), search)}>Sign in</Link>.
        </Alert>
      ) : (
        <RegisterForm />
      )}
    </AuthPage>
  )
}
