/** Rows of a table → users, each with its errors. */
import { unescapeFormula } from '@lms/contract/rules/csv-formula'
import type { ImportDelimiter, ImportEncoding } from '@lms/contract/users'
import { Email, SingleLineText } from '@lms/contract/values'
import { columnLabel, type Columns, findColumns, getColumnLabel } from '#modules/users/import/columns.ts'
import { getValues, isHeaderOf, normalizeHeader, type NameColumns } from '#modules/users/import/headers.ts'
import type { ColumnQuestion, ReadOptions, Table, TableRow } from '#modules/users/import/import-error.ts'
import type { Candidate } from '#modules/users/import/rules.ts'

export interface Reading {
  detected: {
    format: 'CSV' | 'XLSX'
    delimiter: ImportDelimiter | null
    encoding: ImportEncoding | null
    nameColumn: string | null
    emailColumn: string
    aboveHeader: { row: number; text: string }[]
    samples: string[]
    questions: ColumnQuestion[]
    notRead: { column: string; values: { text: string; rows: number }[] }[]
    otherSheets: string[]
  }
  people: Candidate[]
}

/** Invisible characters that surround pasted text. */
const invisibleCharacters = /^[\u200b-\u200f\u2060\ufeff]+|[\u200b-\u200f\u2060\ufeff]+$/g
const cellAt = ({ cells }: TableRow, at: number) => unescapeFormula((cells[at] ?? '').replace(invisibleCharacters, '')).trim()

/** “Li, Ana” → “Ana Li”. */
const toNaturalOrder = (name: string) => {
  const [last, first, ...others] = name.split(',').map((part) => part.trim())
  return last && first && others.length === 0 ? `${first} ${last}` : name
}

function nameFrom(row: TableRow, columns: NameColumns): string {
  if (columns.kind !== 'parts') return columns.kind === 'sortable' ? toNaturalOrder(cellAt(row, columns.at)) : cellAt(row, columns.at)
  const [first, last] = [cellAt(row, columns.first), cellAt(row, columns.last)]
  // A column called “name” next to a part of the name may contain all of it.
  const whole = columns.isSure ? undefined : [first, last].find((part, n, parts) => ` ${part} `.includes(` ${parts[1 - n]!} `))
  return whole ?? `${first} ${last}`.trim()
}

/** The first column with a name in this row. */
export function joinName(row: TableRow, names: readonly NameColumns[]): string {
  for (const columns of names) {
    const name = nameFrom(row, columns)
    if (name !== '') return name
  }
  return ''
}

const Name = SingleLineText(120)
const shorten = (text: string) => (text.length > 254 ? `${text.slice(0, 253)}…` : text).toWellFormed()

function toCandidate(row: TableRow, { email, names, status }: Columns): Candidate {
  const address = cellAt(row, email).replace(/^mailto:/i, '')
  const parsedEmail = Email.safeParse(address)
  const fullName = joinName(row, names)
  const parsedName = Name.safeParse(fullName)
  if (row.error)
    return { row: row.row, name: shorten(fullName), email: shorten(address), error: row.error, errorField: 'line', nameError: null }
  const isDeleted = status !== null && /^deleted$/i.test(cellAt(row, status))
  return {
    row: row.row,
    name: parsedName.data ?? shorten(fullName),
    email: parsedEmail.data ?? shorten(address),
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

/** Columns of roles and states, which have no effect here, with their most frequent values. */
function listNotRead({ header, people, status, email, names }: Columns): Reading['detected']['notRead'] {
  const isUsed = (at: number) => at === status || at === email || names.some((name) => name.kind !== 'parts' && name.at === at)
  return header.cells.flatMap((title, at) => {
    const normal = normalizeHeader(title)
    if (isUsed(at) || (!isHeaderOf('role', normal) && !isHeaderOf('status', normal))) return []
    const values = [...Map.groupBy(getValues(people, at), (value) => shorten(value))].map(([text, same]) => ({ text, rows: same.length }))
    return [{ column: shorten(title.trim()), values: values.toSorted((a, b) => b.rows - a.rows).slice(0, 5) }]
  })
}

export function readPeople(table: Table, options: ReadOptions = {}): Reading {
  const columns = findColumns(table.rows, options)
  const people = columns.people.map((row) => toCandidate(row, columns))
  const samples = people.filter(({ name, errorField }) => name !== '' && errorField !== 'line').slice(0, 5)
  const used = columns.names.find((name) => columns.people.some((row) => nameFrom(row, name) !== '')) ?? columns.names[0]
  const { format, delimiter, encoding } = table
  return {
    detected: {
      format,
      delimiter,
      encoding,
      nameColumn: used ? getColumnLabel(columns, used) : null,
      emailColumn: columnLabel(columns, columns.email),
      aboveHeader: columns.above.map(({ row, cells }) => ({ row, text: shorten(cells.find((cell) => cell.trim() !== '')?.trim() ?? '') })),
      samples: samples.map(({ name }) => name),
      questions: columns.questions,
      notRead: listNotRead(columns),
      otherSheets: table.otherSheets.slice(0, 20),
    },
    people,
  }
}
