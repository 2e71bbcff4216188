/** Writing CSV that spreadsheets open without harm. */
import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/**
 * What a spreadsheet would run as a formula, also behind blanks (source: OWASP, CSV Injection); and what already looks like
 * one of those made inert, so that taking one apostrophe off always gives the original.
 */
const formulaStart = /^'*[ \u00a0]*[=+\-@\t\r\n]/

const escapeFormula = (cell: unknown): unknown => (typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : cell)

async function* inertRows(header: string[], rows: AsyncIterable<unknown[]>): AsyncGenerator<unknown[]> {
  yield header
  for await (const row of rows) yield row.map(escapeFormula)
}

/** UTF-8 with a byte order mark (Excel asks for it), every cell quoted, CRLF lines (RFC 4180). Null and undefined are empty cells. */
export function csvStream(header: string[], rows: AsyncIterable<unknown[]>): Readable {
  const lines = stringify({ bom: true, quoted: true, quoted_empty: true, record_delimiter: '\r\n' })
  // An error of the rows breaks the download off, so that a cut file does not look whole.
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
