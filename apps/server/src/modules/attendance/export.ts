/** The attendance of a course as a table: one row per student, one column per session. */
import { attendanceStatusLabels } from '@lms/contract/attendance-rules'
import { formatRateBase, getAttendanceRate, hasStarted } from '@lms/contract/rules/attendance-rate'
import { isOpen } from '#access/conditions.ts'
import type { Db } from '#db/client.ts'
import { Download } from '#http/handler.ts'
import { listRecords, listRegisters, listSessions, listStudentsAfter } from '#modules/attendance/queries.ts'
import { csvStream } from '#services/csv.ts'
import { xlsxStream } from '#services/xlsx.ts'

/** Students read at once: the table may be of any length, the memory is limited. */
const batchSize = 200
const statuses = ['PRESENT', 'LATE', 'ABSENT', 'EXCUSED'] as const

interface Column {
  id: string
  title: string
  /** Sessions held so far: nobody can have been marked in a future one. */
  isHeld: boolean
}

/** The whole course, streamed; the file name contains the date. */
export async function attendanceFile(db: Db, courseId: string, format: 'csv' | 'xlsx', now: Date): Promise<Download> {
  const columns = await listColumns(db, courseId, now)
  const header = [
    'Name',
    'Email',
    ...columns.map(({ title }) => title),
    ...statuses.map((status) => attendanceStatusLabels[status]),
    'Attendance rate (%)',
    'Sessions marked',
  ]
  const name = `attendance-${now.toISOString().slice(0, 10)}.${format}`
  const rows = rowsOf(db, courseId, columns)
  if (format === 'csv') return new Download('text/csv; charset=utf-8', name, csvStream(header, rows))
  return new Download('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name, xlsxStream('Attendance', header, rows))
}

/** Sessions in the order of the weeks, each followed by the week's own register if it has marks. */
async function listColumns(db: Db, courseId: string, now: Date): Promise<Column[]> {
  const [sessions, registers] = await Promise.all([listSessions(db, courseId), listRegisters(db, courseId)])
  const held = sessions.map((session) => ({
    ...session,
    isHeld: session.isMarked || (isOpen(session, now) && hasStarted(session.startsAt, now.getTime())),
  }))
  const taken = registers.map((register) => ({ ...register, title: 'register', isHeld: true }))
  const inOrder = [...held, ...taken].toSorted((a, b) => a.week - b.week)
  return inOrder.map(({ id, week, title, isHeld }) => ({ id, title: `Week ${week}: ${title}`, isHeld }))
}

async function* rowsOf(db: Db, courseId: string, columns: readonly Column[]): AsyncGenerator<(string | number | null)[]> {
  const sessionIds = columns.map(({ id }) => id)
  let after: { name: string; id: string } | undefined
  do {
    const students = await listStudentsAfter(db, courseId, after, batchSize)
    const records = await listRecords(
      db,
      sessionIds,
      students.map(({ id }) => id),
    )
    const marks = new Map(records.map(({ sessionId, userId, status }) => [`${userId} ${sessionId}`, status]))
    for (const { id, name, email } of students) {
      const own = sessionIds.map((sessionId) => marks.get(`${id} ${sessionId}`) ?? null)
      const totals = statuses.map((status) => own.filter((mark) => mark === status).length)
      const rate = getAttendanceRate(own.filter((_, index) => columns[index]!.isHeld))
      yield [
        name,
        email,
        ...own.map((status) => status && attendanceStatusLabels[status]),
        ...totals,
        rate.percentage,
        formatRateBase(rate),
      ]
    }
    after = students.length === batchSize ? students.at(-1) : undefined
  } while (after)
}
