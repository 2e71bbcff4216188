/** The rows of an import in the review step: outcome, corrections, skipped rows; and both as files. */

import { isStudentRole, type Role } from '@lms/contract/policy'
import type { ImportRow } from '@lms/contract/users'
import { csvFile, csvName } from '#lib/files.ts'
import { countDomains, suggestCorrection, type Suggestion } from '../suggest-email.ts'
import type { Reply } from './upload-import.ts'

export type RowEdit = { name: string; email: string }

/** Manual corrections since the file was parsed, by row number. */
export type Changes = { edits: Readonly<Record<number, RowEdit>>; skipped: readonly number[] }

export const noChanges: Changes = { edits: {}, skipped: [] }

export const importTabs = ['need', 'ready', 'same', 'skipped'] as const
export type Tab = (typeof importTabs)[number]

export type ReviewRow = ImportRow & {
  tab: Tab
  suggestion: Suggestion | null
  /** Changed by hand, checked since then or not. */
  isEdited: boolean
  /** Changed since the last check, whose result is outdated. */
  isPending: boolean
}

export const isFailed = ({ outcome }: Pick<ImportRow, 'outcome'>): boolean =>
  outcome === 'INVALID' || outcome === 'DUPLICATE_IN_FILE' || outcome === 'FORBIDDEN_ROLE'

const isImported = ({ outcome }: Pick<ImportRow, 'outcome'>): boolean => outcome === 'CREATED' || outcome === 'ENROLLED'

/** Whether editing can help: not if a user is marked deleted, may not be changed, or gets no seat. */
export const isFixable = ({ field, suggestion: found, isEdited }: ReviewRow): boolean =>
  field === 'name' || field === 'email' || field === 'line' || found !== null || isEdited

/** Rows marked as deleted and broken lines are not sent in a generated file unless corrected: their guessed values would look valid. */
function sentWith({ edits, skipped }: Changes): (row: ImportRow) => boolean {
  const left = new Set(skipped)
  return ({ row, field }) => !left.has(row) && ((field !== 'status' && field !== 'line') || row in edits)
}

export const hasChanges = ({ edits, skipped }: Changes): boolean => Object.keys(edits).length > 0 || skipped.length > 0

const getValues = (row: ImportRow, { edits }: Changes): RowEdit => edits[row.row] ?? { name: row.name, email: row.email }

/** The rows of the file with corrections; null is a blank row, so that each row keeps its number. */
export function toRows(base: readonly ImportRow[], changes: Changes): (RowEdit | null)[] {
  const rows: (RowEdit | null)[] = []
  const isSent = sentWith(changes)
  for (const row of base) {
    while (rows.length < row.row - 2) rows.push(null)
    rows.push(isSent(row) ? getValues(row, changes) : null)
  }
  return rows
}

/** Moves corrections to a new reading of the file. Untouched fields take the new values; edits of rows that no longer exist are dropped. */
export function rebaseEdits({ edits, skipped }: Changes, before: readonly ImportRow[], after: readonly ImportRow[]): Changes {
  const [then, now] = [before, after].map((rows) => new Map(rows.map((row) => [row.row, row])))
  const carried = Object.entries(edits).flatMap(([at, edit]) => {
    const [old, next] = [then?.get(Number(at)), now?.get(Number(at))]
    if (!next) return []
    const rebase = (field: keyof RowEdit): string => (edit[field] === old?.[field] ? next[field] : edit[field])
    return [[Number(at), { name: rebase('name'), email: rebase('email') }] as const]
  })
  return { edits: Object.fromEntries(carried), skipped: skipped.filter((row) => now?.has(row)) }
}

const noAddress = { outcome: 'INVALID', reason: 'There is no email address.', field: 'email' } as const

const isSameEdit = (one: RowEdit | undefined, other: RowEdit | undefined): boolean =>
  one?.name === other?.name && one?.email === other?.email

function getTab(row: ImportRow, isSkipped: boolean, found: Suggestion | null): Tab {
  if (isSkipped) return 'skipped'
  if (isFailed(row) || found) return 'need'
  return row.outcome === 'CREATED' ? 'ready' : 'same'
}

/** Whether skipping a row changes the result of other rows: one repeats its address, or finds no place in the course. */
function affectsSkipped(latest: readonly ImportRow[]): (row: ImportRow) => boolean {
  const repeated = new Set(latest.flatMap(({ outcome, email }) => (outcome === 'DUPLICATE_IN_FILE' ? [email] : [])))
  const isFull = latest.some(({ outcome, field }) => outcome === 'INVALID' && field === undefined)
  return (row) => !isFailed(row) && (isFull || repeated.has(row.email))
}

/**
 * `base` is the file as first parsed, `latest` the result of its last check, and `checked` the changes in that check. Returns a
 * function from the current changes to the rows: it only recalculates those that differ from `checked`, because it runs on every key.
 */
export function buildImportRows(
  base: readonly ImportRow[],
  latest: readonly ImportRow[],
  checked: Changes,
): (changes: Changes) => readonly ReviewRow[] {
  const results = new Map(latest.map((row) => [row.row, row]))
  const skippedThen = new Set(checked.skipped)
  const domains = countDomains(base)
  const isSent = sentWith(checked)
  const affects = affectsSkipped(latest)
  const rowOf = (first: ImportRow, changes: Changes, isSkipped: boolean): ReviewRow => {
    const { row } = first
    const wasSent = isSent(first)
    const result = results.get(row) ?? (wasSent ? { ...first, ...noAddress } : first)
    const shown = { ...result, ...getValues(result, changes) }
    const guess = (email: string) => (result.outcome === 'CREATED' || result.field === 'email' ? suggestCorrection(email, domains) : null)
    const isToggled = isSkipped !== skippedThen.has(row)
    const isUnknown = isToggled && (isSkipped ? affects(result) : !wasSent && (row in changes.edits || !isFailed(result)))
    const isPending = isUnknown || !isSameEdit(changes.edits[row], checked.edits[row])
    // A row stays in place while it is being edited, until the next check.
    const tab = getTab(result, isSkipped, guess(result.email))
    return { ...shown, tab, suggestion: guess(shown.email), isEdited: row in changes.edits, isPending }
  }
  const asChecked = base.map((first) => rowOf(first, checked, skippedThen.has(first.row)))
  const places = new Map(base.map(({ row }, at) => [row, at]))
  return (changes) => {
    const rows = [...asChecked]
    const skippedNow = new Set(changes.skipped)
    const touched = [...Object.keys({ ...checked.edits, ...changes.edits }).map(Number), ...skippedThen, ...skippedNow]
    for (const row of new Set(touched)) {
      const at = places.get(row)
      if (at !== undefined) rows[at] = rowOf(base[at]!, changes, skippedNow.has(row))
    }
    return rows
  }
}

export type ImportCounts = Record<Tab, number> & {
  imported: number
  enrolled: number
  unchanged: number
  failed: number
  pending: number
  doubtful: number
}

export function countRows(rows: readonly ReviewRow[]): ImportCounts {
  const counts = { need: 0, ready: 0, same: 0, skipped: 0, imported: 0, enrolled: 0, unchanged: 0, failed: 0, pending: 0, doubtful: 0 }
  for (const row of rows) {
    counts[row.tab]++
    if (row.isPending) counts.pending++
    if (row.tab === 'skipped') continue
    if (isImported(row)) counts.imported++
    if (isImported(row) && row.suggestion) counts.doubtful++
    if (row.outcome === 'ENROLLED') counts.enrolled++
    if (row.outcome === 'UNCHANGED') counts.unchanged++
    if (isFailed(row)) counts.failed++
  }
  return counts
}

type NotRead = Reply['detected']['notRead']
export type ContradictionKind = NotRead[number]['findings'][number]['kind']

/** Rows that would be imported although their role or state in the file says otherwise. */
export function findContradictions(notRead: NotRead, rows: readonly ReviewRow[], role: Role) {
  const open = new Map(rows.filter((row) => row.tab !== 'skipped' && isImported(row)).map((row) => [row.row, row.outcome]))
  const isAgainst = (kind: ContradictionKind, row: number): boolean =>
    kind === 'SUSPENDED' ? open.has(row) : open.get(row) === 'CREATED' && (kind === 'STUDENT') !== isStudentRole(role)
  return notRead.flatMap(({ column, findings }) =>
    findings
      .map(({ kind, rows: said }) => ({ column, kind, rows: said.filter((row) => isAgainst(kind, row)) }))
      .filter((found) => found.rows.length > 0),
  )
}

/** The initial tab: rows that need attention, else users to be added. */
export const firstTab = (counts: ImportCounts): Tab => importTabs.find((tab) => counts[tab] > 0) ?? 'ready'

/** The next row after `current` that needs attention and was not edited yet; after the last it starts again. */
export function findNextError(rows: readonly ReviewRow[], current: number | null): ReviewRow | undefined {
  const open = rows.filter(({ tab, isPending }) => tab === 'need' && !isPending)
  return open.find(({ row }) => current !== null && row > current) ?? open[0]
}

/** The first row that a correction can help; none while some are not checked yet. */
export const findFirstWrong = (rows: readonly ReviewRow[]): ReviewRow | undefined =>
  rows.some(({ isPending }) => isPending) ? undefined : rows.find((row) => row.tab === 'need' && isFailed(row) && isFixable(row))

/** The corrected file to send; null is a blank row. */
export const toCsv = (rows: readonly (RowEdit | null)[], name: string): File =>
  csvFile([['name', 'email'], ...rows.map((row) => row && [row.name, row.email])], csvName(name))

type RefusedRow = RowEdit & { reason: string | null; field?: ImportRow['field'] | undefined }

/** Rows that are marked as deleted can only be fixed in the original file. */
export const isFixableInFile = ({ field }: Pick<ImportRow, 'field'>): boolean => field !== 'status'

/**
 * The template with a reason in each row: once fixed in a spreadsheet, it can be imported as it is. The email of a broken line is
 * left out: it is a guess, and would be imported without anyone checking it.
 */
export const failedRowsCsv = (rows: readonly RefusedRow[], name: string): File =>
  csvFile(
    [
      ['name', 'email', 'reason'],
      ...rows.filter(isFixableInFile).map(({ name, email, reason, field }) => [name, field === 'line' ? '' : email, reason ?? '']),
    ],
    csvName(name, '-to-fix'),
  )
