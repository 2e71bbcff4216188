/** Unsent text as the state of a component: stored on this device until it is sent, and the same in all its tabs. */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from './session.ts'
import { clearDraft, isEqual, readDraft, saveDraft, toName } from './stored-drafts.ts'

const saveAfterMs = 400
const noSecrets: readonly string[] = []

export type Draft<T> = {
  value: T
  /** Pass a function if the change may come late, such as at the end of an upload: it gets the newest value, even if the page was left since. */
  setValue: (value: T | ((now: T) => T)) => void
  /**
   * Call it when `sent` has been saved, even if the page was left since: removes it from this device, and starts again from `next`, by
   * default the initial value. What was typed after it was sent stays. Returns whether nothing was.
   */
  saved: (sent: T, next?: T) => boolean
  /** Removes what was typed, and starts again from `next`. */
  discard: (next?: T) => void
  /** If the value was restored from an earlier visit: the ISO time at which it was saved. */
  restoredFrom: string | null
}

type Options<T> = {
  /** Migrates values stored by an older version. */
  migrate?: (stored: T) => T
  /** Fields that are never stored, such as a password. */
  secrets?: readonly string[]
  /** What stays when `sent` was saved as `next` and the value has changed since: by default all of it. */
  merge?: (now: T, sent: T, next: T) => T
  /** What of a value was typed, if the rest is not typed. */
  typed?: (value: T) => unknown
  /** False if what is typed in another tab is not shown here. */
  isShared?: boolean
}

/** A component that shows a draft. */
type Writer = {
  settle: (sent: unknown, next: unknown) => void
  follow: (typed: unknown) => void
  change: (work: (now: never) => unknown) => void
}
/** Those on this page, by the name of the draft. */
const writers = new Map<string, Set<Writer>>()

/** What a tab sends to the others: the text as it is now, or that one was sent, with the new start if it is not the initial value. */
type Message = { name: string; typed: unknown } | { name: string; sent: unknown; next: unknown }
const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('drafts')

const pass = (message: Message, writer: Writer): void =>
  'typed' in message ? writer.follow(message.typed) : writer.settle(message.sent, message.next)

otherTabs?.addEventListener('message', ({ data }: MessageEvent<Message>) => writers.get(data.name)?.forEach((writer) => pass(data, writer)))

/** Passes it to all but one writer of a draft. */
function announce(message: Message, self: Writer | null): void {
  for (const writer of writers.get(message.name) ?? []) if (writer !== self) pass(message, writer)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  otherTabs?.postMessage(message)
}

const omitSecrets = (secrets: readonly string[], value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, field: unknown) => (secrets.includes(name) ? undefined : field)))

const applyTo = <T>(now: T, next: T | ((now: T) => T)): T => (typeof next === 'function' ? (next as (now: T) => T)(now) : next)

/**
 * State that survives a reload, a crash and the end of the session. The key identifies what is being written, such as `comment:ID`; with
 * null, nothing is stored.
 */
export function useDraft<T>(key: string | null, initial: T, options: Options<T> = {}): Draft<T> {
  // The user at the time of opening: after a sign-out the last input still belongs to them.
  const [userId] = useState(() => useSession.getState().user?.id ?? 'nobody')
  const [stored] = useState(() => (key === null ? null : readDraft<T>(userId, key)))
  const [value, setState] = useState<T>(() => (stored ? (options.migrate?.(stored.value) ?? stored.value) : initial))
  const [restoredFrom, setRestoredFrom] = useState(stored?.savedAt ?? null)
  const latest = useRef(value)
  /** The value as it is stored, or as it began. */
  const kept = useRef(value)
  const isLeft = useRef(false)
  const newest = useRef({ initial, options })
  useEffect(() => {
    newest.current = { initial, options }
  })

  const { writer, flush, put, settle } = useMemo(() => {
    const omit = (value: unknown): unknown => omitSecrets(newest.current.options.secrets ?? noSecrets, value)
    const put = (value: T): void => {
      latest.current = value
      setState(value)
    }
    const flush = (): void => {
      if (key === null || latest.current === kept.current) return
      kept.current = latest.current
      const typed = omit(latest.current)
      saveDraft(userId, key, typed)
      announce({ name: toName(userId, key), typed }, writer)
    }
    /** Returns whether nothing was typed since `sent`. */
    const settle = (sent: T, next?: T): boolean => {
      const start = next ?? newest.current.initial
      const { merge = (now: T) => now, typed = (value: T): unknown => value } = newest.current.options
      if (!isEqual(omit(typed(latest.current)), omit(typed(sent)))) {
        put(merge(latest.current, sent, start))
        return false
      }
      kept.current = start
      put(start)
      setRestoredFrom(null)
      if (key !== null && !isLeft.current) clearDraft(userId, key)
      return true
    }
    const writer: Writer = {
      settle: (sent, next) => void settle(sent as T, next as T | undefined),
      follow: (typed) => {
        const { isShared = true, secrets = noSecrets, migrate } = newest.current.options
        // What was typed here is not replaced, nor is a secret emptied.
        if (!isShared || secrets.length > 0 || latest.current !== kept.current) return
        kept.current = migrate?.(typed as T) ?? (typed as T)
        put(kept.current)
      },
      change: (work) => put((work as (now: T) => T)(latest.current)),
    }
    return { writer, flush, put, settle }
  }, [userId, key])

  useEffect(() => {
    const timer = setTimeout(flush, saveAfterMs)
    return () => clearTimeout(timer)
  }, [value, flush])

  useEffect(() => {
    isLeft.current = false
    if (key === null) return () => void (isLeft.current = true)
    const name = toName(userId, key)
    const here = writers.get(name) ?? new Set()
    writers.set(name, here.add(writer))
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
      isLeft.current = true
      here.delete(writer)
    }
  }, [userId, key, writer, flush])

  /** After the page was left: the change reaches the component that shows the draft now, or the stored one. */
  const setLate = useCallback(
    (work: (now: T) => T) => {
      latest.current = work(latest.current)
      if (key === null) return
      const here = writers.get(toName(userId, key))
      if (here && here.size > 0) return here.forEach((other) => other.change(work))
      const before = readDraft<T>(userId, key)
      const after = before ? work(before.value) : latest.current
      if (!isEqual(before?.value ?? kept.current, after))
        saveDraft(userId, key, omitSecrets(newest.current.options.secrets ?? noSecrets, after))
    },
    [userId, key],
  )
  const setValue = useCallback(
    (next: T | ((now: T) => T)) => {
      if (isLeft.current) setLate((now) => applyTo(now, next))
      else put(applyTo(latest.current, next))
    },
    [put, setLate],
  )
  const saved = useCallback(
    (sent: T, next?: T): boolean => {
      const isAll = settle(sent, next)
      if (key === null) return isAll
      const { initial: start, options: last } = newest.current
      const left = readDraft<T>(userId, key)
      const isShown = (writers.get(toName(userId, key))?.size ?? 0) > 0
      const shared = omitSecrets(last.secrets ?? noSecrets, sent)
      // What a later visit stored was not sent.
      if (!isShown && left) {
        const { typed = (value: T): unknown => value } = last
        if (isEqual(typed(left.value), typed(shared as T))) clearDraft(userId, key)
        else if (last.merge) saveDraft(userId, key, last.merge(left.value, sent, next ?? start), left.savedAt)
      }
      announce({ name: toName(userId, key), sent: shared, next }, writer)
      return isAll
    },
    [userId, key, settle, writer],
  )
  const discard = useCallback((next?: T): void => void saved(latest.current, next), [saved])
  return { value, setValue, saved, discard, restoredFrom }
}
