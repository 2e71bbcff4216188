/** The names of people in the rows of a table, and what the columns are called that they are read from. */

import { unescapeFormula } from '@lms/contract/rules/csv-formula'
import type { NameColumns } from '#modules/imports/headers.ts'
import type { TableRow } from '#modules/imports/table.ts'

/** Invisible characters that surround pasted text. Those at the end are tried from the first of them alone, which takes linear time. */
const invisibleCharacters = /^[\u200b-\u200f\u2060\ufeff]+|(?<![\u200b-\u200f\u2060\ufeff])[\u200b-\u200f\u2060\ufeff]+$/g
export const cellAt = ({ cells }: TableRow, at: number): string =>
  unescapeFormula((cells[at] ?? '').replace(invisibleCharacters, '')).trim()

/** “Li, Ana” → “Ana Li”. */
const toNaturalOrder = (name: string) => {
  const [last, first, ...others] = name.split(',').map((part) => part.trim())
  return last && first && others.length === 0 ? `${first} ${last}` : name
}

export function nameFrom(row: TableRow, columns: NameColumns): string {
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

/** The columns that a file's names are in: the most certain that are not empty. */
export const usedNames = (rows: readonly TableRow[], names: readonly NameColumns[]): NameColumns | undefined =>
  names.find((name) => rows.some((row) => nameFrom(row, name) !== '')) ?? names[0]

export const columnLabel = (header: TableRow | undefined, at: number): string => header?.cells[at]?.trim() || `column ${at + 1}`

/** How a column of names is shown: `first_name + last_name`. */
export function getColumnLabel(header: TableRow | undefined, name: NameColumns): string {
  return name.kind === 'parts' ? `${columnLabel(header, name.first)} + ${columnLabel(header, name.last)}` : columnLabel(header, name.at)
}
