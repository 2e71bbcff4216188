/** Finds the columns of names and email addresses: by header and its usual synonyms, else by their values. */

import { importLimits } from '@lms/contract/rules/limits'
import type { ImportDetected } from '@lms/contract/users'
import { getChosenColumns, listColumns } from '#modules/imports/chosen-columns.ts'
import { emailColumn, headerIndex, isAddress, nameColumns, normalizeHeader, type NameColumns } from '#modules/imports/headers.ts'
import { ImportFileError, headerRows, tooManyRows, type ReadOptions, type TableRow } from '#modules/imports/table.ts'
import { isOtherName } from '#modules/imports/whose-columns.ts'
import { askEmail, askName } from '#modules/users/import/column-questions.ts'

export interface Columns {
  /** The row that names the columns. */
  header: TableRow
  /** Rows above the header, such as titles. */
  above: readonly TableRow[]
  people: readonly TableRow[]
  email: number
  names: NameColumns[]
  /** All of them, to choose from. */
  columns: ImportDetected['columns']
  questions: ImportDetected['questions']
  /** Canvas SIS: `deleted` marks users who left. */
  status: number | null
}

const isCanvas = (headers: string[]) => ['userid', 'loginid', 'status'].every((header) => headers.includes(header))

const headerHelp = `One of the first ${headerRows} rows must name the columns, for example: name,email.`

/** Throws if there is no header, or no column of addresses. */
export function findColumns(rows: readonly TableRow[], options: ReadOptions = {}): Columns {
  const at = headerIndex(rows)
  const [header, above, people] = [rows[at], rows.slice(0, at), rows.slice(at + 1)]
  if (!header) throw new ImportFileError('validation-failed', `The file is empty. ${headerHelp}`)
  if (header.cells.some(isAddress))
    throw new ImportFileError('validation-failed', `Row ${header.row} contains an email address already. ${headerHelp}`)
  const sample = people.slice(0, 200)
  // A title in place of the header may have fewer cells than the rows below it.
  const width = Math.max(...[header, ...sample].map(({ cells }) => cells.length))
  const headers = Array.from({ length: width }, (_, n) => normalizeHeader(header.cells[n] ?? ''))
  const table = { header, headers, sample }
  const chosen = getChosenColumns(options, width)
  const email = chosen.email ?? emailColumn(headers, sample)
  if (email < 0) throw noEmailColumn(header)
  if (people.length === 0) throw new ImportFileError('validation-failed', 'There are no people below the header row.')
  if (people.length > importLimits.rows) throw tooManyRows()
  const guessed = guessNames(headers, email)
  return {
    header,
    above,
    people,
    email,
    names: chosen.names ?? guessed,
    columns: listColumns(table),
    questions: [askEmail(table, options), askName({ ...table, people }, { email, names: guessed }, options)].filter(
      (question) => question !== null,
    ),
    status: isCanvas(headers) ? headers.indexOf('status') : null,
  }
}

function noEmailColumn({ cells }: TableRow): ImportFileError {
  const found = cells.filter((cell) => cell.trim() !== '').slice(0, 8)
  const detail = `There is no column of email addresses. ${headerHelp} Found: ${found.join(', ').slice(0, 200)}.`
  return new ImportFileError('validation-failed', detail)
}

function guessNames(headers: readonly string[], email: number): NameColumns[] {
  const found = nameColumns(headers, email)
  const other = 1 - email
  return found.length === 0 && headers.length === 2 && !isOtherName(headers[other]!) ? [{ kind: 'full', at: other }] : found
}
