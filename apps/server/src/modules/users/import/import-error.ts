/** An error of a whole file, as it is reported to the caller. */
import type { ImportDelimiter, ImportEncoding } from '@lms/contract/users'

export type ImportErrorName = 'validation-failed' | 'too-large' | 'unsupported-type'

/** How the caller wants a file of text to be read; what is absent is found. */
export interface Wish {
  delimiter?: ImportDelimiter | undefined
  encoding?: ImportEncoding | undefined
}

export class ImportFileError extends Error {
  readonly problem: ImportErrorName
  /** The field that the error is reported at. */
  readonly pointers: readonly string[]
  constructor(error: ImportErrorName, sentence: string, pointers: readonly string[] = ['/file']) {
    super(sentence)
    this.problem = error
    this.pointers = pointers
  }
}

/** What cannot be read in a way that was asked for is an error of that wish, not of the file. */
export function asWished<T>(wish: Wish, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const wished = (['encoding', 'delimiter'] as const).filter((one) => wish[one] !== undefined)
    if (!(error instanceof ImportFileError) || error.problem !== 'validation-failed' || wished.length === 0) throw error
    throw new ImportFileError(
      'validation-failed',
      error.message,
      wished.map((one) => `?${one}`),
    )
  }
}

/** Rows of people that one file may have; blank ones are not counted. */
export const rowLimit = 20_000
/** Rows, blank ones included, that are looked through at all. */
export const lineLimit = 100_000
/** Columns: what a spreadsheet has at most. */
export const columnLimit = 16_384

export const tooManyRows = () =>
  new ImportFileError('too-large', `The file has more than ${rowLimit.toLocaleString('en')} rows. Split it and import the parts.`)

export const tooManyColumns = () => new ImportFileError('too-large', 'The file has more columns than a spreadsheet can have.')

/** Of rows above the one that names the columns, such as a title, and that one itself. */
export const headerRows = 20

/** One row as a spreadsheet shows it, counted from 1. */
export interface TableRow {
  row: number
  cells: string[]
  /** Why the row cannot be read; its cells are a guess then. */
  error?: string
}

export interface Table {
  format: 'CSV' | 'XLSX'
  delimiter: ImportDelimiter | null
  encoding: ImportEncoding | null
  /** Rows that are not blank. */
  rows: TableRow[]
}

/** Keeps the rows that say something; fails where there are too many. */
export function collect(rows: TableRow[], row: TableRow): void {
  if (row.row > lineLimit) throw tooManyRows()
  if (row.cells.length > columnLimit) throw tooManyColumns()
  if (!row.error && row.cells.every((cell) => cell.trim() === '')) return
  // Exactly, once it is known which rows are people.
  if (rows.length >= rowLimit + headerRows) throw tooManyRows()
  rows.push(row)
}

/** 1 → A, 27 → AA: how spreadsheets name a column. */
export function columnLetters(column: number): string {
  let text = ''
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26)) text = String.fromCharCode(65 + ((left - 1) % 26)) + text
  return text
}
