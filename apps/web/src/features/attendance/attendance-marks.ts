/** Marks on their way to the server: which cell they are in, and what of them failed. Pure. */

import type { AttendanceSession } from '@lms/contract/attendance'
import type { AttendanceSheet } from '@lms/contract/attendance'
import type { AttendanceRecord } from '@lms/contract/attendance-record'
import { isApiProblem } from '#lib/api-errors.ts'
import { getStatus, type Student, withRecords } from './attendance-records.ts'
import type { RecordedStatus } from './attendance-status.tsx'

/** A student in a session. */
export type Cell = { student: Student; session: AttendanceSession; weekId: string }

/** What identifies a cell, also after the page was left. */
type Place = { weekId: string; sessionId: string; isWeek: boolean; userId: string; name: string }

/**
 * A mark that the server has not confirmed. `at`: ISO. `seen`: when the record that it replaces was marked. `undone`: it is to be undone,
 * back to the record before it, in case the server has it and only its reply was lost.
 */
export type Mark = Place & {
  status: RecordedStatus | null
  remark: string | null
  at: string
  seen: string | null
  undone?: { before?: AttendanceRecord }
}

/** Why a mark is not in its cell: the server refused it, or somebody else has marked the student since the page was read. */
export type MarkTrouble = { mark: Mark; reason: string } | { mark: Mark; theirs: AttendanceRecord | null }

const toPlace = ({ student: { user }, session, weekId }: Cell): Place => ({
  weekId,
  sessionId: session.id,
  isWeek: session.type === 'WEEK',
  userId: user.id,
  name: user.name,
})

export const keyOf = ({ sessionId, userId }: Pick<Place, 'sessionId' | 'userId'>): string => `mark:${sessionId}:${userId}`

export const keyOfCell = ({ student, session }: Cell): string => keyOf({ sessionId: session.id, userId: student.user.id })

export const toBody = ({ isWeek, sessionId, userId }: Place) => ({ userId, mediaId: isWeek ? null : sessionId })

/** Most marks of one call. */
const maxBatch = 500

/** Marks that go in one call: of one week, given at once. */
export function toBatches(marks: readonly Mark[]): Mark[][] {
  const together = [...Map.groupBy(marks, ({ weekId, at }) => `${weekId} ${at}`).values()]
  return together.flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / maxBatch) }, (_, n) => all.slice(n * maxBatch, (n + 1) * maxBatch)),
  )
}

/** The cells among these in which a status changes, or an objection is answered by confirming it. */
export const listChanged = (cells: readonly Cell[], status: RecordedStatus | null): Cell[] =>
  cells.filter(({ student, session }) => {
    const entry = student.entries[session.id]
    return getStatus(entry) !== status || !!entry?.objection
  })

/** Students who were enrolled at the time of the session and have no record. */
export const listUnmarked = (students: readonly Student[], sessionId: string): Student[] =>
  students.filter((student) => !student.beforeJoining.includes(sessionId) && getStatus(student.entries[sessionId]) === null)

/** Why each mark was refused: `/attendance/3/userId` is about the fourth of the request. */
export function toReasons(error: unknown, sent: readonly Mark[]): Map<string, string> {
  const errors = isApiProblem(error) ? error.errors : []
  return new Map(
    errors.flatMap(({ pointer, detail }) => {
      const mark = sent[Number(/^\/attendance\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN)]
      return mark ? [[keyOf(mark), detail] as const] : []
    }),
  )
}

/** A week’s sheet with what only this device knows of its marks, at most one a cell. Each session is gone through once, however many marks it has. */
export function withMarks(
  sheet: AttendanceSheet,
  marks: readonly Mark[],
  toRecord: (mark: Mark, before: AttendanceRecord | undefined) => AttendanceRecord,
): AttendanceSheet {
  const entries = new Map(sheet.students.map((student) => [student.user.id, student.entries]))
  const toShown = (mark: Mark): AttendanceRecord | undefined =>
    mark.undone ? mark.undone.before : toRecord(mark, entries.get(mark.userId)?.[mark.sessionId])
  return [...Map.groupBy(marks, ({ sessionId }) => sessionId)].reduce(
    (shown, [sessionId, all]) => withRecords(shown, sessionId, new Map(all.map((mark) => [mark.userId, toShown(mark)]))),
    sheet,
  )
}

/** Marks to give in cells, and the records that they replace. */
export function toMarks(cells: readonly Cell[], to: (record: AttendanceRecord | undefined) => Pick<Mark, 'status' | 'remark'>) {
  const records = new Map(cells.map((cell) => [keyOfCell(cell), cell.student.entries[cell.session.id]]))
  const marks = cells.map((cell): Mark => {
    const record = records.get(keyOfCell(cell))
    return { ...toPlace(cell), ...to(record), at: '', seen: record?.markedAt ?? null }
  })
  return { marks, getBefore: (mark: Mark) => records.get(keyOf(mark)) }
}
