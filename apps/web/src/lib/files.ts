/** Files: how large they are in words, and rows as a CSV file. */
const kB = 1024
const MB = 1024 ** 2
const GB = 1024 ** 3

/** “340 kB”, “4.2 MB”, “12 MB”. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < MB) return `${Math.round(bytes / kB)} kB`
  const [value, unit] = bytes < GB ? [bytes / MB, 'MB'] : [bytes / GB, 'GB']
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ${unit}`
}

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
