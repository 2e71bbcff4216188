/** A table read from a file: its rows, its limits, and the errors of a whole file, which are reported to the caller. */

import type { ImportDelimiter } from '@lms/contract/rules/import-delimiters'
import { importLimits } from '@lms/contract/rules/limits'
import type { ImportEncoding } from '@lms/contract/users'

export type ImportErrorName = 'validation-failed' | 'too-large' | 'unsupported-type'

/** How the caller wants a text file to be read; missing options are detected. */
export interface ReadOptions {
  delimiter?: ImportDelimiter | undefined
  encoding?: ImportEncoding | undefined
  /** The answers to questions about the columns, which are counted from 1: `4` or `2,4`; 0 is none. */
  nameColumns?: string | undefined
  emailColumn?: string | undefined
}

export class ImportFileError extends Error {
  readonly problem: ImportErrorName
  /** The field that the error is reported for. */
  readonly pointers: readonly string[]
  constructor(error: ImportErrorName, sentence: string, pointers: readonly string[] = ['/file']) {
    super(sentence)
    this.problem = error
    this.pointers = pointers
  }
}

/** If the file cannot be read with a chosen option, the error is reported for that option, not for the file. */
export function withReadOptions<T>(options: ReadOptions, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const chosen = (['encoding', 'delimiter'] as const).filter((one) => options[one] !== undefined)
    if (!(error instanceof ImportFileError) || error.problem !== 'validation-failed' || chosen.length === 0) throw error
    throw new ImportFileError(
      'validation-failed',
      error.message,
      chosen.map((one) => `?${one}`),
    )
  }
}

/** Rows that are read at all, including blank ones. */
export const lineLimit = 100_000
/** Columns: the maximum of spreadsheets. */
export const columnLimit = 16_384

export const tooManyRows = () =>
  new ImportFileError('too-large', `The file has more than ${importLimits.rows.toLocaleString('en')} rows. Split it and import the parts.`)

export const tooManyColumns = () => new ImportFileError('too-large', 'The file has more columns than a spreadsheet can have.')

/** The header row and rows above it, such as a title. */
export const headerRows = 20

/** Characters of a cell that are read: more than a name, an address, or the versions of 500 marks have. */
const cellLimit = 10_000

/** Row number as in a spreadsheet, counted from 1. */
export interface TableRow {
  row: number
  cells: string[]
  /** Cells with a formula, by their index; `cells` has the results that the workbook stores. */
  formulas?: Readonly<Record<number, string>>
  /** Why the row cannot be parsed; its cells are a guess then. */
  error?: string
}

export interface Table {
  format: 'CSV' | 'XLSX'
  delimiter: ImportDelimiter | null
  encoding: ImportEncoding | null
  /** Rows that are not blank. */
  rows: TableRow[]
  /** The names of visible sheets with values that are not read. */
  otherSheets: string[]
}

/** Adds a row that is not blank, with the read part of its cells; throws if there are too many. */
export function collect(rows: TableRow[], row: TableRow): void {
  if (row.row > lineLimit) throw tooManyRows()
  if (row.cells.length > columnLimit) throw tooManyColumns()
  if (!row.error && row.cells.every((cell) => cell.trim() === '')) return
  // Checked exactly once it is known which rows are users.
  if (rows.length >= importLimits.rows + headerRows) throw tooManyRows()
  const isLong = row.cells.some((cell) => cell.length > cellLimit)
  rows.push(isLong ? { ...row, cells: row.cells.map((cell) => cell.slice(0, cellLimit)) } : row)
}

/** A text with at most so many characters, the last of which stands for those that are left out. */
export const shorten = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text).toWellFormed()

/** 1 → A, 27 → AA: column names of spreadsheets. */
export function columnLetters(column: number): string {
  let text = ''
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26)) text = String.fromCharCode(65 + ((left - 1) % 26)) + text
  return text
}
