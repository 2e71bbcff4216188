/** Marks set in the grid: shown at once, saved one by one, taken back where the server refuses. */
import type { AttendanceRecord, AttendanceSheet } from '@lms/contract/attendance'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, getErrorMessage } from '#lib/api.ts'
import { clock } from '#lib/format-date.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import type { AttendanceMark } from '#ui/attendance-status.tsx'
import { notify } from '#ui/toasts.tsx'
import type { GridColumn } from './grid.ts'
import type { Student } from './attendance-records.ts'

type Cell = { student: Student; column: GridColumn }
type Step = Cell & { before: AttendanceRecord | undefined }

const withEntry = (sheet: AttendanceSheet, userId: string, sessionId: string, record: AttendanceRecord | undefined): AttendanceSheet => ({
  ...sheet,
  students: sheet.students.map((student) => {
    if (student.user.id !== userId) return student
    const { [sessionId]: _old, ...others } = student.entries
    return { ...student, entries: record ? { ...others, [sessionId]: record } : others }
  }),
})

/** `keyOf` names the cached sheet of a week. */
export function useMarkCell(courseId: string, keyOf: (weekId: string) => QueryKey) {
  const client = useQueryClient()
  const me = useSession((session) => session.user)
  const [state, setState] = useState<{ saving: number; savedAt: string | null }>({ saving: 0, savedAt: null })
  const history = useRef<Step[]>([])

  const put = ({ student, column }: Cell, record: AttendanceRecord | undefined): void =>
    void client.setQueryData<AttendanceSheet>(
      keyOf(column.week.id),
      (sheet) => sheet && withEntry(sheet, student.user.id, column.session.id, record),
    )

  const send = async (cell: Cell, before: AttendanceRecord | undefined, status: AttendanceMark | null): Promise<void> => {
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
      byName: before?.byName ?? false,
    })
    setState(({ saving, savedAt }) => ({ saving: saving + 1, savedAt }))
    const mediaId = column.session.type === 'WEEK' ? null : column.session.id
    try {
      await api.attendance.markBulkAttendance({
        params: { courseId, weekId: column.week.id },
        body: { attendance: [{ userId: student.user.id, status, mediaId, remark: before?.remark ?? null }] },
      })
      setState(({ saving }) => ({ saving: saving - 1, savedAt: clock(Date.now()) }))
      // What hangs on attendance is old now; it is fetched when it is next looked at.
      for (const key of ['courses', 'attendance']) void client.invalidateQueries({ queryKey: [key], refetchType: 'none' })
    } catch (error) {
      put(cell, before)
      setState(({ saving, savedAt }) => ({ saving: saving - 1, savedAt }))
      const words = `${student.user.name}’s mark was not saved. ${getErrorMessage(error)}`
      notify.error(words, { link: { label: 'Try again', onClick: () => void send(cell, before, status) } })
    }
  }
  const mark = (cell: Cell, status: AttendanceMark | null): void => {
    const before = cell.student.entries[cell.column.session.id]
    if ((before?.status ?? null) === status) return
    history.current.push({ ...cell, before })
    void send(cell, before, status)
  }
  const undo = (): void => {
    const step = history.current.pop()
    if (!step) return
    const sheet = client.getQueryData<AttendanceSheet>(keyOf(step.column.week.id))
    const now = sheet?.students.find(({ user }) => user.id === step.student.user.id)?.entries[step.column.session.id]
    void send(step, now, step.before?.status ?? null)
  }
  return { mark, undo, ...state }
}
