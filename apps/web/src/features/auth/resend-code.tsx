/** Asking for another code, once the wait after the last one is over. */
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { isApiProblem } from '#lib/api.ts'
import { position } from '#lib/format-date.ts'
import { Alert } from '#ui/alert.tsx'
import classes from './auth.module.css'
import { useGenerateOtp } from './api.ts'
import { afterSending } from './reset-email-form.tsx'
import type { Reset } from './reset-state.ts'
import { formatRateLimit, useSecondsUntil } from './countdown.ts'

export function useResend(reset: Reset, onSent: () => void) {
  const generate = useGenerateOtp()
  const { email, resendAt } = reset.progress
  const send = (): void => {
    if (generate.isPending || Date.now() < resendAt) return
    generate.mutate(email, {
      onSuccess: (sent) => {
        reset.change(afterSending(sent))
        onSent()
      },
      onError: (error) => {
        if (isApiProblem(error) && error.retryAfter) reset.change({ resendAt: Date.now() + error.retryAfter * 1000 })
      },
    })
  }
  const news = generate.isSuccess
    ? 'A new code is on its way. Older codes no longer count.'
    : generate.error
      ? formatRateLimit(generate.error)
      : null
  return { send, isPending: generate.isPending, resendAt, news }
}

type Resend = ReturnType<typeof useResend>

/** “Resend in 0:30”, then a button. Read when one comes to it, and not each second. */
export function ResendLink({ resend: { send, isPending, resendAt } }: { resend: Resend }) {
  const wait = useSecondsUntil(resendAt)
  return wait > 0 ? (
    <span className={classes.wait}>Resend in {position(wait)}</span>
  ) : (
    <button type="button" className={classes.link} disabled={isPending} onClick={send}>
      Send a new code
    </button>
  )
}

/** In place of the field, which would take a code that can only be refused. */
export function CodeExpired({ resend: { isPending, resendAt }, isUsedUp }: { resend: Resend; isUsedUp: boolean }) {
  const note = useRef<HTMLDivElement>(null)
  const wait = useSecondsUntil(resendAt)
  useEffect(() => note.current?.focus(), [])
  return (
    <>
      <Alert ref={note} tone="warn" role="alert" title="This code has expired.">
        {isUsedUp ? 'It was entered wrong five times.' : 'Codes are good for 10 minutes.'}
      </Alert>
      <Button type="submit" fullWidth loading={isPending} disabled={wait > 0}>
        {wait > 0 ? `Send a new code in ${position(wait)}` : 'Send a new code'}
      </Button>
    </>
  )
}
