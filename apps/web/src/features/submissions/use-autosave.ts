/** Sends what is typed to the server when typing pauses: one sending at a time, again when the connection is back. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { isApiProblem } from '#lib/api.ts'
import { clock } from '#lib/format-date.ts'

type Options<T> = {
  value: T
  /** What the server has from before. */
  saved: T
  same: (one: T, other: T) => boolean
  save: (value: T) => Promise<unknown>
  isOn: boolean
  savedAt?: string | null
}

export type Saving = {
  state: 'idle' | 'saving' | 'saved' | 'offline' | 'failed'
  at?: string | undefined
  error?: unknown
}

const idleMs = 2000
const againMs = 15_000

export function useAutosave<T>({ value, saved, same, save, isOn, savedAt }: Options<T>) {
  const [saving, setSaving] = useState<Saving>(() => (savedAt ? { state: 'saved', at: clock(savedAt) } : { state: 'idle' }))
  const known = useRef(saved)
  const running = useRef<Promise<boolean> | null>(null)
  const now = useRef({ value, save, isOn })
  useEffect(() => {
    now.current = { value, save, isOn }
  })

  /** Resolves to whether the server now has all that was typed. */
  const flush = useCallback(async (): Promise<boolean> => {
    while (running.current) await running.current
    const { value, save, isOn } = now.current
    if (same(value, known.current)) return true
    if (!isOn) return false
    // Without a connection a call would wait in silence until there is one.
    if (!navigator.onLine) {
      setSaving({ state: 'offline' })
      return false
    }
    setSaving({ state: 'saving' })
    const sending = save(value).then(
      () => {
        known.current = value
        setSaving({ state: 'saved', at: clock(Date.now()) })
        return true
      },
      (error: unknown) => {
        setSaving({ state: isApiProblem(error) && error.problem === 'offline' ? 'offline' : 'failed', error })
        return false
      },
    )
    running.current = sending
    return sending.finally(() => {
      running.current = null
    })
  }, [same])

  useEffect(() => {
    if (!isOn || same(value, known.current)) return undefined
    const timer = setTimeout(() => void flush(), idleMs)
    return () => clearTimeout(timer)
  }, [value, isOn, flush, same])

  useEffect(() => {
    const retry = (): void => void flush()
    window.addEventListener('online', retry)
    const timer = saving.state === 'offline' ? setInterval(retry, againMs) : undefined
    return () => {
      window.removeEventListener('online', retry)
      clearInterval(timer)
    }
  }, [saving.state, flush])

  // Leaving the screen must not cost the last two seconds.
  useEffect(() => () => void flush(), [flush])

  return {
    saving,
    flush,
    /** After the server got the value by another way, such as handing in. */
    settle: useCallback((value: T) => {
      known.current = value
      // Leaving the screen saves what stands here; from now on that is this.
      now.current = { ...now.current, value }
      setSaving({ state: 'idle' })
    }, []),
  }
}
