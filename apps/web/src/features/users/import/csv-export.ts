/** People as a CSV file that spreadsheets open without harm, and that the import reads again: as the server writes its own. */
import type { ImportRow, ListedUser } from '@lms/contract/users'
import type { RowEdit } from './import-rows.ts'

/** What a spreadsheet would run as a formula, also behind blanks, and what already looks like text made inert (OWASP, CSV Injection). */
const formula = /^'*[ \u00a0]*[=+\-@\t\r\n]/

/** NUL is no text: the import would refuse the whole file for it. */
const cell = (text: string): string => {
  const clean = text.replaceAll('\0', '')
  return `"${(formula.test(clean) ? `'${clean}` : clean).replaceAll('"', '""')}"`
}

/** UTF-8 with a byte order mark, because Excel asks for it; every cell quoted, CRLF lines (RFC 4180). */
const csv = (lines: readonly (readonly string[] | null)[]): string =>
  `\ufeff${lines.map((line) => (line === null ? '' : line.map(cell).join(','))).join('\r\n')}\r\n`

const fileOf = (text: string, name: string): File => new File([text], name, { type: 'text/csv' })

/** The file as it is now: browsers refuse to send one that was changed on disk since it was chosen. */
export const copyOf = async (file: File): Promise<File> =>
  new File([await file.arrayBuffer()], file.name, { type: file.type, lastModified: file.lastModified })

/** What is sent in place of the chosen file once rows of it were changed; null is a blank row. */
export const toCsv = (rows: readonly (RowEdit | null)[], name: string): File =>
  fileOf(csv([['name', 'email'], ...rows.map((row) => row && [row.name, row.email])]), name.replace(/(\.[^.]*)?$/, '.csv'))

/** Some people of a list, in the columns of the server's own export. */
export const chosenFile = (people: readonly ListedUser[]): File =>
  fileOf(
    csv([
      ['name', 'email', 'role', 'status', 'createdAt', 'lastSeenAt'],
      ...people.map(({ name, email, role, status, createdAt, lastSeenAt }) => [name, email, role, status, createdAt, lastSeenAt ?? '']),
    ]),
    'users.csv',
  )

export type RefusedRow = RowEdit & { reason: string | null; field?: ImportRow['field'] | undefined }

/**
 * The template with a reason beside each row: mended in a spreadsheet, it can be sent as it is. The email of a broken line is left
 * out: it is a guess, and the row would be imported with it before anybody has looked.
 */
export const failedRowsCsv = (rows: readonly RefusedRow[], name: string): File =>
  fileOf(
    csv([
      ['name', 'email', 'reason'],
      ...rows.map(({ name, email, reason, field }) => [name, field === 'line' ? '' : email, reason ?? '']),
    ]),
    name.replace(/(\.[^.]*)?$/, '-to-fix.csv'),
  )
