/** Reads a CSV file as a table: finds its delimiter, and reads quotes and line ends as spreadsheets do. */

import { CsvError, parse } from 'csv-parse/sync'
import { type ImportDelimiter, importDelimiters } from '@lms/contract/rules/import-delimiters'
import { decode } from '#modules/imports/encoding.ts'
import { headerIndex, isAddress, isKnownHeader } from '#modules/imports/headers.ts'
import {
  withReadOptions,
  collect,
  columnLimit,
  headerRows,
  tooManyColumns,
  type Table,
  type TableRow,
  type ReadOptions,
} from '#modules/imports/table.ts'

/** Checked at each cell: a row of ten million cells would take hundreds of megabytes before it is complete. */
function checkColumnCount(cell: string, { index }: { index: number }): string {
  if (index >= columnLimit) throw tooManyColumns()
  return cell
}

const parserOptions = (delimiter: ImportDelimiter) => ({
  delimiter,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // Spaces and tabs around quotes; those inside stay.
  trim: delimiter !== '\t',
  cast: checkColumnCount,
})

const lineEnd = /\r\n|\n|\r/
const [lineFeed, carriageReturn] = [10, 13]

/** An unclosed quotation mark swallows the rows up to the next one. */
class SwallowedRows extends Error {}

/** Whether a cell contains a whole row: a line with as many cells as the row above, one of them an address. */
function hasSwallowed(cells: readonly string[], delimiter: ImportDelimiter, above: TableRow | undefined): boolean {
  return cells.some((cell, at) => {
    if (!lineEnd.test(cell)) return false
    return cell.split(lineEnd).some((line, n) => {
      const parts = line.split(delimiter, columnLimit)
      return parts.length > 1 && parts.length + (n === 0 ? at : 0) === above?.cells.length && parts.some(isAddress)
    })
  })
}

/** The cells of a line whose quotation marks do not match, separated as well as possible. */
const guessCells = (line: string, delimiter: ImportDelimiter): string[] =>
  line.split(delimiter, columnLimit + 1).map((cell) =>
    cell
      .trim()
      .replaceAll(/^"|(?<!\\)"$/g, '')
      .replaceAll(/\\"|""/g, '"'),
  )

const quoteError = (line: number) =>
  `Line ${line}: a quotation mark (") is missing or in the wrong place. Check how the name and email were read.`

/** Where the line that contains `at` ends, and where the next one starts. */
function endOfLine(bytes: Buffer, at: number): { end: number; next: number } {
  let end = at
  while (end < bytes.length && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end++
  return { end, next: bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? end + 2 : end + 1 }
}

function countLineEnds(bytes: Buffer, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if (bytes[at] === lineFeed || (bytes[at] === carriageReturn && bytes[at + 1] !== lineFeed)) count++
  return count
}

/**
 * The rows of the text, or its first `limit`. A row whose quotation marks do not match ends at its line end and has an error;
 * reading continues with the next line. `line` is the number of the first one in the file.
 */
function parseRows(text: string, delimiter: ImportDelimiter, { line = 1, limit = Infinity } = {}): TableRow[] {
  const bytes = Buffer.from(text)
  const rows: TableRow[] = []
  // The byte after the last row read, and the byte up to which lines are counted.
  let [row, at, counted] = [0, 0, 0]
  while (at < bytes.length && row < limit) {
    const begin = at
    const keep = (cells: string[], info: { bytes: number }) => {
      if (hasSwallowed(cells, delimiter, rows.at(-1))) throw new SwallowedRows()
      collect(rows, { row: ++row, cells })
      at = begin + info.bytes
      return null
    }
    try {
      parse(bytes.subarray(begin), { ...parserOptions(delimiter), on_record: keep, ...(limit < Infinity && { to: limit - row }) })
      break
    } catch (error) {
      if (!(error instanceof CsvError || error instanceof SwallowedRows)) throw error
      line += countLineEnds(bytes, counted, at)
      const { end, next } = endOfLine(bytes, at)
      collect(rows, { row: ++row, cells: guessCells(bytes.toString('utf8', at, end), delimiter), error: quoteError(line) })
      counted = at
      at = next
    }
  }
  return rows
}

/** Characters used to judge the delimiter: 20 rows of any list. */
const sampleSize = 200_000

/** How well a delimiter fits the first rows: a known header counts most, then the same number of columns in every row. */
function scoreDelimiter(text: string, delimiter: ImportDelimiter): number {
  try {
    const rows = parseRows(text, delimiter, { limit: headerRows })
    const header = rows[headerIndex(rows)]?.cells ?? []
    const known = header.filter(isKnownHeader).length
    const share = (isGood: (row: TableRow) => boolean) => rows.filter(isGood).length / Math.max(1, rows.length)
    const even = share(({ cells, error }) => !error && cells.length === header.length)
    const addresses = share(({ cells }) => cells.some(isAddress))
    return known * 100 + (header.length > 1 ? 10 * even : 0) + 5 * addresses
  } catch {
    return -1
  }
}

export function detectDelimiter(text: string): ImportDelimiter {
  const sample = text.slice(0, sampleSize)
  const scores = importDelimiters.map((delimiter) => scoreDelimiter(sample, delimiter))
  return importDelimiters[scores.indexOf(Math.max(...scores))]!
}

/** Excel's own first line: names the delimiter, and is not shown as a row. */
const separatorLine = /^sep=([,;|\t])(?:\r\n|\n|\r)/i

export function readCsv(bytes: Uint8Array, options: ReadOptions = {}): Table {
  const { text, encoding } = withReadOptions({ encoding: options.encoding }, () => decode(bytes, options.encoding))
  const first = separatorLine.exec(text)
  const body = first ? text.slice(first[0].length) : text
  const delimiter = options.delimiter ?? importDelimiters.find((one) => one === first?.[1]) ?? detectDelimiter(body)
  return {
    format: 'CSV',
    delimiter,
    encoding,
    rows: withReadOptions(options, () => parseRows(body, delimiter, { line: first ? 2 : 1 })),
    otherSheets: [],
  }
}
