/** What the columns of a file of people leave open: whose address, and the other half of the names. */
import {
  findColumn,
  getValues,
  holdsAddresses,
  holdsWords,
  isHeaderOf,
  isKnownHeader,
  isSomebodyElse,
  nameColumns,
  type NameColumns,
} from '#modules/users/import/headers.ts'
import { ImportFileError, type ColumnQuestion, type ReadOptions, type TableRow } from '#modules/users/import/import-error.ts'

interface Sample {
  header: TableRow
  headers: readonly string[]
  sample: readonly TableRow[]
}

/** The columns of an answer, counted from 0. */
export function getChosen(field: ColumnQuestion['field'], answer: string, width: number): number[] {
  const columns = answer.split(',').map((one) => Number(one) - 1)
  if (columns.some((at) => at >= width)) throw new ImportFileError('validation-failed', 'The file has no such column.', [`?${field}`])
  return columns
}

export function toNameColumns([first, last]: number[]): NameColumns[] {
  if (first === undefined || first < 0) return []
  return last === undefined || last < 0 ? [{ kind: 'full', at: first }] : [{ kind: 'parts', first, last, isSure: true }]
}

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
const titleOf = ({ header }: Sample, at: number): string => `“${shown(header.cells[at]?.trim() || `column ${at + 1}`)}”`
/** A column as an answer: `“Rufname”, such as Ana, Bo`. */
const describeColumn = (table: Sample, at: number): string =>
  `${titleOf(table, at)}, such as ${[...new Set(getValues(table.sample, at))].slice(0, 2).map(shown).join(', ')}`

const columnsOf = ({ headers }: Sample) => headers.map((header, at) => ({ header, at }))

/** Two columns of addresses, of which none or both are called so. */
export function askEmail(table: Sample, { emailColumn }: ReadOptions): ColumnQuestion | null {
  const found = columnsOf(table).filter(({ at }) => holdsAddresses(table.sample, at))
  const sure = found.filter(({ header }) => isHeaderOf('email', header))
  if (found.length < 2 || sure.length === 1) return null
  return {
    field: 'emailColumn',
    text: 'More than one column has email addresses. Which one do people sign in with?',
    options: (sure.length > 1 ? sure : found).map(({ at }) => ({ value: String(at + 1), label: describeColumn(table, at) })),
    chosen: emailColumn ?? null,
  }
}

/** One half of the name beside an unknown column of words, or only names of other people. */
export function askName(table: Sample, email: number, { nameColumns: chosen }: ReadOptions): ColumnQuestion | null {
  const { headers, sample } = table
  const names = nameColumns(headers, email)
  const [first, last] = [findColumn(headers, 'first'), findColumn(headers, 'last')]
  const half = first >= 0 ? first : last
  const isHalf = names.length > 0 && names.every((name) => name.kind === 'full' && name.at === half)
  const candidates = columnsOf(table).filter(({ header, at }) => at !== email && !isKnownHeader(header) && holdsWords(sample, at))
  const toQuestion = (text: string, toValue: (at: number) => string, ...others: ColumnQuestion['options']): ColumnQuestion => ({
    field: 'nameColumns',
    text,
    options: [...candidates.map(({ at }) => ({ value: toValue(at), label: describeColumn(table, at) })), ...others],
    chosen: chosen ?? null,
  })
  if (isHalf && candidates.length > 0) {
    const [found, other] = first >= 0 ? ['given', 'family'] : ['family', 'given']
    return toQuestion(
      `Only ${found} names were found, in ${titleOf(table, half)}. Which column has the ${other} names?`,
      (at) => (first >= 0 ? [half, at] : [at, half]).map((one) => one + 1).join(','),
      ...candidates.flatMap(({ header, at }) =>
        header.endsWith('name') ? [{ value: String(at + 1), label: `${titleOf(table, at)} alone: it has whole names` }] : [],
      ),
      { value: String(half + 1), label: `None: ${titleOf(table, half)} is the whole name` },
    )
  }
  if (names.length > 0 || !candidates.some(({ header }) => isSomebodyElse(header))) return null
  return toQuestion('The names may be those of other people. Which column has the names of the people to add?', (at) => String(at + 1), {
    value: '0',
    label: 'None: the file has no names of them',
  })
}
