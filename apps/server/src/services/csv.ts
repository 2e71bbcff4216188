/** Writes CSV that is safe to open in spreadsheets. */

import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { escapeFormula } from '@lms/contract/rules/csv-formula'
import { formatClockTime } from '#services/clock-time.ts'

const toCell = (value: unknown): unknown =>
  typeof value === 'string' ? escapeFormula(value) : value instanceof Date ? formatClockTime(value) : value

async function* inertRows(header: string[], rows: AsyncIterable<unknown[]>): AsyncGenerator<unknown[]> {
  yield header
  for await (const row of rows) yield row.map(toCell)
}

/** UTF-8 with a byte order mark (for Excel), every cell quoted, CRLF lines (RFC 4180). Null and undefined are empty cells. */
export function csvStream(header: readonly string[], rows: AsyncIterable<unknown[]>): Readable {
  const lines = stringify({ bom: true, quoted: true, quoted_empty: true, record_delimiter: '\r\n' })
  // An error aborts the download, so that a truncated file does not look complete.
  pipeline(Readable.from(inertRows(header.map(escapeFormula), rows)), lines, () => {})
  return lines
}
