/** Saves input when typing pauses, or after some seconds of typing: one save at a time, retried once back online or on leaving, and only as the same user. */

import { useCallback, useEffect, useRef, useState } from 'react'
import { createUnauthenticatedError, isTemporary } from './api-errors.ts'
import { formatClock } from './format-date.ts'
import { useSession } from './session.ts'

type Options<T> = {
  value: T
  /** The value stored on the server. */
  saved: T
  /** Pass a module-level function: a new one on each render would restart the pause. */
  isEqual: (one: T, other: T) => boolean
  save: (value: T) => Promise<unknown>
  isEnabled: boolean
  /** The ISO time of the previous save. */
  savedAt?: string | null
}

export type SavingState = {
  state: 'idle' | 'saving' | 'saved' | 'offline' | 'failed'
  /** The time of the last save. */
  at?: string
  error?: unknown
}

const pauseMs = 800
/** Who writes without a pause is saved as often as this. */
const longestMs = 5_000
const retryMs = 15_000

export function useAutosave<T>({ value, saved, isEqual, save, isEnabled, savedAt }: Options<T>) {
  const [saving, setSaving] = useState<SavingState>(() => (savedAt ? { state: 'saved', at: formatClock(savedAt) } : { state: 'idle' }))
  const known = useRef(saved)
  const lastSaved = useRef(saving)
  const running = useRef<Promise<boolean> | null>(null)
  /** When the first input after the last save came. */
  const unsavedSince = useRef<number | null>(null)
  const latest = useRef({ value, save, isEnabled })
  useEffect(() => {
    latest.current = { value, save, isEnabled }
  })

  /** Resolves to whether the server has all input from before the call. */
  const flush = useCallback(async (): Promise<boolean> => {
    while (running.current) await running.current
    const { value, save, isEnabled } = latest.current
    if (isEqual(value, known.current)) return true
    if (!isEnabled) return false
    // Without a connection a call would wait silently.
    if (!navigator.onLine) {
      setSaving({ state: 'offline' })
      return false
    }
    setSaving({ state: 'saving' })
    unsavedSince.current = null
    running.current = save(value).then(
      () => {
        known.current = value
        lastSaved.current = { state: 'saved', at: formatClock(Date.now()) }
        setSaving(isEqual(latest.current.value, value) ? lastSaved.current : { state: 'saving' })
        return true
      },
      (error: unknown) => {
        setSaving({ state: isTemporary(error) ? 'offline' : 'failed', error })
        return false
      },
    )
    return running.current.finally(() => {
      running.current = null
    })
  }, [isEqual])

  useEffect(() => {
    if (!isEnabled || running.current) return
    // “Saved” must not be shown for unsaved input.
    const isSaved = isEqual(value, known.current)
    setSaving((now) => (isSaved ? lastSaved.current : now.state === 'saved' ? { state: 'saving' } : now))
  }, [value, isEnabled, isEqual])

  useEffect(() => {
    if (!isEnabled || isEqual(value, known.current)) return undefined
    unsavedSince.current ??= Date.now()
    const timer = setTimeout(() => void flush(), Math.max(0, Math.min(pauseMs, unsavedSince.current + longestMs - Date.now())))
    return () => clearTimeout(timer)
  }, [value, isEnabled, flush, isEqual])

  useEffect(() => {
    const retry = (): void => void flush()
    window.addEventListener('online', retry)
    window.addEventListener('offline', retry)
    const timer = saving.state === 'offline' ? setInterval(retry, retryMs) : undefined
    return () => {
      window.removeEventListener('online', retry)
      window.removeEventListener('offline', retry)
      clearInterval(timer)
    }
  }, [saving.state, flush])

  // Leaving the screen must not lose the last two seconds.
  useEffect(() => () => void flush(), [flush])

  return {
    saving,
    flush,
    /** After the server got the value in another way, such as by submitting. */
    setSaved: useCallback((value: T) => {
      known.current = value
      // Leaving the screen saves the latest value, which is now this one.
      latest.current = { ...latest.current, value }
      lastSaved.current = { state: 'idle' }
      setSaving(lastSaved.current)
    }, []),
  }
}

const idNow = (): string | undefined => useSession.getState().user?.id

/** Automatic requests of a page are only sent as the user who opened it: another user may have signed in since, for example in another tab. */
export function useSessionGuard() {
  const [opener] = useState(() => {
    const userId = idNow()
    const isSameUser = (): boolean => idNow() === userId
    return {
      isSameUser,
      /** Sends nothing if a different user or nobody is signed in: the input stays on the device, as after the end of the session. */
      send: <T>(work: () => Promise<T>): Promise<T> => (isSameUser() ? work() : Promise.reject(createUnauthenticatedError())),
    }
  })
  return opener
}
