/** Unsent typing, kept on this device per person and key until it is sent. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { localStore } from './local-store.ts'
import { useSession } from './session.ts'

type Kept<T> = { value: T; savedAt: string }

const keepAfterMs = 400

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

export const saveDraft = <T>(userId: string, key: string, value: T): void =>
  localStore.setItem(nameOf(userId, key), JSON.stringify({ value, savedAt: new Date().toISOString() }))

export const clearDraft = (userId: string, key: string): void => localStore.removeItem(nameOf(userId, key))

/** Pages of this tab that show what is being written, by its name: whoever came back before the answer did sees it there a second time. */
const shown = new Map<string, Set<OnSent>>()

/** `next` is what the sender begins again from, where that is not its first value. */
type OnSent = (sent: unknown, next: unknown) => void

function listen(name: string, onSent: OnSent): () => void {
  const listeners = shown.get(name) ?? new Set()
  shown.set(name, listeners.add(onSent))
  return () => {
    listeners.delete(onSent)
    if (listeners.size === 0) shown.delete(name)
  }
}

/** Values that a draft can hold are the same where they are written the same. */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export type Draft<T> = {
  value: T
  /** Give it a function where the change may come late, such as at the end of an upload: it gets the newest value. */
  setValue: (value: T | ((now: T) => T)) => void
  /** Call it when the text has been sent, also where its page was left meanwhile: forgets what was kept, and starts again from `initial` or the value given. */
  clear: (next?: T) => void
  /** When the value was restored from an earlier visit: the ISO time it was kept at. */
  restoredFrom: string | null
}

/** State that survives a reload, a crash and the end of the session. The key names what is being written, such as `comment:ID`; `restored` fits what an older version kept. */
export function useDraft<T>(key: string, initial: T, restored: (kept: T) => T = (kept) => kept): Draft<T> {
  // The id of the moment of opening: after a sign-out the last words still belong to the one who wrote them.
  const [userId] = useState(() => useSession.getState().user?.id ?? 'nobody')
  const [kept] = useState(() => readDraft<T>(userId, key))
  const [empty] = useState(initial)
  const [value, setState] = useState<T>(() => (kept ? restored(kept.value) : initial))
  const latest = useRef(value)
  const unsaved = useRef<{ value: T } | null>(null)

  const flush = useCallback(() => {
    if (unsaved.current) saveDraft(userId, key, unsaved.current.value)
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
  const own = useRef<OnSent | null>(null)
  const restart = useCallback(
    (next?: T) => {
      unsaved.current = null
      latest.current = next ?? initial
      setState(latest.current)
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `initial` is often a literal, new on each render
    [userId, key],
  )
  useEffect(() => {
    own.current = (sent, next) => {
      // Of one name, so of one type.
      if (isEqual(latest.current, sent)) return restart(next as T | undefined)
      if (isEqual(latest.current, empty)) return
      // What was typed since is not sent, and was forgotten with the rest.
      unsaved.current = { value: latest.current }
      flush()
    }
    const unlisten = listen(nameOf(userId, key), own.current)
    return () => {
      own.current = null
      unlisten()
    }
  }, [userId, key, empty, restart, flush])

  const clear = useCallback(
    (next?: T) => {
      const sent = latest.current
      const kept = readDraft<T>(userId, key)
      // A page that was left has kept its last words as they were sent: others are of a later visit, and go with nothing of this one.
      if (own.current || !kept || isEqual(kept.value, sent)) clearDraft(userId, key)
      restart(next)
      for (const tell of shown.get(nameOf(userId, key)) ?? []) if (tell !== own.current) tell(sent, next)
    },
    [userId, key, restart],
  )
  return { value, setValue, clear, restoredFrom: kept?.savedAt ?? null }
}
