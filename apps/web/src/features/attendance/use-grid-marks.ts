/** Marks cell by cell: each is shown at once, saved, and can be taken back. */
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
import type { GridColumn, Student } from './attendance-records.ts'

type Cell = { student: Student; column: GridColumn }
/** `saved`: the server's time of the mark, by which it can be undone; null if it was not saved. */
type Step = Cell & { before: AttendanceRecord | undefined; saved: Promise<string | null> }

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

  const put = ({ student, column }: Cell, record: AttendanceRecord | undefined): void =>
    void client.setQueryData<AttendanceSheet>(
      keyOf(column.week.id),
      (sheet) => sheet && withEntry(sheet, student.user.id, column.session.id, record),
    )

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

  const send = async (cell: Cell, before: AttendanceRecord | undefined, status: AttendanceMark | null): Promise<string | null> => {
    const { student, column } = cell
    const markedBy = me && { id: me.id, name: me.name, profileImageUrl: me.profileImageUrl ?? null }
    put(cell, {
      status,
      source: 'STAFF',
      remark: before?.remark ?? null,
      markedBy,
      markedAt: new Date(serverNow()).toISOString(),
      coverage: before?.coverage ?? null,
      joinedAt: before?.joinedAt ?? null,
      minutes: before?.minutes ?? null,
      matchedByName: before?.matchedByName ?? false,
    })
    const params = { courseId, weekId: column.week.id }
    const attendance = [{ ...placeOf(cell), status, remark: before?.remark ?? null }]
    const saved = await save(
      () => api.attendance.markBulkAttendance({ params, body: { attendance } }),
      (cause) => {
        put(cell, before)
        const words = `${isolate(student.user.name)}’s mark was not saved. ${cause}`
        notify.error(words, { link: { label: 'Try again', onClick: () => remember(cell, before, status) } })
      },
    )
    return saved?.markedAt ?? null
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
    put(step, step.before)
    const params = { courseId, weekId: step.column.week.id }
    const undone = await save(
      () => api.attendance.undoAttendance({ params, body: { ...placeOf(step), markedAt } }),
      (cause) => {
        void client.invalidateQueries({ queryKey: keyOf(step.column.week.id) })
        notify.error(`${isolate(step.student.user.name)}’s mark was not undone. ${cause}`)
      },
    )
    if (undone) put(step, undone.record ?? undefined)
  }
  const undo = (): void => {
    undoing.current = undoing.current.then(undoLast)
  }
  return { mark, undo, ...state }
}
