/** Marks as a file: one row per student, one column per assignment. */

import { roundMarks } from '@lms/contract/rules/marks'
import { getTotal } from '@lms/contract/rules/totals'
import { Download } from '#call/handler.ts'
import type { Database, Db } from '#db/client.ts'
import { listStudentsAfter, type StudentFilter } from '#modules/marks/class/queries.ts'
import { writeVersions } from '#modules/marks/import/columns.ts'
import type { Column } from '#modules/marks/queries.ts'
import { toCell, toParts } from '#modules/marks/rules.ts'
import { readWork } from '#modules/marks/work/queries.ts'
import { toClockTime } from '#services/clock-time.ts'
import { csvStream } from '#services/csv.ts'
import { xlsxStream } from '#services/xlsx.ts'

/** Students read at once: the file may be of any length, the memory is limited. */
const batchSize = 100

type Cell = string | number | Date | null

interface Source {
  filter: StudentFilter
  columns: Column[]
  now: Date
}
interface FileOf extends Source {
  name: string
  format: 'csv' | 'xlsx'
}

/** Titles may contain brackets too: the id at the end identifies the assignment. */
const toHeader = ({ title, id }: Column) => `${title} [${id}]`
const personHeader = ['Student id', 'Name', 'Email']

export function gradebookFile(snapshot: Database['snapshot'], options: FileOf & { hasFeedback: boolean }): Download {
  const { columns, hasFeedback, now } = options
  const heads = columns.map(toHeader)
  const header = [...personHeader, ...heads, 'Total so far (%)', ...(hasFeedback ? heads.map((head) => `${head} feedback`) : [])]
  return toDownload(snapshot, options, header, (ownOf) => {
    const cells = columns.map((column) => toCell(column, ownOf(column), now))
    const total = getTotal(toParts(columns, cells))
    const feedback = hasFeedback ? columns.map((column, index) => (cells[index]!.marks === null ? null : ownOf(column).work!.feedback)) : []
    return [...cells.map(({ marks }) => marks), total && roundMarks(total), ...feedback]
  })
}

const stateLabels = {
  GRADED: 'Graded',
  TO_GRADE: 'To grade',
  RETURNED: 'Returned',
  MISSING: 'Missing',
  NOT_DUE: 'Not submitted',
  BEFORE_JOINING: 'Before enrolment',
  EXCUSED: 'Excused',
}

/** One assignment: its marks, and the facts shown in its list of submissions, with the times of the course's clock. */
export function assignmentFile(snapshot: Database['snapshot'], options: FileOf & { columns: [Column]; timeZone: string }): Download {
  const { now, columns, timeZone } = options
  const [column] = columns
  const header = [
    ...personHeader,
    toHeader(column),
    'State',
    'Late',
    'Deduction',
    'Attempt',
    `Submitted at (${timeZone})`,
    `Graded at (${timeZone})`,
    'Feedback',
  ]
  return toDownload(snapshot, options, header, (ownOf) => {
    const own = ownOf(column)
    const { marks, state, late, deduction, attempt, gradedAt } = toCell(column, own, now)
    const feedback = marks === null ? null : (own.work?.feedback ?? null)
    return [
      marks,
      stateLabels[state],
      late ? 'Late' : '',
      deduction,
      attempt,
      toClockTime(own.work?.submittedAt ?? null, timeZone),
      toClockTime(gradedAt, timeZone),
      feedback,
    ]
  })
}

type Own = ReturnType<Awaited<ReturnType<typeof readWork>>> & Pick<Awaited<ReturnType<typeof listStudentsAfter>>[number], 'enrolled'>
type CellsOf = (ownOf: (column: Column) => Own) => Cell[]

function toDownload(snapshot: Database['snapshot'], { name, format, ...source }: FileOf, header: string[], cellsOf: CellsOf): Download {
  const rows = snapshot((db) => rowsOf(db, source, cellsOf))
  // An import uses these to detect marks that were changed after the export.
  const heads = [...header, `Versions [exported ${source.now.toISOString()}]`]
  return format === 'csv'
    ? new Download('text/csv; charset=utf-8', `${name}.csv`, csvStream(heads, rows))
    : new Download('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', `${name}.xlsx`, xlsxStream('Marks', heads, rows))
}

async function* rowsOf(db: Db, { filter, columns, now }: Source, cellsOf: CellsOf): AsyncGenerator<Cell[]> {
  let after: { name: string; id: string } | undefined
  do {
    const found = await listStudentsAfter(db, filter, { courseId: filter.courseId, columns, now }, after, batchSize)
    const ownOf = await readWork(
      db,
      columns,
      found.map(({ student }) => student.id),
    )
    for (const { student, enrolled } of found) {
      const cells = cellsOf(({ id }) => ({ ...ownOf(student.id, id), enrolled }))
      const versions = writeVersions(columns.flatMap(({ id }) => ownOf(student.id, id).work ?? []).filter(({ attempt }) => attempt > 0))
      yield [student.id, student.name, student.email, ...cells, versions]
    }
    after = found.length === batchSize ? found.at(-1)!.student : undefined
  } while (after)
}
