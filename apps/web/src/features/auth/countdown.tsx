/** The wait before another attempt: a countdown in seconds, and the alert that shows it. */

import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isApiProblem, getErrorMessage } from '#lib/api-errors.ts'
import { formatDuration, formatPosition } from '#lib/format-number.ts'
import { Alert } from '#ui/alert.tsx'

/** Seconds until a moment, counted down to 0. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= moment) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [moment])
  return Math.max(0, Math.ceil((moment - now) / 1000))
}

/** Whether a moment is in the past. */
export function useIsPast(moment: number): boolean {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setTimeout(() => setNow(Math.max(Date.now(), moment)), Math.max(0, moment - Date.now()))
    return () => clearTimeout(timer)
  }, [moment])
  return now >= moment
}

const formatWait = (seconds: number): string => `in ${formatDuration(seconds)}`

/** The cause, with the waiting time if the server gives one. */
export function formatRateLimit(error: unknown, format = formatWait): string {
  if (!isApiProblem(error) || error.problem !== 'rate-limited') return getErrorMessage(error)
  return `Too many tries. Try again ${error.retryAfter ? format(error.retryAfter) : 'later'}.`
}

const retryNote = 'You can try again now.'

type Props = { error: Error; words?: string }

export function AttemptsLeftAlert({ error, words }: Props) {
  const wait = isApiProblem(error) && error.problem === 'rate-limited' ? error.retryAfter : undefined
  return wait ? <WaitNote error={error} seconds={wait} /> : <Alert tone="bad" role="alert" title={words ?? formatRateLimit(error)} />
}

function WaitNote({ error, seconds }: { error: Error; seconds: number }) {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000)
  useEffect(() => setUntil(Date.now() + seconds * 1000), [error, seconds])
  const left = useSecondsUntil(until)
  return (
    <Alert
      tone="bad"
      title={
        <>
          <VisuallyHidden role="alert">{left > 0 ? formatRateLimit(error) : retryNote}</VisuallyHidden>
          <span aria-hidden>{left > 0 ? `Too many tries. Try again in ${formatPosition(left)}.` : retryNote}</span>
        </>
      }
    />
  )
}
