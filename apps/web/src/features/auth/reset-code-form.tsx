/** Second step of a reset: the code of the mail, in one field, which sends itself at the sixth digit. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isApiProblem, isNetworkError } from '#lib/api.ts'
import { pluralize } from '#lib/pluralize.ts'
import classes from './auth.module.css'
import { useSiteSendsEmail, useVerifyOtp } from './api.ts'
import { CodeExpired, ResendLink, useResend } from './resend-code.tsx'
import { type Reset, triesLeft, countWrongTries } from './reset-state.ts'
import { AttemptsLeftAlert } from './attempts-left-alert.tsx'
import { useIsPast } from './countdown.ts'

const codeLength = 6

/** “a***@x.org”: enough to see a slip, too little for who looks over the shoulder. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***')

const getDigits = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, codeLength)

const isWrong = (error: Error | null): boolean => isApiProblem(error) && error.problem === 'validation-failed'

const formatWrongCode = (left: number): string => `This code is not right. ${pluralize(left, 'try', 'tries')} left.`

/** Of a code that was right, perhaps: it is good once, whether the answer came or not. */
const lostAnswerText = 'The answer to your last try was lost, and a code is good once. Resend it.'

function useCode(reset: Reset) {
  const { email, wrong } = reset.progress
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const verify = useVerifyOtp()
  const lost = useRef<string | null>(null)
  const refuse = (words?: string): void => {
    setError(words)
    field.current?.focus()
    field.current?.select()
  }
  const send = (otp: string): void => {
    if (verify.isPending) return
    if (otp.length < codeLength) return refuse('Enter the six digits from the email')
    setError(undefined)
    verify.mutate(
      { email, otp },
      {
        // The code is used up: Back leads to the address, not to a code that can only be wrong.
        onSuccess: ({ token }) => reset.go('password', { token }, { isSpent: true }),
        onError: (error) => {
          if (isNetworkError(error)) lost.current = otp
          if (!isWrong(error)) return refuse()
          // The server counts what comes from elsewhere too; where it counts nothing, this browser does.
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
    setCode(digits)
    setError(undefined)
    if (digits.length === codeLength && digits !== code) send(digits)
  }
  const clear = (): void => {
    setCode('')
    setError(undefined)
    verify.reset()
    field.current?.focus()
  }
  return { code, error, field, verify, send: () => send(code), type, clear }
}

function CodeField({ entry: { code, error, field, verify, type } }: { entry: ReturnType<typeof useCode> }) {
  const sendsEmail = useSiteSendsEmail()
  useEffect(() => field.current?.focus(), [field])
  return (
    <>
      <TextInput
        ref={field}
        id="otp"
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
        value={code}
        error={error && <span role="alert">{error}</span>}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={verify.isPending}>
        Go on
      </Button>
    </>
  )
}

export function ResetCodeForm({ reset }: { reset: Reset }) {
  const { email, codeUntil } = reset.progress
  const entry = useCode(reset)
  const sendsEmail = useSiteSendsEmail()
  const resend = useResend(reset, entry.clear)
  const { error, isPending } = entry.verify
  const isUsedUp = triesLeft(reset.progress) === 0
  const isLate = useIsPast(codeUntil)
  // What is on its way to the server is the server's to judge.
  const hasEnded = (isUsedUp || isLate) && !isPending
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (hasEnded) resend.send()
    else entry.send()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {error && !isWrong(error) && <AttemptsLeftAlert error={error} />}
      <p className={classes.sent}>
        {sendsEmail ? 'Sent to' : 'For'} <b>{maskEmail(email)}</b>.{' '}
        <button type="button" className={classes.link} onClick={() => reset.go('email')}>
          Change<span className={classes.hidden}> the email</span>
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
