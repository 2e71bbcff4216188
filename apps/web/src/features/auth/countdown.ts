/** Waiting for another try. */
import { useEffect, useState } from 'react'
import { isApiProblem, getErrorMessage } from '#lib/api.ts'
import { duration } from '#lib/format-date.ts'

/** Seconds until a moment, counted down; 0 once it has come. */
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

/** Whether a moment has come. */
export function useIsPast(moment: number): boolean {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setTimeout(() => setNow(Math.max(Date.now(), moment)), Math.max(0, moment - Date.now()))
    return () => clearTimeout(timer)
  }, [moment])
  return now >= moment
}

/** The cause, with the time to wait where the server names one. */
export function formatRateLimit(error: unknown): string {
  if (!isApiProblem(error) || error.problem !== 'rate-limited') return getErrorMessage(error)
  return `Too many tries.${error.retryAfter ? ` Try again in ${duration(error.retryAfter)}.` : ' Try again later.'}`
}
