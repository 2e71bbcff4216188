/** Marks cell by cell: each is shown at once, saved in the order in which it was given, and can be taken back. */
import { isolate } from '@lms/contract/rules/direction'
import type { AttendanceRecord, AttendanceSheet } from '@lms/contract/attendance'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, getErrorMessage } from '#lib/api.ts'
import { clock } from '#lib/format-date.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { notify } from '#ui/toasts.tsx'
import type { AttendanceMark } from './attendance-status.tsx'
import { type GridColumn, type Student, toStaffRecord } from './attendance-records.ts'

type Cell = { student: Student; column: GridColumn }
/** `saved`: the server's time of the mark, by which it can be undone; null if it was not saved. */
type Step = Cell & { before: AttendanceRecord | undefined; saved: Promise<string | null> }
const keyOfCell = ({ student, column }: Cell): string => `mark:${column.session.id}:${student.user.id}`

const withEntry = (sheet: AttendanceSheet, userId: string, sessionId: string, record: AttendanceRecord | undefined): AttendanceSheet => ({
  ...sheet,
  students: sheet.students.map((student) => {
    if (student.user.id !== userId) return student
    const { [sessionId]: _old, ...others } = student.entries
    return { ...student, entries: record ? { ...others, [sessionId]: record } : others }
  }),
})

/** `keyOf` returns the query key of a week's sheet. */
export function useGridMarks(courseId: string, keyOf: (weekId: string) => QueryKey) {
  const client = useQueryClient()
  const me = useSession((session) => session.user)
  const [state, setState] = useState<{ saving: number; savedAt: string | null }>({ saving: 0, savedAt: null })
  const history = useRef<Step[]>([])
  // One after the other: each depends on the one before.
  const undoing = useRef<Promise<void>>(Promise.resolve())
  /** The last call about each cell that is not over, and what the server has of it. */
  const queues = useRef(new Map<string, Promise<unknown>>())
  const stored = useRef(new Map<string, AttendanceRecord | undefined>())

  const put = ({ student, column }: Cell, record: AttendanceRecord | undefined): void => {
    const queryKey = keyOf(column.week.id)
    // What a read that began before would bring is older than this mark.
    void client.cancelQueries({ queryKey })
    client.setQueryData<AttendanceSheet>(queryKey, (sheet) => sheet && withEntry(sheet, student.user.id, column.session.id, record))
  }
  /** Calls about one cell go one after the other, so that the last one counts. `isLast`: nothing was done in the cell since. */
  const inOrder = <R>(cell: Cell, call: (isLast: () => boolean) => Promise<R>): Promise<R> => {
    const key = keyOfCell(cell)
    const isLast = (): boolean => queues.current.get(key) === own
    const own: Promise<R> = (queues.current.get(key) ?? Promise.resolve())
      .then(() => call(isLast))
      .finally(() => isLast() && queues.current.delete(key))
    queues.current.set(key, own)
    return own
  }

  const placeOf = ({ student, column: { session } }: Cell) => ({
    userId: student.user.id,
    mediaId: session.type === 'WEEK' ? null : session.id,
  })
  /** What the call returns; undefined, with a message, if it fails. */
  const save = async <R>(call: () => Promise<R>, onError: (cause: string) => void): Promise<R | undefined> => {
    setState(({ saving, savedAt }) => ({ saving: saving + 1, savedAt }))
    try {
      const reply = await call()
      setState(({ saving }) => ({ saving: saving - 1, savedAt: clock(Date.now()) }))
      // Data that depends on attendance is stale now; it is refetched when next viewed.
      for (const key of ['courses', 'attendance']) void client.invalidateQueries({ queryKey: [key], refetchType: 'none' })
      return reply
    } catch (error) {
      setState(({ saving, savedAt }) => ({ saving: saving - 1, savedAt }))
      onError(getErrorMessage(error))
      return undefined
    }
  }

  const send = (cell: Cell, before: AttendanceRecord | undefined, status: AttendanceMark | null): Promise<string | null> => {
    const { student, column } = cell
    const key = keyOfCell(cell)
    const markedBy = me && { id: me.id, name: me.name, profileImageUrl: me.profileImageUrl ?? null }
    const by = { markedBy, markedAt: new Date(serverNow()).toISOString() }
    const record = toStaffRecord(before, { status, remark: before?.remark ?? null, ...by })
    if (!queues.current.has(key)) stored.current.set(key, before)
    notify.dismiss(key)
    put(cell, record)
    const params = { courseId, weekId: column.week.id }
    const attendance = [{ ...placeOf(cell), status, remark: before?.remark ?? null }]
    return inOrder(cell, async (isLast) => {
      const saved = await save(
        () => api.attendance.markBulkAttendance({ params, body: { attendance } }),
        (cause) => {
          // A newer mark replaces this one anyway.
          if (!isLast()) return
          put(cell, stored.current.get(key))
          const words = `${isolate(student.user.name)}’s mark was not saved. ${cause}`
          notify.error(words, { id: key, link: { label: 'Try again', onClick: () => remember(cell, stored.current.get(key), status) } })
        },
      )
      if (saved) stored.current.set(key, { ...record, markedAt: saved.markedAt })
      return saved?.markedAt ?? null
    })
  }
  const remember = (cell: Cell, before: AttendanceRecord | undefined, status: AttendanceMark | null): void =>
    void history.current.push({ ...cell, before, saved: send(cell, before, status) })

  const mark = (cell: Cell, status: AttendanceMark | null): void => {
    const before = cell.student.entries[cell.column.session.id]
    if ((before?.status ?? null) !== status) remember(cell, before, status)
  }

  /** Marks that were not saved are skipped. */
  const undoLast = async (): Promise<void> => {
    const step = history.current.pop()
    if (!step) return
    const markedAt = await step.saved
    if (markedAt === null) return undoLast()
    if (!queues.current.has(keyOfCell(step))) put(step, step.before)
    const params = { courseId, weekId: step.column.week.id }
    await inOrder(step, async (isLast) => {
      const undone = await save(
        () => api.attendance.undoAttendance({ params, body: { ...placeOf(step), markedAt } }),
        (cause) => {
          void client.invalidateQueries({ queryKey: keyOf(step.column.week.id) })
          notify.error(`${isolate(step.student.user.name)}’s mark was not undone. ${cause}`)
        },
      )
      if (!undone) return
      stored.current.set(keyOfCell(step), undone.record ?? undefined)
      if (isLast()) put(step, undone.record ?? undefined)
    })
  }
  const undo = (): void => {
    undoing.current = undoing.current.then(undoLast)
  }
  return { mark, undo, ...state }
}
