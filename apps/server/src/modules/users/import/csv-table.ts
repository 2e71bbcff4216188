/** A CSV file as a table: its delimiter is found, its quotes and line ends are read as spreadsheets read them. */
import { type ImportDelimiter, importDelimiters } from '@lms/contract/users'
import { CsvError, parse } from 'csv-parse/sync'
import { isAddress, isKnownHeader } from '#modules/users/import/columns.ts'
import { decode } from '#modules/users/import/encoding.ts'
import {
  asWished,
  collect,
  columnLimit,
  FileFault,
  tooManyColumns,
  type Table,
  type TableRow,
  type Wish,
} from '#modules/users/import/fault.ts'

/** Told at the cell beyond the limit: ten million of them would be read whole first, and take hundreds of megabytes. */
function bounded(cell: string, { index }: { index: number }): string {
  if (index >= columnLimit) throw tooManyColumns()
  return cell
}

const options = (delimiter: ImportDelimiter) => ({
  delimiter,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  // Blanks around quotes; inside of them they stay. A tab is a blank too.
  trim: delimiter !== '\t',
  cast: bounded,
})

/** Rows that the delimiter is judged by. */
const sampleRows = 20

/** How well a delimiter explains the first rows: a header that is known, then columns that are as many in every row. */
function score(text: string, delimiter: ImportDelimiter): number {
  try {
    const rows = parse(text, { ...options(delimiter), to: sampleRows }).filter((cells) => cells.some((cell) => cell !== ''))
    const [header = []] = rows
    const known = header.filter(isKnownHeader).length
    const even = rows.filter((cells) => cells.length === header.length).length / Math.max(1, rows.length)
    const addresses = rows.filter((cells) => cells.some(isAddress)).length / Math.max(1, rows.length)
    return known * 100 + (header.length > 1 ? 10 * even : 0) + 5 * addresses
  } catch {
    return -1
  }
}

export function detectDelimiter(text: string): ImportDelimiter {
  const scores = importDelimiters.map((delimiter) => score(text, delimiter))
  return importDelimiters[scores.indexOf(Math.max(...scores))]!
}

/** Excel's own first line: it says what delimits, and is not shown as a row. */
const declared = /^sep=([,;\t])(?:\r\n|\n|\r)/i

function rowsOf(text: string, delimiter: ImportDelimiter): TableRow[] {
  const rows: TableRow[] = []
  let row = 0
  const keep = (cells: string[]) => {
    collect(rows, ++row, cells)
    return null
  }
  try {
    parse(text, { ...options(delimiter), on_record: keep })
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error ? ` near line ${String(error['lines'])}` : ''
    throw new FileFault('invalid', `The file cannot be read as CSV${line}: ${sentenceOf(error)}`)
  }
}

const sentenceOf = ({ code }: CsvError) =>
  code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quotation mark is opened and never closed.' : 'its quotation marks do not match.'

export function readCsv(bytes: Uint8Array, wish: Wish = {}): Table {
  const { text, encoding } = asWished({ encoding: wish.encoding }, () => decode(bytes, wish.encoding))
  const first = declared.exec(text)
  const body = first ? text.slice(first[0].length) : text
  const delimiter = wish.delimiter ?? importDelimiters.find((one) => one === first?.[1]) ?? detectDelimiter(body)
  return { format: 'CSV', delimiter, encoding, rows: asWished(wish, () => rowsOf(body, delimiter)) }
}
