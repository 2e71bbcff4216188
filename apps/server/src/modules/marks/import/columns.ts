/** Identifies the columns of a table of marks: those of our own export, in any order, or assignments by their titles. */
import { unescapeFormula } from '@lms/contract/rules/csv-formula'
import { columnLetters, headerRows, type TableRow } from '#modules/users/import/import-error.ts'

export interface Assignment {
  id: string
  title: string
  maxMarks: number
  holdMarks: boolean
}

export interface Columns {
  students: readonly TableRow[]
  studentId: number
  name: number
  email: number
  versions: number
  exportedAt: string | null
  marks: readonly { at: number; letters: string; assignment: Assignment }[]
  ignored: { column: string; title: string }[]
  /** Ids of assignments that are not part of this course. */
  foreign: string[]
}

/** Exported columns other than marks and versions, for human readers. */
const otherColumns = ['total so far (%)', 'state', 'late', 'deduction', 'attempt', 'submitted at', 'graded at', 'feedback']
const withId = /\[([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\]$/i
const versionsHead = /^versions(?: \[exported (\d{4}-\d\d-\d\dT[\d:.]+Z)\])?$/i

export const textAt = ({ cells }: TableRow, at: number): string => unescapeFormula(cells[at] ?? '').trim()

/** By the id at its end, else by a title that only one assignment has. */
function findAssignment(head: string, assignments: readonly Assignment[]): Assignment | undefined {
  const id = withId.exec(head)?.[1]?.toLowerCase()
  if (id) return assignments.find((one) => one.id === id)
  const named = assignments.filter(({ title }) => title.toLowerCase() === head.toLowerCase())
  return named.length === 1 ? named[0] : undefined
}

export function findColumns(rows: readonly TableRow[], assignments: readonly Assignment[]): Columns {
  const namesMarks = (row: TableRow) =>
    row.row <= headerRows && row.cells.some((_, at) => withId.test(textAt(row, at)) || findAssignment(textAt(row, at), assignments))
  const top = Math.max(0, rows.findIndex(namesMarks))
  const heads = rows[top]?.cells.map((_, at) => textAt(rows[top]!, at)) ?? []
  const find = (name: string) => heads.findIndex((head) => head.toLowerCase() === name)
  const versions = heads.findIndex((head) => versionsHead.test(head))
  const found = {
    students: rows.slice(top + 1),
    studentId: find('student id'),
    name: find('name'),
    email: find('email'),
    versions,
    exportedAt: versionsHead.exec(heads[versions] ?? '')?.[1] ?? null,
    ignored: [] as Columns['ignored'],
    foreign: heads.flatMap((head) => withId.exec(head)?.[1]?.toLowerCase() ?? []).filter((id) => !assignments.some((one) => one.id === id)),
  }
  const marks = heads.flatMap((head, at) => {
    const assignment = findAssignment(head, assignments)
    return assignment ? [{ at, letters: columnLetters(at + 1), assignment }] : []
  })
  const isFirst = (one: (typeof marks)[number]) => marks.find(({ assignment }) => assignment.id === one.assignment.id) === one
  const used = new Set([found.studentId, found.name, found.email, versions, ...marks.filter(isFirst).map(({ at }) => at)])
  const isOtherColumn = (head: string) => head === '' || otherColumns.includes(head.toLowerCase()) || head.endsWith('] feedback')
  for (const [at, head] of heads.entries())
    if (!used.has(at) && !isOtherColumn(head)) found.ignored.push({ column: columnLetters(at + 1), title: head.slice(0, 200) })
  return { ...found, marks: marks.filter(isFirst) }
}

/** Identifies an assignment in the version column: a prefix of its id, unique within a course. */
const shortId = (id: string) => id.slice(-12)

/** The versions of one student’s submissions, as one cell: `3f9c0a1b2d4e:2 …`. */
export const writeVersions = (submissions: readonly { assignmentId: string; version: number }[]): string =>
  submissions.map(({ assignmentId, version }) => `${shortId(assignmentId)}:${version}`).join(' ')

/** Null if nothing was submitted; undefined if the file has no versions. */
export function readVersion(row: TableRow, { versions }: Columns, assignmentId: string): number | null | undefined {
  if (versions < 0) return undefined
  const own = textAt(row, versions)
    .split(' ')
    .find((one) => one.startsWith(`${shortId(assignmentId)}:`))
  return own ? Number(own.slice(13)) : null
}
