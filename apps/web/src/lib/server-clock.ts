/** The server's clock, read from the Date header of its responses: it decides when sessions open and close, whatever this device's clock says. */

import { useEffect, useState } from 'react'

let aheadMs = 0
let isKnown = false

/** The header is in whole seconds; adding half of one is the best estimate. Differences below this are rounding. */
const coarsenessMs = 1500

/** `at`: when the response came, by this device's clock. */
export function setServerTime(header: string | null, at: number): void {
  const serverTime = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(serverTime)) return
  const ahead = serverTime + 500 - at
  // Keeps the offset while only the rounding changes, so that countdowns do not jitter.
  if (!isKnown || Math.abs(ahead - aheadMs) > coarsenessMs) aheadMs = Math.abs(ahead) > coarsenessMs ? ahead : 0
  isKnown = true
}

/** A moment on this device's clock, on the server's. */
export const toServerTime = (at: number): number => at + aheadMs

export const serverNow = (): number => toServerTime(Date.now())

/** The server's time, read again every `everyMs` and when the page wakes up. */
export function useServerNow(everyMs = 15_000): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const read = (): void => setNow(serverNow())
    const timer = setInterval(read, everyMs)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [everyMs])
  return now
}

const minute = 60_000

/** Milliseconds until a countdown to `at` changes: by the minute, and in the last minute by the second. */
export function msUntilNextLabel(at: number, now: number): number {
  const left = at - now
  const step = left > 0 && left <= minute ? 1000 : minute
  return (((left % step) + step) % step) + 1
}

/** A timer may run late while the device sleeps, so none is longer than this. */
const longestTimer = 15_000

/** The server's time for a countdown to `at`, corrected at once after a sleep. */
export function useCountdownNow(at: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const read = (): void => {
      clearTimeout(timer)
      const current = serverNow()
      setNow(current)
      timer = setTimeout(read, Math.min(msUntilNextLabel(at, current), longestTimer))
    }
    read()
    const wakings = ['visibilitychange', 'pageshow', 'focus', 'online'] as const
    for (const waking of wakings) window.addEventListener(waking, read, true)
    return () => {
      clearTimeout(timer)
      for (const waking of wakings) window.removeEventListener(waking, read, true)
    }
  }, [at])
  return now
}
