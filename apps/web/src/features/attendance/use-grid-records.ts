/** Marks cell by cell: each is shown at once, saved in the order in which it was given, kept on this device without a connection, and can be taken back. */

import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AttendanceRecord, AttendanceSheet } from '@lms/contract/attendance'
import { isolate } from '@lms/contract/rules/direction'
import { getErrorMessage, isTemporary } from '#lib/api-errors.ts'
import { useDraft } from '#lib/drafts.ts'
import { formatClock } from '#lib/format-date.ts'
import { useBeforeUnload } from '#lib/navigation.ts'
import { notify } from '#ui/toasts.tsx'
import { loadSheet, undoRecord } from './api.ts'
import { type GridColumn, type Student, withRecords } from './attendance-records.ts'
import type { RecordedStatus } from './attendance-status.tsx'
import { isoNow, useRecordWrites, useResend } from './record-writes.ts'

type Cell = { student: Student; column: GridColumn }
/** What identifies a cell, also after the page was left. */
type Place = { weekId: string; sessionId: string; isWeek: boolean; userId: string; name: string }
/**
 * A mark that the server has not confirmed. `at`: ISO. `undone`: it is to be taken back, to the record before it, in case the server
 * has it and only its reply was lost.
 */
type Unsent = Place & { status: RecordedStatus | null; remark: string | null; at: string; undone?: { before?: AttendanceRecord } }
/** `saved`: the server's time of the mark, by which it can be undone; null if it was not confirmed. `waited`: an unsent mark before it. */
type Step = { mark: Unsent; before: AttendanceRecord | undefined; waited: Unsent | undefined; saved: Promise<string | null> }

const toPlace = ({ student: { user }, column: { week, session } }: Cell): Place => ({
  weekId: week.id,
  sessionId: session.id,
  isWeek: session.type === 'WEEK',
  userId: user.id,
  name: user.name,
})
const keyOf = ({ sessionId, userId }: Place): string => `mark:${sessionId}:${userId}`
const toBody = ({ isWeek, sessionId, userId }: Place) => ({ userId, mediaId: isWeek ? null : sessionId })

const nothing: Record<string, Unsent> = {}

/** `toQueryKey` returns the query key of a week's sheet. */
export function useGridRecords(courseId: string, toQueryKey: (weekId: string) => QueryKey) {
  const client = useQueryClient()
  const writes = useRecordWrites(courseId)
  const [state, setState] = useState<{ saving: number; savedAt: string | null }>({ saving: 0, savedAt: null })
  const { value: unsent, setValue: setUnsent, discard } = useDraft<Record<string, Unsent>>(`unsent-marks:${courseId}`, nothing)
  // A mark is kept on this device once its call has failed: until then it would go with the page.
  useBeforeUnload(state.saving > 0)
  const history = useRef<Step[]>([])
  // One after the other: each depends on the one before.
  const undoing = useRef<Promise<void>>(Promise.resolve())
  /** The last call about each cell that is not over, and what the server has of it. */
  const queues = useRef(new Map<string, Promise<unknown>>())
  const stored = useRef(new Map<string, AttendanceRecord | undefined>())

  const put = (place: Place, record: AttendanceRecord | undefined): void =>
    writes.put(toQueryKey(place.weekId), place.sessionId, new Map([[place.userId, record]]))
  const toRecord = (mark: Unsent, before: AttendanceRecord | undefined): AttendanceRecord =>
    writes.toRecord({ ...mark, markedAt: mark.at }, before)
  /** Calls about one cell go one after the other, so that the last one counts. `isLast`: nothing was done in the cell since. */
  const inOrder = <R>(place: Place, call: (isLast: () => boolean) => Promise<R>): Promise<R> => {
    const key = keyOf(place)
    const isLast = (): boolean => queues.current.get(key) === own
    const own: Promise<R> = (queues.current.get(key) ?? Promise.resolve())
      .then(() => call(isLast))
      .finally(() => isLast() && queues.current.delete(key))
    queues.current.set(key, own)
    return own
  }
  const setWaiting = (place: Place, mark: Unsent | undefined): void => {
    let isEmpty = false
    setUnsent(({ [keyOf(place)]: _before, ...others }) => {
      isEmpty = !mark && Object.keys(others).length === 0
      return mark ? { ...others, [keyOf(place)]: mark } : others
    })
    if (isEmpty) discard()
  }

  /** What the call returns; undefined if it fails. */
  const save = async <R>(call: () => Promise<R>, onError: (error: unknown) => void): Promise<R | undefined> => {
    setState(({ saving, savedAt }) => ({ saving: saving + 1, savedAt }))
    try {
      const reply = await call()
      setState(({ saving }) => ({ saving: saving - 1, savedAt: formatClock(Date.now()) }))
      writes.setStale()
      return reply
    } catch (error) {
      setState(({ saving, savedAt }) => ({ saving: saving - 1, savedAt }))
      onError(error)
      return undefined
    }
  }

  const send = (mark: Unsent): Promise<string | null> => {
    const { weekId, status, remark, name } = mark
    const key = keyOf(mark)
    return inOrder(mark, async (isLast) => {
      const saved = await save(
        () => writes.send(weekId, [{ ...toBody(mark), status, remark }]),
        (error) => {
          // A newer mark replaces this one anyway.
          if (!isLast()) return
          if (isTemporary(error)) return setWaiting(mark, mark)
          setWaiting(mark, undefined)
          if (stored.current.has(key)) put(mark, stored.current.get(key))
          else void client.invalidateQueries({ queryKey: toQueryKey(weekId) })
          const retry = (): void => remember(mark, stored.current.get(key), { ...mark, at: isoNow() })
          notify.error(`${isolate(name)}’s mark was not saved. ${getErrorMessage(error)}`, {
            id: key,
            link: { label: 'Try again', onClick: retry },
          })
        },
      )
      if (!saved) return null
      const record = { ...toRecord(mark, stored.current.get(key)), markedAt: saved.markedAt }
      stored.current.set(key, record)
      if (isLast()) {
        put(mark, record)
        setWaiting(mark, undefined)
      }
      return saved.markedAt
    })
  }
  const remember = (place: Place, before: AttendanceRecord | undefined, mark: Unsent): void => {
    const key = keyOf(place)
    const waited = unsent[key]
    if (!queues.current.has(key) && !waited) stored.current.set(key, before)
    notify.dismiss(key)
    put(place, toRecord(mark, before))
    // The older one is neither shown nor sent any more, also after the page was left.
    if (waited) setWaiting(place, mark)
    history.current.push({ mark, before, waited, saved: send(mark) })
  }

  const mark = (cell: Cell, status: RecordedStatus | null): void => {
    const place = toPlace(cell)
    const before = cell.student.entries[place.sessionId]
    if ((before?.status ?? null) === status) return
    remember(place, before, { ...place, status, remark: before?.remark ?? null, at: isoNow() })
  }

  const timeIn = (record: AttendanceRecord | null, mark: Unsent): string | null =>
    writes.isOwn(record) && record.status === mark.status ? record.markedAt : null
  /** What the server has in the cell of a mark, and the time by which the mark can be undone; null if it does not have the mark. */
  const find = async (mark: Unsent): Promise<{ record: AttendanceRecord | null; markedAt: string | null }> => {
    const { students } = await loadSheet({ courseId, weekId: mark.weekId })
    const record = students.find(({ user }) => user.id === mark.userId)?.entries[mark.sessionId] ?? null
    return { record, markedAt: timeIn(record, mark) }
  }

  /** `markedAt`: null if the reply to the mark was lost. */
  const takeBack = (mark: Unsent, markedAt: string | null): Promise<void> =>
    inOrder(mark, async (isLast) => {
      const undone = await save(
        async () => {
          let found = markedAt === null ? await find(mark) : { record: null, markedAt }
          // Sent again after a lost reply, it may be there twice.
          while (found.markedAt !== null) {
            const body = { ...toBody(mark), markedAt: found.markedAt }
            const { record } = await undoRecord({ params: { courseId, weekId: mark.weekId }, body })
            found = { record, markedAt: timeIn(record, mark) }
          }
          return found
        },
        (error) => {
          if (!isLast()) return
          if (isTemporary(error)) return setWaiting(mark, mark)
          setWaiting(mark, undefined)
          void client.invalidateQueries({ queryKey: toQueryKey(mark.weekId) })
          notify.error(`${isolate(mark.name)}’s mark was not undone. ${getErrorMessage(error)}`)
        },
      )
      if (!undone) return
      stored.current.set(keyOf(mark), undone.record ?? undefined)
      if (!isLast()) return
      put(mark, undone.record ?? undefined)
      setWaiting(mark, undefined)
    })

  const isWaiting = Object.keys(unsent).length > 0
  useResend(isWaiting, () => {
    for (const one of Object.values(unsent)) {
      const key = keyOf(one)
      if (queues.current.has(key)) continue
      const sheet = client.getQueryData<AttendanceSheet>(toQueryKey(one.weekId))
      const entry = sheet?.students.find(({ user }) => user.id === one.userId)?.entries[one.sessionId]
      if (sheet && !stored.current.has(key)) stored.current.set(key, entry)
      if (one.undone) void takeBack(one, null)
      else {
        const step = history.current.findLast((last) => keyOf(last.mark) === key)
        const saved = send(one)
        if (step) step.saved = saved
      }
    }
  })

  /** Marks that were refused are skipped. */
  const undoLast = async (): Promise<void> => {
    const step = history.current.pop()
    if (!step) return
    const { mark, before, waited } = step
    const markedAt = await step.saved
    let isUnsent = false
    setUnsent((now) => ((isUnsent = now[keyOf(mark)] !== undefined), now))
    if (markedAt === null && !isUnsent) return undoLast()
    if (!queues.current.has(keyOf(mark))) put(mark, before)
    // The one before it is sent instead, whatever the server has.
    if (isUnsent && waited) return setWaiting(mark, waited)
    const undone: Unsent = { ...mark, undone: before ? { before } : {} }
    if (isUnsent) setWaiting(mark, undone)
    await takeBack(undone, markedAt)
  }
  const undo = (): void => {
    undoing.current = undoing.current.then(undoLast)
  }
  /** The sheet with what only this device knows of its marks. */
  const show = (weekId: string, sheet: AttendanceSheet): AttendanceSheet =>
    Object.values(unsent)
      .filter((one) => one.weekId === weekId)
      .reduce((shown, one) => {
        const known = shown.students.find(({ user }) => user.id === one.userId)?.entries[one.sessionId]
        const record = one.undone ? one.undone.before : toRecord(one, known)
        return withRecords(shown, one.sessionId, new Map([[one.userId, record]]))
      }, sheet)
  return { mark, undo, show, isWaiting, ...state }
}
