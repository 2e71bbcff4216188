/** Second step of a reset: the code of the mail, in one field, which sends itself at the sixth digit. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isApiProblem } from '#lib/api.ts'
import { position } from '#lib/times.ts'
import classes from './auth-form.module.css'
import { useGenerateOtp, useVerifyOtp } from './queries.ts'
import { afterSending } from './reset-email-form.tsx'
import type { Reset } from './reset-progress.ts'
import { TryNote } from './try-note.tsx'
import { limitSentence, useSecondsUntil } from './waiting.ts'

const length = 6

/** “a***@x.org”: enough to see a slip, too little for who looks over the shoulder. */
export const masked = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***')

const digitsOf = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, length)

const isWrong = (error: Error | null): boolean => isApiProblem(error) && error.problem === 'invalid'

/** “Resend in 0:30”, then a button. Read when one comes to it, and not each second. */
function Resend({ reset, onSent }: { reset: Reset; onSent: () => void }) {
  const generate = useGenerateOtp()
  const { email, resendAt } = reset.progress
  const wait = useSecondsUntil(resendAt)
  const send = (): void =>
    generate.mutate(email, {
      onSuccess: (sent) => {
        reset.change(afterSending(sent))
        onSent()
      },
      onError: (error) => {
        if (isApiProblem(error) && error.retryAfter) reset.change({ resendAt: Date.now() + error.retryAfter * 1000 })
      },
    })
  return (
    <>
      {wait > 0 ? (
        <span className={classes.wait}>Resend in {position(wait)}</span>
      ) : (
        <button type="button" className={classes.link} disabled={generate.isPending} onClick={send}>
          Send a new code
        </button>
      )}
      <span role="status" className={classes.news}>
        {generate.isSuccess && 'A new code is on its way. Older codes no longer count.'}
        {generate.error && limitSentence(generate.error)}
      </span>
    </>
  )
}

export function ResetCodeForm({ reset }: { reset: Reset }) {
  const { email, codeUntil } = reset.progress
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const verify = useVerifyOtp()
  useEffect(() => field.current?.focus(), [])

  const send = (otp: string): void => {
    if (verify.isPending) return
    if (otp.length < length) {
      setFault('Enter the six digits of the mail')
      field.current?.focus()
      return
    }
    setFault(undefined)
    verify.mutate(
      { email, otp },
      {
        // The code is used up: Back leads to the address, not to a code that can only be wrong.
        onSuccess: ({ token }) => reset.go('password', { token }, { isSpent: true }),
        onError: (error) => {
          field.current?.focus()
          field.current?.select()
          if (isWrong(error))
            setFault(
              Date.now() > codeUntil
                ? 'This code has ended. Send a new one.'
                : 'This code is not right, or has ended. Look at the newest mail, or send a new code.',
            )
        },
      },
    )
  }
  const type = (text: string): void => {
    if (verify.isPending) return
    const digits = digitsOf(text)
    setCode(digits)
    setFault(undefined)
    if (digits.length === length && digits !== code) send(digits)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    send(code)
  }
  const again = (): void => {
    setCode('')
    setFault(undefined)
    verify.reset()
    field.current?.focus()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {verify.error && !isWrong(verify.error) && <TryNote error={verify.error} />}
      <p className={classes.sent}>
        Sent to <b>{masked(email)}</b>.{' '}
        <button type="button" className={classes.link} onClick={() => reset.go('email')}>
          Change<span className={classes.hidden}> the email</span>
        </button>
        . <Resend reset={reset} onSent={again} />
      </p>
      <TextInput
        ref={field}
        id="otp"
        name="otp"
        label="Code"
        description="Six digits, good for 10 minutes. The mail comes if the address has an account."
        classNames={{ input: classes.code ?? '' }}
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        value={code}
        error={fault && <span role="alert">{fault}</span>}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={verify.isPending}>
        Go on
      </Button>
    </form>
  )
}
