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
export function decide(columns: Columns, { students, otherIds, work, excused }: Known): { cells: ImportedMark[]; unchanged: number } {
  const byId = new Map(students.map((one) => [one.id, one]))
  const byEmail = new Map(students.map((one) => [one.email?.toLowerCase(), one]))
  const workByKey = new Map(work.map((one) => [getKey(one), one]))
  const isExcused = new Set(excused.map(getKey))
  const earlier = new Map<string, { row: number; marks: number }>()
  const cells: ImportedMark[] = []
  let unchanged = 0

  const checkCell = (row: TableRow, student: ImportStudent, assignment: Assignment, cell: CellText): Found | 'same' => {
    const key = getKey({ studentId: student.id, assignmentId: assignment.id })
    const own = workByKey.get(key)
    const seen = readVersion(row, columns, assignment.id)
    const changed = seen !== undefined && seen !== (own?.version ?? null) ? changedSince(own, columns.exportedAt) : null
    const read = readCell(cell, assignment.maxMarks)
    if (read.error !== null) {
      const { offers } = read
      if (offers.length === 1 && isMarked(own) && own.marks === offers[0]) return 'same'
      return { ...toStopped(read.error, [read.detail, changed].filter(Boolean).join('. ')), offers }
    }
    const { marks } = read
    if (!own && 'refused' in decideWork({ move: 'record', work: null, isExcused: isExcused.has(key) }))
      return toStopped('NOT_SUBMITTED', 'Excused, no submission')
    const before = earlier.get(key)
    if (!before) earlier.set(key, { row: row.row, marks })
    if (before ? before.marks === marks : isMarked(own) && own.marks === marks) return 'same'
    if (before) return toStopped('TWICE', `Twice in this file: row ${before.row} says ${before.marks}`, marks)
    if (changed) return toStopped('CHANGED_SINCE', changed, marks)
    if (!own) return toSaved(marks, 'No submission: the mark is saved anyway')
    return toSaved(marks, own.status === 'RETURNED' ? 'Returned for another attempt. Saving a mark cancels that' : null)
  }

  for (const row of columns.students) {
    const filled = columns.marks.flatMap((column) => {
      const cell: CellText = { text: cellAt(row, column.at), formula: row.formulas?.[column.at] }
      return cell.text === '' && cell.formula === undefined ? [] : [{ ...column, cell }]
    })
    if (filled.length === 0) continue
    const { id, email } = getKeys(columns, row)
    const found = { byId: byId.get(id), byEmail: email === '' ? undefined : byEmail.get(email) }
    const student = found.byId ?? found.byEmail
    const name = joinName(row, columns.names) || email || cellAt(row, columns.studentId)
    const inRow = { row: row.row, name: name.slice(0, 254), student: student ? toPerson(student) : null }
    const unusable = findRowError(row, found, otherIds.has(id)) ?? (student ? null : toUnknown(id, email, cellAt(row, columns.studentId)))
    if (unusable) {
      cells.push({ ...inRow, column: filled[0]!.letters, assignment: null, text: '', now: null, version: null, isHeld: false, ...unusable })
      continue
    }
    for (const { letters, assignment, cell } of filled) {
      const found = checkCell(row, student!, assignment, cell)
      const own = workByKey.get(getKey({ studentId: student!.id, assignmentId: assignment.id }))
      if (found === 'same') unchanged++
      else
        cells.push({
          ...inRow,
          column: letters,
          assignment: { id: assignment.id, title: assignment.title, maxMarks: assignment.maxMarks },
          text: (cell.formula ?? cell.text).slice(0, 200),
          now: isMarked(own) ? own.marks : null,
          version: own?.version ?? null,
          isHeld: isNewMarkHeld(own ?? noWork, assignment.holdMarks),
          ...found,
        })
    }
  }
  return { cells, unchanged }
}

interface FoundStudent {
  byId: ImportStudent | undefined
  byEmail: ImportStudent | undefined
}

/** An id that is none of ours is no id: the email decides. One of ours must not contradict it. */
function findRowError(row: TableRow, found: FoundStudent, isOtherId: boolean): Found | null {
  if (row.error) return toStopped('UNREADABLE', 'A quotation mark in this row is missing or in the wrong place')
  if (!found.byEmail) return null
  const owner = found.byId?.name ?? (isOtherId ? 'somebody else' : undefined)
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
