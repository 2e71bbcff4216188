/** Calls about marks: those about one cell go one after the other, so that the last one counts, and the page says whether all are over. */

import { useRef, useState } from 'react'
import type { AttendanceRecord } from '@lms/contract/attendance-record'
import { useDraft } from '#lib/drafts.ts'
import { formatClock } from '#lib/format-date.ts'
import { useBeforeUnload } from '#lib/navigation.ts'
import { keyOf, type Mark, type MarkTrouble } from './attendance-marks.ts'

export function useMarkOrder() {
  /** The last call about each cell that is not over, and what the server has of it. */
  const queues = useRef(new Map<string, Promise<unknown>>())
  const stored = useRef(new Map<string, AttendanceRecord | undefined>())
  /** The marks of these calls. A reply that arrives before they end may hold older ones. */
  const [moving, setMoving] = useState<ReadonlyMap<string, Mark>>(noMarks)
  /** `isLast`: nothing was done in the cell since. */
  const inOrder = <R>(marks: readonly Mark[], call: (isLast: (mark: Mark) => boolean) => Promise<R>): Promise<R> => {
    const isLast = (mark: Mark): boolean => queues.current.get(keyOf(mark)) === own
    const own: Promise<R> = Promise.all(marks.map(async (mark) => queues.current.get(keyOf(mark))))
      .then(() => call(isLast))
      .finally(() => {
        const over = new Set(marks.filter(isLast))
        for (const mark of over) queues.current.delete(keyOf(mark))
        setMoving((now) => new Map([...now].filter(([, mark]) => !over.has(mark))))
      })
    for (const mark of marks) queues.current.set(keyOf(mark), own)
    setMoving((now) => new Map([...now, ...marks.map((mark) => [keyOf(mark), mark] as const)]))
    return own
  }
  return { inOrder, isBusy: (key: string): boolean => queues.current.has(key), stored, moving }
}
const noMarks: ReadonlyMap<string, Mark> = new Map()

/** Marks that are kept on this device until the server has them. */
export function useUnsentMarks(courseId: string) {
  const { value: unsent, setValue, discard } = useDraft<Record<string, Mark>>(`unsent-marks:${courseId}`, nothing)
  return {
    unsent,
    /** As they are at the moment, also late. */
    readUnsent: (): Record<string, Mark> => {
      let found = unsent
      setValue((now) => (found = now))
      return found
    },
    /** `to`: what waits in the cell of a mark instead; undefined if nothing does. */
    setWaiting: (marks: readonly Mark[], to: (mark: Mark) => Mark | undefined = (mark) => mark): void => {
      let isEmpty = false
      setValue((now) => {
        const keys = new Set(marks.map(keyOf))
        if (marks.every((mark) => now[keyOf(mark)] === undefined && to(mark) === undefined)) return now
        const others = Object.entries(now).filter(([key]) => !keys.has(key))
        const next = marks.flatMap((mark) => {
          const waiting = to(mark)
          return waiting ? [[keyOf(mark), waiting] as const] : []
        })
        isEmpty = others.length + next.length === 0
        return Object.fromEntries([...others, ...next])
      })
      if (isEmpty) discard()
    },
  }
}
const nothing: Record<string, Mark> = {}

export function useSaving(onSaved: () => void) {
  const [state, setState] = useState<{ saving: number; savedAt: string | null }>({ saving: 0, savedAt: null })
  // A mark is kept on this device once its call has failed: until then it would go with the page.
  useBeforeUnload(state.saving > 0)
  /** What the call returns; undefined if it fails. */
  const save = async <R>(call: () => Promise<R>, onError: (error: unknown) => void): Promise<R | undefined> => {
    setState(({ saving, savedAt }) => ({ saving: saving + 1, savedAt }))
    try {
      const reply = await call()
      setState(({ saving }) => ({ saving: saving - 1, savedAt: formatClock(Date.now()) }))
      onSaved()
      return reply
    } catch (error) {
      setState(({ saving, savedAt }) => ({ saving: saving - 1, savedAt }))
      onError(error)
      return undefined
    }
  }
  return { save, ...state }
}

/** What is wrong with marks, by `keyOf`. */
export function useMarkTroubles() {
  const [troubles, setTroubles] = useState<Record<string, MarkTrouble>>({})
  const settle = (marks: readonly Mark[], to: (mark: Mark) => MarkTrouble | undefined = () => undefined): void => {
    const keys = new Set(marks.map(keyOf))
    setTroubles((now) => ({
      ...Object.fromEntries(Object.entries(now).filter(([key]) => !keys.has(key))),
      ...Object.fromEntries(marks.flatMap((mark) => (to(mark) ? [[keyOf(mark), to(mark)!]] : []))),
    }))
  }
  return { troubles, settle }
}
