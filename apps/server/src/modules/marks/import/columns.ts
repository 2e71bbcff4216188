/** Identifies the columns of a table of marks: those of our own export, in any order, or assignments by their titles. */

import type { ImportColumn } from '@lms/contract/users'
import { getChosenColumns, listColumns, toAnswer } from '#modules/imports/chosen-columns.ts'
import { emailColumn, isHeaderOfKind, nameColumns, normalizeHeader, type NameColumns } from '#modules/imports/headers.ts'
import { cellAt, usedNames } from '#modules/imports/names.ts'
import { columnLetters, headerRows, type ReadOptions, type TableRow } from '#modules/imports/table.ts'

export interface Assignment {
  id: string
  title: string
  maxMarks: number
  holdMarks: boolean
}

export interface Columns {
  students: readonly TableRow[]
  /** Of ids that we gave: a school's own numbers are none. */
  studentId: number
  names: NameColumns[]
  email: number
  versions: number
  exportedAt: string | null
  marks: readonly { at: number; letters: string; assignment: Assignment }[]
  read: { nameColumns: string; emailColumn: string }
  /** Those of names and addresses to choose from. */
  choices: ImportColumn[]
  ignored: { column: string; title: string; reason: string | null }[]
  /** Why columns with the title of several assignments are not read. */
  ambiguous: string[]
  /** Ids of assignments that are not part of this course. */
  foreign: string[]
}

/** Exported columns other than marks and versions, for human readers. */
const otherColumns = ['total so far (%)', 'state', 'late', 'deduction', 'attempt', 'submitted at', 'graded at', 'feedback']
const withId = /\[([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\]$/i
const versionsHead = /^versions(?: \[exported (\d{4}-\d\d-\d\dT[\d:.]+Z)\])?$/i

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
export const isOwnId = (text: string): boolean => uuid.test(text)

/** Without blanks: people type `Essay 1`, `Essay  1` and `Essay1`. */
const foldTitle = (title: string): string => title.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '')

/** Characters of a head: more than a title and its id have. */
const longestHead = 1000

/** Finds assignments by the id at the end of a head, else by the title; several if more than one assignment has it. */
function toFinder(assignments: readonly Assignment[]) {
  const byTitle = Map.groupBy(assignments, ({ title }) => title.toLowerCase())
  const byFolded = Map.groupBy(assignments, ({ title }) => foldTitle(title))
  return (head: string): Assignment[] => {
    if (head === '' || head.length > longestHead) return []
    const id = withId.exec(head)?.[1]?.toLowerCase()
    if (id) return assignments.filter((one) => one.id === id)
    return byTitle.get(head.toLowerCase()) ?? byFolded.get(foldTitle(head)) ?? []
  }
}

/** Ids of ours are found by their form; of several columns the one that is called so. -1 if there is none. */
function studentIdColumn(headers: readonly string[], students: readonly TableRow[], email: number): number {
  const holdsIds = (at: number) => students.some((row) => isOwnId(cellAt(row, at).toLowerCase()))
  const found = headers.flatMap((header, at) => (header !== '' && at !== email && holdsIds(at) ? [at] : []))
  const named = headers.findIndex((header) => isHeaderOfKind('id', header))
  return found.find((at) => isHeaderOfKind('id', headers[at]!)) ?? found[0] ?? (email < 0 ? named : -1)
}

export function findColumns(rows: readonly TableRow[], assignments: readonly Assignment[], options: ReadOptions = {}): Columns {
  const findAssignments = toFinder(assignments)
  const namesMarks = (row: TableRow) =>
    row.row <= headerRows && row.cells.some((_, at) => withId.test(cellAt(row, at)) || findAssignments(cellAt(row, at)).length > 0)
  const top = Math.max(0, rows.findIndex(namesMarks))
  const heads = rows[top]?.cells.map((_, at) => cellAt(rows[top]!, at)) ?? []
  const students = rows.slice(top + 1)
  const versions = heads.findIndex((head) => versionsHead.test(head))
  const titled = heads.map(findAssignments)
  // A title such as “Email etiquette” names no column of addresses.
  const headers = heads.map((head, at) => (titled[at]!.length > 0 || at === versions || withId.test(head) ? '' : normalizeHeader(head)))
  const sample = students.slice(0, 200)
  const chosen = getChosenColumns(options, heads.length)
  const email = chosen.email ?? emailColumn(headers, sample)
  const studentId = studentIdColumn(headers, students, email)
  const names = chosen.names ?? nameColumns(headers, email).filter((name) => name.kind === 'parts' || name.at !== studentId)
  const ambiguous = new Map(titled.flatMap((found, at) => (found.length > 1 ? [[at, describeSameTitle(heads[at]!, found.length)]] : [])))
  const all = titled.flatMap(([assignment, second], at) =>
    assignment && !second ? [{ at, letters: columnLetters(at + 1), assignment }] : [],
  )
  const marks = all.filter((one) => all.find(({ assignment }) => assignment.id === one.assignment.id) === one)
  const ofNames = names.flatMap((name) => (name.kind === 'parts' ? [name.first, name.last] : [name.at]))
  const used = new Set([studentId, email, versions, ...ofNames, ...marks.map(({ at }) => at)])
  const isOtherColumn = (head: string) => head === '' || otherColumns.includes(head.toLowerCase()) || head.endsWith('] feedback')
  const reasonOf = (at: number) => {
    if (all.some((one) => one.at === at)) return 'A second column of this assignment.'
    if (studentId < 0 && isHeaderOfKind('id', headers[at]!)) return 'Not our student ids: students are found by email.'
    return ambiguous.get(at) ?? null
  }
  return {
    students,
    studentId,
    names,
    email,
    versions,
    exportedAt: versionsHead.exec(heads[versions] ?? '')?.[1] ?? null,
    marks,
    read: { nameColumns: toAnswer(usedNames(students, names)), emailColumn: String(email + 1) },
    choices: listColumns({ header: rows[top], headers, sample }).filter(({ at }) => headers[at - 1] !== ''),
    ignored: heads.flatMap((head, at) =>
      used.has(at) || isOtherColumn(head) ? [] : [{ column: columnLetters(at + 1), title: head.slice(0, 200), reason: reasonOf(at) }],
    ),
    ambiguous: [...ambiguous.values()],
    foreign: heads.flatMap((head) => withId.exec(head)?.[1]?.toLowerCase() ?? []).filter((id) => !assignments.some((one) => one.id === id)),
  }
}

const describeSameTitle = (title: string, count: number): string =>
  `${count === 2 ? 'Two' : count} assignments are called “${title.slice(0, 100)}”. Export the marks: that file tells them apart.`

/** Identifies an assignment in the version column: a prefix of its id, unique within a course. */
const shortId = (id: string) => id.slice(-12)

/** The versions of one student’s submissions, as one cell: `3f9c0a1b2d4e:2 …`. */
export const writeVersions = (submissions: readonly { assignmentId: string; version: number }[]): string =>
  submissions.map(({ assignmentId, version }) => `${shortId(assignmentId)}:${version}`).join(' ')

/** Null if nothing was submitted; undefined if the file has no versions. */
export function readVersion(row: TableRow, { versions }: Columns, assignmentId: string): number | null | undefined {
  if (versions < 0) return undefined
  const own = cellAt(row, versions)
    .split(' ')
    .find((one) => one.startsWith(`${shortId(assignmentId)}:`))
  return own ? Number(own.slice(13)) : null
}
