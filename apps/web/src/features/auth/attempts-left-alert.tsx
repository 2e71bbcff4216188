/** Why a try did not work. Where there were too many, the time to wait is counted down; a screen reader hears it once. */
import { useEffect, useState } from 'react'
import { isApiProblem } from '#lib/api.ts'
import { position } from '#lib/format-date.ts'
import { Alert } from '#ui/alert.tsx'
import classes from './auth.module.css'
import { formatRateLimit, useSecondsUntil } from './countdown.ts'

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
          <span role="alert" className={classes.hidden}>
            {left > 0 ? formatRateLimit(error) : retryNote}
          </span>
          <span aria-hidden>{left > 0 ? `Too many tries. Try again in ${position(left)}.` : retryNote}</span>
        </>
      }
    />
  )
}
