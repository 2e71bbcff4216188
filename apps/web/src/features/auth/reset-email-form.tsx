/** First step of a reset: to which address the code goes. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isApiProblem } from '#lib/api.ts'
import { useAutoFocus } from '#ui/page.tsx'
import { withReturnTo, paths } from '#lib/paths.ts'
import { Alert } from '#ui/alert.tsx'
import classes from './auth-form.module.css'
import { useGenerateOtp, useSiteSendsEmail } from './api.ts'
import type { Reset } from './reset-state.ts'
import { AttemptsLeftAlert } from './attempts-left-alert.tsx'

/** Seconds between two codes. */
export const resendAfter = 30

export const afterSending = ({ expiresInSeconds }: { expiresInSeconds: number }) => ({
  codeUntil: Date.now() + expiresInSeconds * 1000,
  resendAt: Date.now() + resendAfter * 1000,
  wrong: 0,
})

const isFieldError = (error: Error | null): boolean => isApiProblem(error) && error.errors.length > 0

export function ResetEmailForm({ reset }: { reset: Reset }) {
  const [email, setEmail] = useState(reset.progress.email)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const [search] = useSearchParams()
  const generate = useGenerateOtp()
  const sendsEmail = useSiteSendsEmail()
  useAutoFocus('email')
  const refuse = (words: string): void => {
    setError(words)
    field.current?.focus()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (generate.isPending) return
    const address = email.trim()
    if (!/^\S+@\S+$/.test(address)) return refuse('Enter an email such as ana.li@harbour.example')
    setError(undefined)
    generate.mutate(address, {
      onSuccess: (sent) => reset.go('code', { email: address, token: null, ...afterSending(sent) }),
      onError: (error) => isFieldError(error) && refuse((isApiProblem(error) && error.errors[0]?.detail) || error.message),
    })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {generate.error && !isFieldError(generate.error) ? (
        <AttemptsLeftAlert error={generate.error} />
      ) : (
        reset.ended && (
          <Alert tone="warn" role="alert" title="This reset has expired">
            {reset.ended === 'unchanged'
              ? 'Your password has not changed. Ask for another code to start again.'
              : 'An answer was lost, so your password may be the one that you typed then: try to sign in with it, or ask for another code.'}
          </Alert>
        )
      )}
      <TextInput
        ref={field}
        id="email"
        name="email"
        type="email"
        label="Email"
        description={
          sendsEmail
            ? 'We email you a code to choose a new password.'
            : 'This site does not send email. Ask an administrator to get you the code.'
        }
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={error}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={generate.isPending}>
        {sendsEmail ? 'Send the code' : 'Make a code'}
      </Button>
      <p className={classes.other}>
        <Link to={withReturnTo(paths.login.to(), search)} state={{ email }}>
          Back to sign in
        </Link>
      </p>
    </form>
  )
}
