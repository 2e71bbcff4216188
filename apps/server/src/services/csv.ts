/** Writes CSV that is safe to open in spreadsheets. */
import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/**
 * Matches text that a spreadsheet would run as a formula, also after spaces (source: OWASP, CSV Injection), and text that looks like
 * an escaped one, so that removing one apostrophe always restores the original.
 */
const formulaStart = /^'*[ \u00a0]*[=+\-@\t\r\n]/

const escapeFormula = (cell: unknown): unknown => (typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : cell)

async function* inertRows(header: string[], rows: AsyncIterable<unknown[]>): AsyncGenerator<unknown[]> {
  yield header
  for await (const row of rows) yield row.map(escapeFormula)
}

/** UTF-8 with a byte order mark (for Excel), every cell quoted, CRLF lines (RFC 4180). Null and undefined are empty cells. */
export function csvStream(header: string[], rows: AsyncIterable<unknown[]>): Readable {
  const lines = stringify({ bom: true, quoted: true, quoted_empty: true, record_delimiter: '\r\n' })
  // An error aborts the download, so that a truncated file does not look complete.
  pipeline(
    Readable.from(
      inertRows(
        header.map((name) => String(escapeFormula(name))),
        rows,
      ),
    ),
    lines,
    () => {},
  )
  return lines
}
