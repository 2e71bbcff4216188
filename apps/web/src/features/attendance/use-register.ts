/** The register of a session: its students with their records, and marking them. */

import type { AttendanceSession, AttendanceSheet } from '@lms/contract/attendance'
import { pluralize } from '#lib/pluralize.ts'
import { wholeSheetQuery } from './api.ts'
import { type Cell, listUnmarked } from './attendance-marks.ts'
import { getStatus, type Student } from './attendance-records.ts'
import type { RecordedStatus } from './attendance-status.tsx'
import { useAttendanceMarks } from './use-attendance-marks.ts'

type Where = { courseId: string; weekId: string; session: AttendanceSession; sheet: AttendanceSheet }

export type Register = ReturnType<typeof useRegister>

export function useRegister({ courseId, weekId, session, sheet }: Where) {
  const marks = useAttendanceMarks(courseId, (id) => wholeSheetQuery({ courseId, weekId: id }).queryKey)
  const all = marks.show(weekId, sheet).students
  // Students who enrolled later are listed only if they have a mark, or say that they should.
  const students = all.filter(
    ({ beforeJoining, entries }) =>
      !beforeJoining.includes(session.id) || getStatus(entries[session.id]) !== null || !!entries[session.id]?.objection,
  )
  const unmarked = listUnmarked(students, session.id)
  const toCell = (student: Student): Cell => ({ student, session, weekId })
  const mark = (chosen: readonly Student[], status: RecordedStatus | null): void => marks.mark(chosen.map(toCell), status)
  const count = (status: RecordedStatus): number => students.filter(({ entries }) => getStatus(entries[session.id]) === status).length
  return {
    courseId,
    marks,
    session,
    students,
    mark,
    toCell,
    markRest: () => mark(unmarked, 'PRESENT'),
    count,
    unmarked: unmarked.length,
    marked: students.filter(({ entries }) => getStatus(entries[session.id]) !== null).length,
    enrolledLater: all.length - students.length,
  }
}

export const formatMarkedCount = ({ marked, students }: Register): string => `${marked} of ${students.length} marked`

export const formatLater = (students: number): string => `${pluralize(students, 'student')} enrolled later`
