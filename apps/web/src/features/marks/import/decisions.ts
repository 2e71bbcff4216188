/** The marks to save from a checked file: valid ones, accepted doubtful ones, and corrected cells. */

import type { ImportedMark } from '@lms/contract/marks'
import { readMark } from '@lms/contract/rules/mark-text'
import { csvFile, csvName } from '#lib/files.ts'

/** By cell: `true` uses a doubtful mark, text is the mark to save instead: one that is offered, or a typed one. */
export type Decisions = Readonly<Record<string, true | string>>

/** How a spreadsheet names it: D5. */
export const cellName = ({ column, row }: ImportedMark): string => `${column}${row}`

/** Whether there is a mark to be confirmed, rather than one to be typed. */
export const isDoubtful = ({ finding, offers }: ImportedMark): boolean =>
  finding === 'CHANGED_SINCE' || finding === 'TWICE' || offers.length > 0

/** Whether another text in the cell would help. */
export const isEditable = ({ finding }: ImportedMark): boolean =>
  finding !== null && !['CHANGED_SINCE', 'TWICE', 'UNKNOWN_STUDENT', 'CONFLICT', 'NOT_SUBMITTED', 'UNREADABLE'].includes(finding)

/** The decision that confirms a cell; undefined if there is a choice to make. */
export const confirmation = ({ finding, offers }: ImportedMark): true | string | undefined =>
  finding === 'CHANGED_SINCE' || finding === 'TWICE' ? true : offers.length === 1 ? String(offers[0]) : undefined

/** Invalid cells first, then doubtful ones, each in the order of the file. */
export const cellsToDecide = (cells: readonly ImportedMark[]): ImportedMark[] => [
  ...cells.filter((cell) => cell.finding !== null && !isDoubtful(cell)),
  ...cells.filter(isDoubtful),
]

export type ImportedChange = {
  cell: ImportedMark & { student: NonNullable<ImportedMark['student']>; assignment: NonNullable<ImportedMark['assignment']> }
  marks: number
  isLarge: boolean
}

/** A decrease by this share of the maximum is probably a mistake. */
const largeFall = 0.25

function getMarks(cell: ImportedMark, decision: true | string | undefined): number | null {
  if (cell.finding === null || decision === true) return cell.marks
  return typeof decision === 'string' && cell.assignment ? readMark(decision, cell.assignment.maxMarks).marks : null
}

/** The marks to save, one for each student and assignment: of duplicates, the chosen one. */
export function listChanges(cells: readonly ImportedMark[], decisions: Decisions): ImportedChange[] {
  const changes = new Map<string, ImportedChange>()
  for (const cell of cells) {
    const marks = getMarks(cell, decisions[cellName(cell)])
    const { student, assignment, now } = cell
    if (marks === null || !student || !assignment) continue
    const isLarge = now !== null && now - marks >= largeFall * assignment.maxMarks
    changes.set(`${student.id} ${assignment.id}`, { cell: { ...cell, student, assignment }, marks, isLarge })
  }
  return [...changes.values()].filter(({ cell, marks }) => marks !== cell.now)
}

/** The file to save: only these marks, with the versions from the preview. Marks that change until then are skipped. */
export function toFile(changes: readonly ImportedChange[], name: string): File {
  const assignments = [...new Set(changes.map(({ cell }) => cell.assignment.id))]
  const rows = [...Map.groupBy(changes, ({ cell }) => cell.student.id)].map(([studentId, own]) => {
    const of = (id: string) => own.find(({ cell }) => cell.assignment.id === id)
    const versions = own.flatMap(({ cell }) => (cell.version === null ? [] : [`${cell.assignment.id.slice(-12)}:${cell.version}`]))
    return [studentId, own[0]!.cell.student.name, ...assignments.map((id) => String(of(id)?.marks ?? '')), versions.join(' ')]
  })
  return csvFile([['Student id', 'Name', ...assignments.map((id) => `[${id}]`), 'Versions'], ...rows], csvName(name))
}

/** The cells that need a decision, each with the reason. */
export const fileToFix = (cells: readonly ImportedMark[], name: string): File =>
  csvFile(
    [
      ['Cell', 'Student', 'Assignment', 'In the file', 'What we found'],
      ...cells.map((cell) => [cellName(cell), cell.student?.name ?? cell.name, cell.assignment?.title ?? '', cell.text, cell.detail ?? '']),
    ],
    csvName(name, '-to-fix'),
  )
