/** The columns of names and addresses: those that the sender chose, and all of them to choose from. */

import type { ImportColumn } from '@lms/contract/users'
import { getValues, type NameColumns } from '#modules/imports/headers.ts'
import { columnLabel } from '#modules/imports/names.ts'
import { ImportFileError, shorten, type ReadOptions, type TableRow } from '#modules/imports/table.ts'

export interface Sample {
  header: TableRow | undefined
  headers: readonly string[]
  sample: readonly TableRow[]
}

/** The columns of an answer, counted from 0. */
export function getChosen(field: 'nameColumns' | 'emailColumn', answer: string, width: number): number[] {
  const columns = answer.split(',').map((one) => Number(one) - 1)
  if (columns.some((at) => at >= width)) throw new ImportFileError('validation-failed', 'The file has no such column.', [`?${field}`])
  return columns
}

/** The columns that are asked for; undefined is as they are found. */
export const getChosenColumns = ({ nameColumns, emailColumn }: ReadOptions, width: number) => ({
  email: emailColumn === undefined ? undefined : getChosen('emailColumn', emailColumn, width)[0]!,
  names: nameColumns === undefined ? undefined : toNameColumns(getChosen('nameColumns', nameColumns, width)),
})

function toNameColumns([first, last]: number[]): NameColumns[] {
  if (first === undefined || first < 0) return []
  return last === undefined || last < 0 ? [{ kind: 'full', at: first }] : [{ kind: 'parts', first, last, isSure: true }]
}

/** The answer that reads names from these columns. */
export function toAnswer(name: NameColumns | undefined): string {
  if (!name) return '0'
  return (name.kind === 'parts' ? [name.first, name.last] : [name.at]).map((at) => at + 1).join(',')
}

export const shortenForMessage = (text: string): string => shorten(text, 40)
export const quoteColumnTitle = ({ header }: Sample, at: number): string => `“${shortenForMessage(columnLabel(header, at))}”`
export const listSampleCells = ({ sample }: Sample, at: number, count: number): string[] =>
  [...new Set(getValues(sample, at))].slice(0, count).map(shortenForMessage)

/** Columns to choose from: of more nobody finds theirs. */
const maxChoices = 100
export const listColumns = (table: Sample): ImportColumn[] =>
  table.headers
    .flatMap((_, n) => {
      const samples = listSampleCells(table, n, 3)
      return samples.length === 0 ? [] : [{ at: n + 1, title: shortenForMessage(columnLabel(table.header, n)), samples }]
    })
    .slice(0, maxChoices)
