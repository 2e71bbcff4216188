/** Marks that are set but not saved: what is shown, what must be sent, and whose mark was refused. Pure. */
import type { AttendanceSession } from '@lms/contract/attendance'
import type { AttendanceMark } from '#ui/attendance-status.tsx'
import { getMark, type Student } from './attendance-records.ts'

export type Mark = { status: AttendanceMark | null; remark: string }
/** By person; only what somebody touched. */
export type Marks = Record<string, Mark>

export const savedMark = (student: Student, sessionId: string): Mark => ({
  status: getMark(student.entries[sessionId]),
  remark: student.entries[sessionId]?.remark ?? '',
})

export const shownMark = (student: Student, sessionId: string, marks: Marks): Mark =>
  marks[student.user.id] ?? savedMark(student, sessionId)

const isSameMark = (one: Mark, other: Mark): boolean => one.status === other.status && one.remark.trim() === other.remark.trim()

export const listUnsaved = (students: readonly Student[], sessionId: string, marks: Marks): Student[] =>
  students.filter((student) => {
    const mark = marks[student.user.id]
    return mark !== undefined && !isSameMark(mark, savedMark(student, sessionId))
  })

export const countUnmarked = (students: readonly Student[], sessionId: string, marks: Marks): Student[] =>
  students.filter((student) => shownMark(student, sessionId, marks).status === null)

/** Those without a mark become present; nobody who has one is touched. */
export const markRestPresent = (students: readonly Student[], sessionId: string, marks: Marks): Marks => ({
  ...marks,
  ...Object.fromEntries(
    countUnmarked(students, sessionId, marks).map((student) => [
      student.user.id,
      { ...shownMark(student, sessionId, marks), status: 'PRESENT' as const },
    ]),
  ),
})

/** What was touched after it was sent. */
export const removeSent = (marks: Marks, sent: Marks): Marks =>
  Object.fromEntries(
    Object.entries(marks).filter(([id, mark]) => {
      const before = sent[id]
      return before === undefined || !isSameMark(before, mark)
    }),
  )

/** The call takes this many at once. */
export const maxBatch = 500

export const toBulkMarks = (students: readonly Student[], session: AttendanceSession, marks: Marks) =>
  students.map((student) => {
    const { status, remark } = shownMark(student, session.id, marks)
    return { userId: student.user.id, status, mediaId: session.type === 'WEEK' ? null : session.id, remark: remark.trim() || null }
  })

/** The words beside the right rows: `/attendance/3/userId` means the fourth that was sent. */
export function errorsByPerson(
  errors: readonly { pointer: string; detail: string }[],
  sent: readonly { userId: string }[],
): Record<string, string> {
  return Object.fromEntries(
    errors.flatMap(({ pointer, detail }) => {
      const who = sent[Number(/^\/attendance\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN)]
      return who ? [[who.userId, detail]] : []
    }),
  )
}
