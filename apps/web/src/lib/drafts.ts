/** Unsent text as the state of a component: stored on this device until it is sent. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from './session.ts'
import { clearDraft, isEqual, readDraft, saveDraft, toName } from './stored-drafts.ts'

const saveAfterMs = 400
const noSecrets: readonly string[] = []

/** `next` is the new starting value after sending, if it is not the initial one. */
type Cleared = { name: string; sent: unknown; next: unknown }

declare global {
  interface WindowEventMap {
    'draft-cleared': CustomEvent<Cleared>
  }
}

export type Draft<T> = {
  value: T
  /** Pass a function if the change may come late, such as at the end of an upload: it gets the newest value. */
  setValue: (value: T | ((now: T) => T)) => void
  /** Call it when the text has been sent, even if the page was left since: removes it from this device, and starts again from `initial` or the given value. */
  clear: (next?: T) => void
  /** If the value was restored from an earlier visit: the ISO time at which it was saved. */
  restoredFrom: string | null
}

type Options<T> = {
  /** Migrates values stored by an older version. */
  migrate?: (stored: T) => T
  /** Fields that are never stored, such as a password. */
  secrets?: readonly string[]
}

const omitSecrets = (secrets: readonly string[], value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, field: unknown) => (secrets.includes(name) ? undefined : field)))

/**
 * State that survives a reload, a crash and the end of the session. The key identifies what is being written, such as `comment:ID`; with
 * null, nothing is stored.
 */
export function useDraft<T>(key: string | null, initial: T, { migrate, secrets = noSecrets }: Options<T> = {}): Draft<T> {
  // The user at the time of opening: after a sign-out the last input still belongs to them.
  const [userId] = useState(() => useSession.getState().user?.id ?? 'nobody')
  const [stored] = useState(() => (key === null ? null : readDraft<T>(userId, key)))
  const [value, setState] = useState<T>(() => (stored ? (migrate?.(stored.value) ?? stored.value) : initial))
  const [restoredFrom, setRestoredFrom] = useState(stored?.savedAt ?? null)
  const latest = useRef(value)
  const unsaved = useRef<{ value: T } | null>(null)
  const isMounted = useRef(false)

  const flush = useCallback(() => {
    if (key !== null && unsaved.current) saveDraft(userId, key, omitSecrets(secrets, unsaved.current.value))
    unsaved.current = null
  }, [userId, key, secrets])

  useEffect(() => {
    const timer = setTimeout(flush, saveAfterMs)
    return () => clearTimeout(timer)
  }, [value, flush])

  const setValue = useCallback((next: T | ((now: T) => T)) => {
    const value = typeof next === 'function' ? (next as (now: T) => T)(latest.current) : next
    latest.current = value
    unsaved.current = { value }
    setState(value)
  }, [])

  const restart = useCallback(
    (next?: T) => {
      unsaved.current = null
      latest.current = next ?? initial
      setState(latest.current)
      setRestoredFrom(null)
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `initial` is often a literal, new on each render
    [userId, key],
  )

  useEffect(() => {
    // The page may have been left while the text was being sent, and reopened with the same text.
    const onCleared = ({ detail: { name, sent, next } }: WindowEventMap['draft-cleared']): void => {
      if (key !== null && name === toName(userId, key) && isEqual(omitSecrets(secrets, latest.current), sent))
        restart(next as T | undefined)
    }
    isMounted.current = true
    window.addEventListener('draft-cleared', onCleared)
    window.addEventListener('pagehide', flush)
    return () => {
      isMounted.current = false
      window.removeEventListener('draft-cleared', onCleared)
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [userId, key, secrets, restart, flush])

  const clear = useCallback(
    (next?: T) => {
      const sent = omitSecrets(secrets, latest.current)
      restart(next)
      if (key === null) return
      const stored = readDraft<T>(userId, key)
      // If this page was left, a different text under the key is from a later visit, and was not sent.
      if (isMounted.current || !stored || isEqual(stored.value, sent)) clearDraft(userId, key)
      window.dispatchEvent(new CustomEvent<Cleared>('draft-cleared', { detail: { name: toName(userId, key), sent, next } }))
    },
    [userId, key, secrets, restart],
  )
  return { value, setValue, clear, restoredFrom }
}
