/** Decides the outcome of each cell of a file of marks: the same for preview and saving. */

import type { ImportedMark, ImportFinding } from '@lms/contract/marks'
import { isNewMarkHeld } from '@lms/contract/rules/held-marks'
import { readMark } from '@lms/contract/rules/mark-text'
import { decideWork } from '@lms/contract/rules/work'
import { cellAt, joinName } from '#modules/imports/names.ts'
import type { TableRow } from '#modules/imports/table.ts'
import { isOwnId, readVersion, type Assignment, type Columns } from '#modules/marks/import/columns.ts'
import type { ImportStudent, ImportWork } from '#modules/marks/import/queries.ts'

export interface Known {
  students: readonly ImportStudent[]
  /** Ids of people who are not among these students. */
  otherIds: ReadonlySet<string>
  /** The submissions of these students. */
  work: readonly ImportWork[]
  excused: readonly { studentId: string; assignmentId: string }[]
}

type Found = Pick<ImportedMark, 'marks' | 'offers' | 'finding' | 'detail'>
const toStopped = (finding: ImportFinding, detail: string, marks: number | null = null): Found => ({ marks, offers: [], finding, detail })
const toSaved = (marks: number, detail: string | null = null): Found => ({ marks, offers: [], finding: null, detail })

export function getKeys(columns: Columns, row: TableRow) {
  const id = cellAt(row, columns.studentId)
  return { id: isOwnId(id.toLowerCase()) ? id.toLowerCase() : '', email: cellAt(row, columns.email).toLowerCase().normalize('NFC') }
}

const isMarked = (work: ImportWork | undefined): work is ImportWork => work?.status === 'GRADED' || work?.status === 'RETURNED'
/** Missing submissions are created when their mark is saved. */
const noWork = { status: 'SUBMITTED', isHeld: false } as const

export const getKey = ({ studentId, assignmentId }: { studentId: string; assignmentId: string }) => `${studentId} ${assignmentId}`

function changedSince(work: ImportWork | undefined, exportedAt: string | null): string {
  const when = exportedAt ? 'after your export' : 'in the meantime'
  if (!work) return `The submission was undone ${when}`
  const { status, attempt, submittedAt, marks, grader } = work
  if (status !== 'SUBMITTED') return grader ? `${grader} changed it to ${marks} ${when}` : `Changed to ${marks} ${when}`
  const isNew = !exportedAt || !submittedAt || Date.parse(submittedAt) > Date.parse(exportedAt)
  return isNew ? `${attempt > 1 ? 'Submitted again' : 'Submitted'} ${when}` : `A mark was undone ${when}`
}

/** A cell as text, and the formula that it is the result of. */
type CellText = { text: string; formula?: string | undefined }

/** The error of a cell that is not simply a mark, with the marks that it may mean. */
function readCell({ text, formula }: CellText, maxMarks: number): ReturnType<typeof readMark> {
  const read = readMark(text, maxMarks)
  if (formula === undefined) return read
  const wrong = (detail: string, offers: number[]) => ({ marks: null, error: 'FORMULA' as const, detail: `A formula${detail}`, offers })
  if (text === '') return wrong(' without a result. Write the mark', [])
  const result = `. Its result is ${text}`
  return read.error === null ? wrong(result, [read.marks]) : wrong(`${result}: ${read.detail}`, read.offers)
}

/** The cells with a change or an error, in the order of the file, and the number of unchanged ones. */
export function decide(columns: Columns, known: Known): { cells: ImportedMark[]; unchanged: number } {
  const lookups = toLookups(known)
  const cells: ImportedMark[] = []
  let unchanged = 0
  for (const row of columns.students) {
    const filled = listFilledCells(columns, row)
    if (filled.length === 0) continue
    const { student, unusable, ...named } = findStudent(columns, row, lookups)
    const inRow = { row: row.row, name: named.name.slice(0, 254), student: student ? toPerson(student) : null }
    if (unusable) {
      cells.push({ ...inRow, column: filled[0]!.letters, assignment: null, text: '', now: null, version: null, isHeld: false, ...unusable })
      continue
    }
    for (const { letters, assignment, cell } of filled) {
      const own = lookups.workByKey.get(getKey({ studentId: student!.id, assignmentId: assignment.id }))
      const outcome = decideCell(columns, lookups, { row, studentId: student!.id, own, assignment, cell })
      if (outcome === 'same') unchanged++
      else cells.push({ ...inRow, column: letters, ...describeCell(assignment, cell, own), ...outcome })
    }
  }
  return { cells, unchanged }
}

type Lookups = ReturnType<typeof toLookups>

const toLookups = ({ students, otherIds, work, excused }: Known) => ({
  otherIds,
  byId: new Map(students.map((one) => [one.id, one])),
  byEmail: new Map(students.map((one) => [one.email?.toLowerCase(), one])),
  workByKey: new Map(work.map((one) => [getKey(one), one])),
  isExcused: new Set(excused.map(getKey)),
  /** Marks that the file has given already, by student and assignment. */
  earlier: new Map<string, { row: number; marks: number }>(),
})

const listFilledCells = (columns: Columns, row: TableRow) =>
  columns.marks.flatMap((column) => {
    const cell: CellText = { text: cellAt(row, column.at), formula: row.formulas?.[column.at] }
    return cell.text === '' && cell.formula === undefined ? [] : [{ ...column, cell }]
  })

/** The student of a row, or why it cannot be used. */
function findStudent(columns: Columns, row: TableRow, { byId, byEmail, otherIds }: Lookups) {
  const { id, email } = getKeys(columns, row)
  const idText = cellAt(row, columns.studentId)
  const found = { byId: byId.get(id), byEmail: email === '' ? undefined : byEmail.get(email) }
  const student = found.byId ?? found.byEmail
  const name = joinName(row, columns.names) || email || idText
  return { student, name, unusable: findRowError(row, found, otherIds.has(id)) ?? (student ? null : toUnknown(id, email, idText)) }
}

interface Cell {
  row: TableRow
  studentId: string
  own: ImportWork | undefined
  assignment: Assignment
  cell: CellText
}

function decideCell(columns: Columns, { isExcused, earlier }: Lookups, { row, studentId, own, assignment, cell }: Cell): Found | 'same' {
  const key = getKey({ studentId, assignmentId: assignment.id })
  const seen = readVersion(row, columns, assignment.id)
  const changed = seen !== undefined && seen !== (own?.version ?? null) ? changedSince(own, columns.exportedAt) : null
  const read = readCell(cell, assignment.maxMarks)
  if (read.error !== null) {
    const { offers } = read
    if (offers.length === 1 && hasMark(own, offers[0]!)) return 'same'
    return { ...toStopped(read.error, [read.detail, changed].filter(Boolean).join('. ')), offers }
  }
  const { marks } = read
  if (!own && 'refused' in decideWork({ move: 'record', work: null, isExcused: isExcused.has(key) }))
    return toStopped('NOT_SUBMITTED', 'Excused, no submission')
  const before = earlier.get(key)
  if (!before) earlier.set(key, { row: row.row, marks })
  if (before ? before.marks === marks : hasMark(own, marks)) return 'same'
  if (before) return toStopped('TWICE', `Twice in this file: row ${before.row} says ${before.marks}`, marks)
  return changed ? toStopped('CHANGED_SINCE', changed, marks) : toSaved(marks, describeSideEffect(own))
}

const hasMark = (work: ImportWork | undefined, marks: number): boolean => isMarked(work) && work.marks === marks

function describeSideEffect(work: ImportWork | undefined): string | null {
  if (!work) return 'No submission: the mark is saved anyway'
  return work.status === 'RETURNED' ? 'Returned for another attempt. Saving a mark cancels that' : null
}

const describeCell = ({ id, title, maxMarks, holdMarks }: Assignment, cell: CellText, own: ImportWork | undefined) => ({
  assignment: { id, title, maxMarks },
  text: (cell.formula ?? cell.text).slice(0, 200),
  now: isMarked(own) ? own.marks : null,
  version: own?.version ?? null,
  isHeld: isNewMarkHeld(own ?? noWork, holdMarks),
})

interface FoundStudent {
  byId: ImportStudent | undefined
  byEmail: ImportStudent | undefined
}

/** An id that is none of ours is no id: the email decides. One of ours must not contradict it. */
function findRowError(row: TableRow, found: FoundStudent, isOtherId: boolean): Found | null {
  if (row.error) return toStopped('UNREADABLE', 'A quotation mark in this row is missing or in the wrong place')
  if (!found.byEmail) return null
  const owner = found.byId?.name ?? (isOtherId ? 'someone else' : undefined)
  if (owner === undefined || found.byId?.id === found.byEmail.id) return null
  return toStopped('CONFLICT', `The student id belongs to ${owner}, the email to ${found.byEmail.name}`)
}

function toUnknown(id: string, email: string, idText: string): Found {
  if (id + email !== '') return toStopped('UNKNOWN_STUDENT', 'Not enrolled in this course')
  return toStopped(
    'UNKNOWN_STUDENT',
    idText === '' ? 'No student id and no email' : 'This is not one of our student ids, and there is no email',
  )
}

const toPerson = ({ id, name, profileImageUrl }: ImportStudent) => ({ id, name, profileImageUrl })
