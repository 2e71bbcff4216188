/** Unsent typing, kept on this device per person and key until it is sent. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { localStore } from './local-store.ts'
import { useSession } from './session.ts'

type Kept<T> = { value: T; savedAt: string }

const keepAfterMs = 400

/** Who shows a draft now, by its name: whoever sent it, left and came back has it on the screen a second time. */
const shown = new Map<string, Set<(sent: unknown, next: unknown) => void>>()

/** Values that a draft can hold are the same where they are written the same. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const nameOf = (userId: string, key: string): string => `draft:${userId}:${key}`

export function readDraft<T>(userId: string, key: string): Kept<T> | null {
  const text = localStore.getItem(nameOf(userId, key))
  if (text === null) return null
  try {
    return JSON.parse(text) as Kept<T>
  } catch {
    return null
  }
}

export const keepDraft = <T>(userId: string, key: string, value: T): void =>
  localStore.setItem(nameOf(userId, key), JSON.stringify({ value, savedAt: new Date().toISOString() }))

export const forgetDraft = (userId: string, key: string): void => localStore.removeItem(nameOf(userId, key))

export type Draft<T> = {
  value: T
  /** Give it a function where the change may come late, such as at the end of an upload: it gets the newest value. */
  setValue: (value: T | ((now: T) => T)) => void
  /** Call it when the text has been sent: forgets what was kept, and starts again from `initial` or the value given. */
  clear: (next?: T) => void
  /** When the value was restored from an earlier visit: the ISO time it was kept at. */
  restoredFrom: string | null
}

/** State that survives a reload, a crash and the end of the session. The key names what is being written, such as `comment:ID`; `restored` fits what an older version kept. */
export function useDraft<T>(key: string, initial: T, restored: (kept: T) => T = (kept) => kept): Draft<T> {
  // The id of the moment of opening: after a sign-out the last words still belong to the one who wrote them.
  const [userId] = useState(() => useSession.getState().user?.id ?? 'nobody')
  const [kept] = useState(() => readDraft<T>(userId, key))
  const [value, setState] = useState<T>(() => (kept ? restored(kept.value) : initial))
  const latest = useRef(value)
  const unsaved = useRef<{ value: T } | null>(null)

  const flush = useCallback(() => {
    if (unsaved.current) keepDraft(userId, key, unsaved.current.value)
    unsaved.current = null
  }, [userId, key])

  useEffect(() => {
    const timer = setTimeout(flush, keepAfterMs)
    return () => clearTimeout(timer)
  }, [value, flush])

  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  const setValue = useCallback((next: T | ((now: T) => T)) => {
    const value = typeof next === 'function' ? (next as (now: T) => T)(latest.current) : next
    latest.current = value
    unsaved.current = { value }
    setState(value)
  }, [])
  useEffect(() => {
    const name = nameOf(userId, key)
    const forget = (sent: unknown, next: unknown): void => {
      if (!same(latest.current, sent)) return
      unsaved.current = null
      // Of one name, so of one type.
      latest.current = (next as T | undefined) ?? initial
      setState(latest.current)
    }
    const all = shown.get(name) ?? new Set()
    shown.set(name, all.add(forget))
    return () => void (all.delete(forget) && all.size === 0 && shown.delete(name))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `initial` is often a literal, new on each render
  }, [userId, key])

  const clear = useCallback(
    (next?: T) => {
      const sent = latest.current
      unsaved.current = null
      forgetDraft(userId, key)
      for (const forget of shown.get(nameOf(userId, key)) ?? []) forget(sent, next)
      latest.current = next ?? initial
      setState(latest.current)
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `initial` is often a literal, new on each render
    [userId, key],
  )
  return { value, setValue, clear, restoredFrom: kept?.savedAt ?? null }
}
