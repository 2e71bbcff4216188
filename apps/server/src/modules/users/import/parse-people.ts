/** Rows of a table → users, each with its errors. */

import type { ImportDetected } from '@lms/contract/users'
import { Email, SingleLineText } from '@lms/contract/values'
import { toAnswer } from '#modules/imports/chosen-columns.ts'
import { readAddress } from '#modules/imports/headers.ts'
import { cellAt, columnLabel, getColumnLabel, joinName, usedNames } from '#modules/imports/names.ts'
import { shorten, type ReadOptions, type Table, type TableRow } from '#modules/imports/table.ts'
import { type Columns, findColumns } from '#modules/users/import/columns.ts'
import { listNotRead } from '#modules/users/import/not-read.ts'
import type { Candidate } from '#modules/users/import/rules.ts'

const Name = SingleLineText(120)
/** Characters of a text from the file that are shown. */
const mostShown = 254

function toCandidate(row: TableRow, { email, names, status }: Columns): Candidate {
  const address = readAddress(cellAt(row, email))
  const parsedEmail = Email.safeParse(address)
  const fullName = joinName(row, names)
  const parsedName = Name.safeParse(fullName)
  if (row.error)
    return {
      row: row.row,
      name: shorten(fullName, mostShown),
      email: shorten(address, mostShown),
      error: row.error,
      errorField: 'line',
      nameError: null,
    }
  const isDeleted = status !== null && /^deleted$/i.test(cellAt(row, status))
  return {
    row: row.row,
    name: parsedName.data ?? shorten(fullName, mostShown),
    email: parsedEmail.data ?? shorten(address, mostShown),
    error: isDeleted ? 'Marked deleted in the file.' : emailError(address, parsedEmail.success),
    errorField: isDeleted ? 'status' : 'email',
    nameError: parsedName.success ? null : fullName === '' ? 'There is no name.' : `The name: ${parsedName.error.issues[0]!.message}.`,
  }
}

function emailError(address: string, isGood: boolean): string | null {
  if (isGood) return null
  if (address === '') return 'There is no email address.'
  return address.length > 254 ? 'The email address is longer than 254 characters.' : 'This is not an email address.'
}

export function readPeople(table: Table, options: ReadOptions = {}): { detected: ImportDetected; people: Candidate[] } {
  const columns = findColumns(table.rows, options)
  const people = columns.people.map((row) => toCandidate(row, columns))
  const samples = people.filter(({ name, errorField }) => name !== '' && errorField !== 'line').slice(0, 5)
  const used = usedNames(columns.people, columns.names)
  const { format, delimiter, encoding } = table
  const { header, status, email, names } = columns
  const isUsed = (at: number) => at === status || at === email || names.some((name) => name.kind !== 'parts' && name.at === at)
  return {
    detected: {
      format,
      delimiter,
      encoding,
      nameColumn: used ? getColumnLabel(columns.header, used) : null,
      emailColumn: columnLabel(columns.header, columns.email),
      aboveHeader: columns.above.map(({ row, cells }) => ({
        row,
        text: shorten(cells.find((cell) => cell.trim() !== '')?.trim() ?? '', mostShown),
      })),
      samples: samples.map(({ name }) => name),
      read: { nameColumns: toAnswer(used), emailColumn: String(columns.email + 1) },
      columns: columns.columns,
      questions: columns.questions,
      notRead: listNotRead(header, columns.people, isUsed),
      otherSheets: table.otherSheets.slice(0, 20),
    },
    people,
  }
}
