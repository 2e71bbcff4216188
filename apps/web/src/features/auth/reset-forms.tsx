/** The forms of the first two steps of a reset: the email that the code is sent to, and the code itself. */

import { Button, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type FormEvent, useRef, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isApiProblem, isNetworkError } from '#lib/api-errors.ts'
import { useForm } from '#lib/form.ts'
import { formatPosition } from '#lib/format-number.ts'
import { withReturnTo, paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { Alert } from '#ui/alert.tsx'
import { useAutoFocus } from '#ui/page.tsx'
import { useGenerateOtp, useSiteSendsEmail, useVerifyOtp } from './api.ts'
import { AttemptsLeftAlert, useIsPast, formatRateLimit, useSecondsUntil } from './countdown.tsx'
import { type PasswordReset, triesLeft, countWrongTries } from './reset-state.ts'
import shared from './auth.module.css'
import classes from './reset-forms.module.css'

/** Seconds between two codes. */
const resendAfterSeconds = 30

const afterSending = ({ expiresInSeconds }: { expiresInSeconds: number }) => ({
  codeUntil: Date.now() + expiresInSeconds * 1000,
  resendAt: Date.now() + resendAfterSeconds * 1000,
  wrong: 0,
})

const isFieldError = (error: Error | null): boolean => isApiProblem(error) && error.errors.length > 0

const checkEmail = ({ email }: { email: string }) =>
  /^\S+@\S+$/.test(email.trim()) ? {} : { email: 'Enter an email such as ana.li@harbour.example' }

export function ResetEmailForm({ reset }: { reset: PasswordReset }) {
  const form = useForm({ draft: null, initial: { email: reset.progress.email }, check: checkEmail })
  const [search] = useSearchParams()
  const generate = useGenerateOtp()
  const sendsEmail = useSiteSendsEmail()
  useAutoFocus('email')
  const submit = form.submit((values) => {
    const email = values.email.trim()
    if (generate.isPending) return
    generate.mutate(
      { body: { email } },
      {
        onSuccess: (sent) => reset.go('code', { email, token: null, ...afterSending(sent) }),
        onError: (error) => isFieldError(error) && form.fail(error),
      },
    )
  })
  return (
    <form className={shared.form} onSubmit={submit} noValidate>
      {generate.error && !isFieldError(generate.error) ? (
        <AttemptsLeftAlert error={generate.error} />
      ) : (
        reset.ended && (
          <Alert tone="warn" role="alert" title="This reset has expired">
            {reset.ended === 'unchanged'
              ? 'Your password has not changed. Ask for another code to start again.'
              : 'Your new password may already be saved. Try to sign in with it, or request another code.'}
          </Alert>
        )
      )}
      <TextInput
        {...form.inputProps('email')}
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
      />
      <Button type="submit" fullWidth loading={generate.isPending}>
        {sendsEmail ? 'Send the code' : 'Make a code'}
      </Button>
      <Text variant="meta" ta="center">
        <Link to={withReturnTo(paths.login.to(), search)} state={{ email: form.values.email }}>
          Back to sign in
        </Link>
      </Text>
    </form>
  )
}

const codeLength = 6

/** “a***@x.org”: enough to notice a typo, too little for onlookers. */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***')

const getDigits = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, codeLength)

const isWrong = (error: Error | null): boolean => isApiProblem(error) && error.problem === 'validation-failed'

const formatWrongCode = (left: number): string => `This code is not right. ${pluralize(left, 'attempt')} left.`

/** The code may have been right: it works once, even if the response was lost. */
const lostAnswerText = 'We did not get an answer to your last attempt, and each code works once. Request a new one.'

function useCode(reset: PasswordReset) {
  const { email, wrong } = reset.progress
  const form = useForm({ draft: null, initial: { otp: '' } })
  const field = useRef<HTMLInputElement>(null)
  const verify = useVerifyOtp()
  const lost = useRef<string | null>(null)
  const refuse = (words?: string): void => {
    form.setErrors({ otp: words })
    field.current?.focus()
    field.current?.select()
  }
  const send = (otp: string): void => {
    if (verify.isPending) return
    if (otp.length < codeLength) return refuse('Enter the six digits from the email')
    form.setErrors({})
    verify.mutate(
      { email, otp },
      {
        // The code is used up, so Back leads to the email, not to the code.
        onSuccess: ({ token }) => reset.go('password', { token }, { isSpent: true }),
        onError: (error) => {
          if (isNetworkError(error)) lost.current = otp
          if (!isWrong(error)) return refuse()
          // The server also counts attempts from other devices; if it sends no count, this browser counts.
          const left = (isApiProblem(error) ? error.triesLeft : undefined) ?? triesLeft({ wrong: wrong + 1 })
          reset.change({ wrong: countWrongTries(left) })
          refuse(lost.current === otp ? lostAnswerText : formatWrongCode(left))
        },
      },
    )
  }
  const type = (text: string): void => {
    if (verify.isPending) return
    const digits = getDigits(text)
    form.set('otp', digits)
    if (digits.length === codeLength && digits !== form.values.otp) send(digits)
  }
  const clear = (): void => {
    form.discard()
    verify.reset()
    field.current?.focus()
  }
  return { ...form.field('otp'), field, verify, send: () => send(form.values.otp), onChange: type, clear }
}

function CodeField({ entry: { id, value, error, field, verify, onChange } }: { entry: ReturnType<typeof useCode> }) {
  const sendsEmail = useSiteSendsEmail()
  useEffect(() => field.current?.focus(), [field])
  return (
    <>
      <TextInput
        ref={field}
        id={id}
        name="otp"
        label="Code"
        description={
          sendsEmail
            ? 'Six digits, valid for 10 minutes. The email arrives if the address has an account.'
            : 'Six digits, valid for 10 minutes. This site does not send email: an administrator finds the code in the outbox folder on the server.'
        }
        classNames={{ input: classes.code ?? '' }}
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        value={value}
        error={error && <span role="alert">{error}</span>}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={verify.isPending}>
        Continue
      </Button>
    </>
  )
}

export function ResetCodeForm({ reset }: { reset: PasswordReset }) {
  const { email, codeUntil } = reset.progress
  const entry = useCode(reset)
  const sendsEmail = useSiteSendsEmail()
  const resend = useResend(reset, entry.clear)
  const { error, isPending } = entry.verify
  const isUsedUp = triesLeft(reset.progress) === 0
  const isLate = useIsPast(codeUntil)
  // While a code is being checked, the server decides.
  const hasEnded = (isUsedUp || isLate) && !isPending
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (hasEnded) resend.send()
    else entry.send()
  }
  return (
    <form className={shared.form} onSubmit={submit} noValidate>
      {error && !isWrong(error) && <AttemptsLeftAlert error={error} />}
      <p className={shared.sent}>
        {sendsEmail ? 'Sent to' : 'For'} <b>{maskEmail(email)}</b>.{' '}
        <button type="button" className={classes.link} onClick={() => reset.go('email')}>
          Change<VisuallyHidden> the email</VisuallyHidden>
        </button>
        . {!hasEnded && <ResendLink resend={resend} />}
        <span role="status" className={classes.news}>
          {resend.news}
        </span>
      </p>
      {hasEnded ? <CodeExpired resend={resend} isUsedUp={isUsedUp} /> : <CodeField entry={entry} />}
    </form>
  )
}

function useResend(reset: PasswordReset, onSent: () => void) {
  const generate = useGenerateOtp()
  const { email, resendAt } = reset.progress
  const send = (): void => {
    if (generate.isPending || Date.now() < resendAt) return
    generate.mutate(
      { body: { email } },
      {
        onSuccess: (sent) => {
          reset.change(afterSending(sent))
          onSent()
        },
        onError: ({ retryAfter }) => {
          if (retryAfter) reset.change({ resendAt: Date.now() + retryAfter * 1000 })
        },
      },
    )
  }
  const news = generate.isSuccess
    ? 'A new code was sent. Older codes no longer work.'
    : generate.error
      ? formatRateLimit(generate.error)
      : null
  return { send, isPending: generate.isPending, resendAt, news }
}

type Resend = ReturnType<typeof useResend>

/** “Resend in 0:30”, then a button. Read by screen readers on focus, not each second. */
function ResendLink({ resend: { send, isPending, resendAt } }: { resend: Resend }) {
  const wait = useSecondsUntil(resendAt)
  return wait > 0 ? (
    <span className={classes.wait}>Resend in {formatPosition(wait)}</span>
  ) : (
    <button type="button" className={classes.link} disabled={isPending} onClick={send}>
      Send a new code
    </button>
  )
}

/** In place of the field: any code would be rejected. */
function CodeExpired({ resend: { isPending, resendAt }, isUsedUp }: { resend: Resend; isUsedUp: boolean }) {
  const note = useRef<HTMLDivElement>(null)
  const wait = useSecondsUntil(resendAt)
  useEffect(() => note.current?.focus(), [])
  return (
    <>
      <Alert ref={note} tone="warn" role="alert" title="This code has expired.">
        {isUsedUp ? 'It was entered wrong five times.' : 'Codes work for 10 minutes.'}
      </Alert>
      <Button type="submit" fullWidth loading={isPending} disabled={wait > 0}>
        {wait > 0 ? `Send a new code in ${formatPosition(wait)}` : 'Send a new code'}
      </Button>
    </>
  )
}
