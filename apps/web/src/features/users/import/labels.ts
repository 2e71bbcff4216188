/** Texts of imports: numbers of users and rows, parsing options, tabs. */

import type { Role } from '@lms/contract/policy'
import type { ImportDelimiter } from '@lms/contract/rules/import-delimiters'
import type { ImportEncoding } from '@lms/contract/users'
import { formatCount } from '../labels.ts'
import type { ContradictionKind, ImportCounts, Tab } from './import-rows.ts'
import type { ImportOptions, Reply } from './upload-import.ts'

const numberNames = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

/** “203 rows”. */
export const rowsText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

/** Among accepted rows: emails that look mistyped are invited as they are. */
export const doubtText = (count: number): string => `${formatCount(count)} with a doubtful address`

/** Of all who are imported. */
export const passedText = (count: number): string => `ahead of ${formatCount(count)} on the waiting list`

/** At the beginning of a sentence: “Three rows”. */
export const someRows = (count: number): string => `${numberNames[count] ?? formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

const delimiters = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' } as const

/** “UTF-8, semicolons” or “Excel workbook”. */
export const readAs = ({ format, encoding, delimiter }: Reply['detected']): string =>
  format === 'XLSX' ? 'Excel workbook' : [encoding, delimiter && delimiters[delimiter]].filter(Boolean).join(', ')

/** Column delimiters. */
export const delimiterLabels: Record<ImportDelimiter, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' }

/** Titles shown in full; of the others only the number is shown. */
const shownTitles = 3

/** “Skipped above the column names: row 1 “Class list 7b” and 2 more rows.” */
export function aboveText(above: Reply['detected']['aboveHeader']): string {
  const titles = above.slice(0, shownTitles).map(({ row, text }) => `row ${row} “${text.length > 40 ? `${text.slice(0, 39)}…` : text}”`)
  const more = above.length > shownTitles ? [rowsText(above.length - shownTitles).replace(' ', ' more ')] : []
  return `Skipped above the column names: ${new Intl.ListFormat('en-GB').format([...titles, ...more])}.`
}

type Values = Reply['detected']['notRead'][number]['values']

/** “Role” is not read and changes nothing: Student (20 rows), Teacher (1 row). */
export const notReadText = (column: string, values: Values): string =>
  `“${column}” is not read and changes nothing${values.length > 0 ? `: ${values.map(({ text, rows }) => `${text} (${rowsText(rows)})`).join(', ')}` : ''}.`

const roleWords: Record<Role, readonly [one: string, more: string]> = {
  USER: ['a student', 'students'],
  TRAINER: ['a trainer', 'trainers'],
  ADMIN: ['an admin', 'admins'],
  SUPER_ADMIN: ['a super admin', 'super admins'],
}

/** “Role” says that 3 people are not students. They would be added as students. */
export function contradictionText(column: string, kind: ContradictionKind, count: number, { role, invite }: ImportOptions): string {
  const people = `${formatCount(count)} ${count === 1 ? 'person is' : 'people are'}`
  if (kind === 'SUSPENDED') return `“${column}” says that ${people} suspended. They would still be added${invite ? ' and invited' : ''}.`
  const student = count === 1 ? 'a student' : 'students'
  return `“${column}” says that ${people} ${kind === 'STUDENT' ? '' : 'not '}${student}. They would be added as ${roleWords[role][count === 1 ? 0 : 1]}.`
}

/** The selectable encodings, by region. */
export const encodingLabels: Record<ImportEncoding, string> = {
  'UTF-8': 'UTF-8',
  'UTF-16LE': 'UTF-16LE',
  'UTF-16BE': 'UTF-16BE',
  'Windows-1252': 'Windows-1252, Western Europe',
  'Windows-1250': 'Windows-1250, Central Europe',
  'Windows-1251': 'Windows-1251, Cyrillic',
  Macintosh: 'Macintosh, older Excel for Mac',
  Shift_JIS: 'Shift_JIS, Japanese',
  GB18030: 'GB18030, Chinese',
}

export const importTabLabels: Record<Tab, string> = { need: 'Needs attention', ready: 'Ready', same: 'Already there', skipped: 'Skipped' }

/** The content of a tab, under its number. */
export function tabNote(tab: Tab, counts: ImportCounts, invite: boolean): string {
  const { need, failed, ready, same, enrolled, unchanged } = counts
  if (tab === 'skipped') return 'left out on purpose'
  if (tab === 'ready') return ready === 0 ? 'nobody new' : invite ? 'new people, invited by email' : 'new people, no email sent'
  if (tab === 'same') {
    if (same === 0) return 'nobody'
    if (unchanged === 0) return 'only enrolled in the course'
    return enrolled === 0 ? 'nothing changes for them' : `${enrolled} enrolled, ${unchanged} unchanged`
  }
  if (need === 0) return 'nothing to do'
  const confirm = need - failed
  if (confirm === 0) return 'left out unless fixed'
  return failed === 0 ? `${confirm} to confirm` : `${confirm} to confirm, ${failed} left out`
}

/** The heading above the rows of a tab. */
export function tabTitle(tab: Tab, count: number): string {
  if (tab === 'need') return count === 0 ? 'No rows to fix' : `${someRows(count)} to fix`
  if (tab === 'ready') return `${someRows(count)} ready`
  return tab === 'same' ? `${someRows(count)} with people who are here already` : `${someRows(count)} skipped`
}
