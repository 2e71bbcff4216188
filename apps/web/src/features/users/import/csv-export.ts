/** People as a CSV file that spreadsheets open without harm, and that the import reads again: as the server writes its own. */
import type { ImportRow, ListedUser } from '@lms/contract/users'
import { csvFile } from '#lib/files.ts'
import type { RowEdit } from './import-rows.ts'

/** The file as it is now: browsers refuse to send one that was changed on disk since it was chosen. */
export const copyFile = async (file: File): Promise<File> =>
  new File([await file.arrayBuffer()], file.name, { type: file.type, lastModified: file.lastModified })

/** What is sent in place of the chosen file once rows of it were changed; null is a blank row. */
export const toCsv = (rows: readonly (RowEdit | null)[], name: string): File =>
  csvFile([['name', 'email'], ...rows.map((row) => row && [row.name, row.email])], name.replace(/(\.[^.]*)?$/, '.csv'))

/** Some people of a list, in the columns of the server's own export. */
export const chosenFile = (people: readonly ListedUser[]): File =>
  csvFile(
    [
      ['name', 'email', 'role', 'status', 'createdAt', 'lastSeenAt'],
      ...people.map(({ name, email, role, status, createdAt, lastSeenAt }) => [name, email, role, status, createdAt, lastSeenAt ?? '']),
    ],
    'users.csv',
  )

export type RefusedRow = RowEdit & { reason: string | null; field?: ImportRow['field'] | undefined }

/**
 * The template with a reason beside each row: fixed in a spreadsheet, it can be sent as it is. The email of a broken line is left
 * out: it is a guess, and the row would be imported with it before anybody has looked.
 */
export const failedRowsCsv = (rows: readonly RefusedRow[], name: string): File =>
  csvFile(
    [['name', 'email', 'reason'], ...rows.map(({ name, email, reason, field }) => [name, field === 'line' ? '' : email, reason ?? ''])],
    name.replace(/(\.[^.]*)?$/, '-to-fix.csv'),
  )
