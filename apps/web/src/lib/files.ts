/** Formats file sizes, writes rows as a CSV file, and puts a file into a form. */

import { escapeFormula } from '@lms/contract/rules/csv-formula'

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

/** Text contains no NUL: imports would reject the whole file. */
const toCell = (text: string): string => `"${escapeFormula(text.replaceAll('\0', '')).replaceAll('"', '""')}"`

/** UTF-8 with a byte order mark (for Excel), every cell quoted, CRLF lines (RFC 4180). Null is a blank row. */
export const csvFile = (lines: readonly (readonly string[] | null)[], name: string): File =>
  new File([`\ufeff${lines.map((line) => (line === null ? '' : line.map(toCell).join(','))).join('\r\n')}\r\n`], name, { type: 'text/csv' })

/** “class.xlsx” → “class.csv” or, with an ending, “class-to-fix.csv”. */
export const csvName = (name: string, ending = ''): string => name.replace(/(\.[^.]*)?$/, `${ending}.csv`)

export function toFormData(file: File): FormData {
  const form = new FormData()
  form.append('file', file, file.name)
  return form
}
