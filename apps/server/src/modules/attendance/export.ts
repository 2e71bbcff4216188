/** The attendance of a course as one table: a row a student, a column a session. */
import { Readable } from 'node:stream'
import writeExcelFile from 'write-excel-file/node'
import type { Db } from '#db/client.ts'
import { Download } from '#http/handler.ts'
import { listRecords, listRegisters, listSessions, listStudentsAfter } from '#modules/attendance/queries.ts'
import { percentageOf } from '#modules/attendance/rules.ts'
import { csvStream } from '#services/csv.ts'

/** Students read at once: the table is as long as it may be, the memory is not. */
const piece = 200
const statuses = ['PRESENT', 'LATE', 'ABSENT', 'EXCUSED'] as const
const words = { PRESENT: 'Present', LATE: 'Late', ABSENT: 'Absent', EXCUSED: 'Excused' }

interface Column {
  id: string
  title: string
}

/** The whole course, streamed; the name of the file says of which day it is. */
export async function attendanceFile(db: Db, courseId: string, format: 'csv' | 'xlsx', now: Date): Promise<Download> {
  const columns = await columnsOf(db, courseId)
  const header = ['Name', 'E-mail', ...columns.map(({ title }) => title), ...statuses.map((status) => words[status]), 'Percentage']
  const name = `attendance-${now.toISOString().slice(0, 10)}.${format}`
  const rows = rowsOf(db, courseId, columns)
  if (format === 'csv') return new Download('text/csv; charset=utf-8', name, csvStream(header, rows))
  return new Download('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name, Readable.from(workbook(header, rows)))
}

/** Sessions in the order of the weeks, and each week's own register after them where it has marks. */
async function columnsOf(db: Db, courseId: string): Promise<Column[]> {
  const [sessions, registers] = await Promise.all([listSessions(db, courseId), listRegisters(db, courseId)])
  const inOrder = [...sessions, ...registers.map((register) => ({ ...register, title: 'register' }))].toSorted((a, b) => a.week - b.week)
  return inOrder.map(({ id, week, title }) => ({ id, title: `Week ${week}: ${title}` }))
}

async function* rowsOf(db: Db, courseId: string, columns: readonly Column[]): AsyncGenerator<(string | number | null)[]> {
  const sessionIds = columns.map(({ id }) => id)
  let after: { name: string; id: string } | undefined
  do {
    const students = await listStudentsAfter(db, courseId, after, piece)
    const records = await listRecords(
      db,
      sessionIds,
      students.map(({ id }) => id),
    )
    const marks = new Map(records.map(({ sessionId, userId, status }) => [`${userId} ${sessionId}`, status]))
    for (const { id, name, email } of students) {
      const own = sessionIds.map((sessionId) => marks.get(`${id} ${sessionId}`) ?? null)
      const totals = statuses.map((status) => own.filter((mark) => mark === status).length)
      yield [name, email, ...own.map((status) => status && words[status]), ...totals, percentageOf(own)]
    }
    after = students.length === piece ? students.at(-1) : undefined
  } while (after)
}

/** Cells of text are text there, whatever they begin with. A workbook is an archive: it is made whole, then sent. */
async function* workbook(header: string[], rows: AsyncIterable<(string | number | null)[]>) {
  const table = await Array.fromAsync(rows)
  const cell = (value: string | number | null) =>
    value === null ? null : typeof value === 'string' ? { value, type: String } : { value, type: Number }
  const bold = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  yield await writeExcelFile([bold, ...table.map((row) => row.map(cell))], { sheet: 'Attendance', stickyRowsCount: 1 }).toBuffer()
}
