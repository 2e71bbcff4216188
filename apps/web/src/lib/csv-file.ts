/** Rows as a CSV file that spreadsheets open without harm, and that imports read again: as the server writes its own. */

/** What a spreadsheet would run as a formula, also behind blanks, and what already looks like text made inert (OWASP, CSV Injection). */
const formulaStart = /^'*[ \u00a0]*[=+\-@\t\r\n]/

/** NUL is no text: imports would refuse the whole file for it. */
const toCell = (text: string): string => {
  const clean = text.replaceAll('\0', '')
  return `"${(formulaStart.test(clean) ? `'${clean}` : clean).replaceAll('"', '""')}"`
}

/** UTF-8 with a byte order mark, because Excel asks for it; every cell quoted, CRLF lines (RFC 4180). Null is a blank row. */
export const csvFile = (lines: readonly (readonly string[] | null)[], name: string): File =>
  new File([`\ufeff${lines.map((line) => (line === null ? '' : line.map(toCell).join(','))).join('\r\n')}\r\n`], name, { type: 'text/csv' })
