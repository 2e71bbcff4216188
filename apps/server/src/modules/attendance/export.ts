/** The attendance of a course as a table: one row per student, one column per session. */

import type * as contract from '@lms/contract/attendance'
import { attendanceStatusLabels } from '@lms/contract/attendance-rules'
import type { Input } from '@lms/contract/route'
import { formatRateBase, getAttendanceRate, getCountedStatus, isBeforeJoining, isOwnSession } from '@lms/contract/rules/attendance-rate'
import { dayIn } from '@lms/contract/rules/course-state'
import { Download, type Context } from '#call/handler.ts'
import { invalid } from '#call/problems.ts'
import type { Db } from '#db/client.ts'
import { describeDays, isOnDays } from '#modules/attendance/export-days.ts'
import { listStatuses, listStudentsAfter } from '#modules/attendance/queries.ts'
import { listSessions, type Session } from '#modules/attendance/rates.ts'
import { csvStream } from '#services/csv.ts'
import { xlsxStream } from '#services/xlsx.ts'

/** Cells, and students, read at once: the table may be of any size, the memory is limited, and the first rows are there soon. */
const [mostCells, mostStudents] = [10_000, 200]
const statuses = ['PRESENT', 'LATE', 'ABSENT', 'EXCUSED'] as const

type Query = Input<typeof contract.exportAttendance>['query']

/** The course, or its sessions and students that are asked for, streamed from one snapshot; the file name contains the date. */
export async function attendanceFile(
  { db, snapshot, now: clock }: Pick<Context, 'db' | 'snapshot' | 'now'>,
  { courseId, format, statuses: wanted, ...days }: Query,
  timeZone: string,
): Promise<Download> {
  const now = clock()
  const today = dayIn(timeZone, now.getTime())
  const all = await listSessions(db, [courseId], now)
  // Registers are optional: one is listed once it has marks.
  const sessions = all.filter((session) => (session.type !== 'WEEK' || session.isMarked) && isOnDays(session, days, timeZone))
  if (sessions.length === 0 && (days.from || days.to))
    throw invalid(days.from ? '?from' : '?to', `No sessions ${describeDays(days, today)}.`)
  const header = [
    'Name',
    'Email',
    ...sessions.map(({ week, type, title }) => `Week ${week}: ${type === 'WEEK' ? 'register' : title}`),
    ...statuses.map((status) => attendanceStatusLabels[status]),
    'Attendance rate (%)',
    'Sessions marked',
  ]
  const name = `attendance-${today}.${format}`
  const rows = snapshot((reader) => rowsOf(reader, { courseId, sessions, wanted }))
  if (format === 'csv') return new Download('text/csv; charset=utf-8', name, csvStream(header, rows))
  return new Download('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name, xlsxStream('Attendance', header, rows))
}

interface Chosen {
  courseId: string
  sessions: readonly Session[]
  /** Undefined: all students. */
  wanted: Query['statuses']
}

async function* rowsOf(db: Db, { courseId, sessions, wanted }: Chosen): AsyncGenerator<(string | number | null)[]> {
  const sessionIds = sessions.map(({ id }) => id)
  const batchSize = Math.max(1, Math.min(mostStudents, Math.floor(mostCells / Math.max(1, sessions.length))))
  let after: { name: string; id: string } | undefined
  do {
    const students = await listStudentsAfter(db, courseId, after, batchSize)
    const records = await listStatuses(
      db,
      sessionIds,
      students.map(({ id }) => id),
    )
    const marks = new Map(records.map((record) => [`${record.userId} ${record.sessionId}`, record]))
    for (const { id, name, email, enrolled } of students) {
      const facts = sessions.map((session) => toFact(session, enrolled, marks.get(`${id} ${session.id}`)))
      if (!wanted || facts.some((fact) => isOwnSession(fact) && wanted.includes(fact.status ?? 'NONE')))
        yield [name, email, ...toCells(facts)]
    }
    after = students.length === batchSize ? students.at(-1) : undefined
  } while (after)
}

type Fact = Parameters<typeof getAttendanceRate>[0][number] & { isMadeUp: boolean }

function toFact(
  session: Session,
  enrolled: Parameters<typeof isBeforeJoining>[1],
  record: Parameters<typeof getCountedStatus>[0] | undefined,
): Fact {
  const status = record ? getCountedStatus(record, session.settings.madeUpAs) : null
  return {
    held: session.held,
    beforeJoining: isBeforeJoining(session, enrolled),
    status,
    isMadeUp: status !== (record?.status ?? null),
  }
}

const formatStatus = ({ status, isMadeUp }: Fact): string | null =>
  status && `${attendanceStatusLabels[status]}${isMadeUp ? ' (made up)' : ''}`

/** The status of each session, the number of each status, and the rate. */
function toCells(facts: readonly Fact[]): (string | number | null)[] {
  const rate = getAttendanceRate(facts)
  const totals = statuses.map((status) => facts.filter((one) => one.status === status).length)
  return [...facts.map(formatStatus), ...totals, rate.percentage, formatRateBase(rate)]
}
