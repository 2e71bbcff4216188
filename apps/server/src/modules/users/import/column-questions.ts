/** What the columns of a file of people leave open: whose addresses and names they have. */

import type { ImportDetected } from '@lms/contract/users'
import { getChosen, listSampleCells, shortenForMessage, quoteColumnTitle, toAnswer, type Sample } from '#modules/imports/chosen-columns.ts'
import {
  findHalf,
  holdsAddresses,
  holdsWords,
  isAddress,
  isHeaderOfKind,
  isKnownHeader,
  readAddress,
  type NameColumns,
} from '#modules/imports/headers.ts'
import { cellAt, joinName, usedNames } from '#modules/imports/names.ts'
import type { ReadOptions, TableRow } from '#modules/imports/table.ts'
import { isSecondAddress, whoseColumn } from '#modules/imports/whose-columns.ts'

type ColumnQuestion = ImportDetected['questions'][number]

/** A column as an answer: `“Rufname”, such as Ana, Bo`. */
const describeColumn = (table: Sample, at: number): string =>
  `${quoteColumnTitle(table, at)}, such as ${listSampleCells(table, at, 2).join(', ')}`

const columnsOf = ({ headers }: Sample) => headers.map((header, at) => ({ header, at }))

type Question = Omit<ColumnQuestion, 'chosen'>

/** An answer that was chosen from the list of all columns is an option too. */
function withAnswer(table: Sample, { field, text, options }: Question, answer: string | undefined): ColumnQuestion {
  if (answer === undefined || options.some(({ value }) => value === answer)) return { field, text, options, chosen: answer ?? null }
  const label = getChosen(field, answer, Infinity)
    .map((at) => quoteColumnTitle(table, at))
    .join(' and ')
  return { field, text, options: [...options, { value: answer, label }], chosen: answer }
}

/** Several columns of addresses, unless one is called so and the others are of other people or second ones; or only other people’s. */
export function askEmail(table: Sample, { emailColumn }: ReadOptions): ColumnQuestion | null {
  const found = columnsOf(table).filter(({ at }) => holdsAddresses(table.sample, at))
  const isOther = ({ header }: { header: string }) => whoseColumn(header) === 'OTHER'
  const sure = found.filter(({ header }) => isHeaderOfKind('email', header))
  const others = found.filter((one) => !sure.includes(one))
  const isClear =
    sure.length === 1 ? others.every((one) => isOther(one) || isSecondAddress(one.header)) : found.length < 2 && !found.some(isOther)
  if (isClear) return null
  const text =
    found.length === 1
      ? `${quoteColumnTitle(table, found[0]!.at)} may have the addresses of other people. Which column has those of the people to add?`
      : 'More than one column has email addresses. Which one do people sign in with?'
  const options = found.map(({ at }) => ({ value: String(at + 1), label: describeColumn(table, at) }))
  return withAnswer(table, { field: 'emailColumn', text, options }, emailColumn)
}

interface Read {
  email: number
  names: readonly NameColumns[]
}

const noNames = { value: '0', label: 'None: the file has no names of them' }

/** One half of the name beside an unknown column of words, one value in all rows, or no names beside columns of words. */
export function askName(table: Sample & { people: readonly TableRow[] }, read: Read, { nameColumns }: ReadOptions): ColumnQuestion | null {
  const words = columnsOf(table).filter(({ at }) => at !== read.email && holdsWords(table.sample, at))
  const unknown = words.filter(({ header }) => !isKnownHeader(header))
  const question = askOtherHalf(table, read, unknown) ?? askSameName(table, read, words) ?? askAnyName(table, read, unknown)
  return question && withAnswer(table, { field: 'nameColumns', ...question }, nameColumns)
}

type Candidates = readonly { header: string; at: number }[]
type NameQuestion = Omit<Question, 'field'>

const toOptions = (table: Sample, candidates: Candidates): Question['options'] =>
  candidates.map(({ at }) => ({ value: String(at + 1), label: describeColumn(table, at) }))

function askOtherHalf(table: Sample, { email, names }: Read, candidates: Candidates): NameQuestion | null {
  const { headers } = table
  const [first, last] = [findHalf(headers, 'first'), findHalf(headers, 'last')]
  const half = first >= 0 ? first : last
  if (!names.some(({ kind }) => kind === 'full') || !names.every((name) => name.kind === 'full' && name.at === half)) return null
  const others = candidates.filter(({ at }) => at !== half && at !== email)
  if (others.length === 0) return null
  const [found, other] = first >= 0 ? ['given', 'family'] : ['family', 'given']
  return {
    text: `Only ${found} names were found, in ${quoteColumnTitle(table, half)}. Which column has the ${other} names?`,
    options: [
      ...others.map(({ at }) => ({
        value: (first >= 0 ? [half, at] : [at, half]).map((one) => one + 1).join(','),
        label: describeColumn(table, at),
      })),
      ...others.flatMap(({ header, at }) =>
        header.endsWith('name') ? [{ value: String(at + 1), label: `${quoteColumnTitle(table, at)} alone: it has whole names` }] : [],
      ),
      { value: String(half + 1), label: `None: ${quoteColumnTitle(table, half)} is the whole name` },
    ],
  }
}

/** The name that all people have, if there are several: a school’s or a teacher’s. */
function findOnlyName(people: readonly TableRow[], { email, names }: Read): string | null {
  const rows = people.filter((row) => !row.error && isAddress(cellAt(row, email)))
  const addresses = new Set(rows.map((row) => readAddress(cellAt(row, email)).toLowerCase()))
  const found = new Set(rows.map((row) => joinName(row, names)))
  const [name] = found
  return addresses.size > 1 && found.size === 1 && name ? name : null
}

function askSameName(table: Sample & { people: readonly TableRow[] }, read: Read, words: Candidates): NameQuestion | null {
  const name = findOnlyName(table.people, read)
  const used = usedNames(table.people, read.names)
  if (name === null || !used) return null
  const columns = used.kind === 'parts' ? [used.first, used.last] : [used.at]
  const others = words.filter(
    ({ header, at }) =>
      !columns.includes(at) &&
      !isHeaderOfKind('role', header) &&
      !isHeaderOfKind('status', header) &&
      listSampleCells(table, at, 2).length > 1,
  )
  const titles = columns.map((at) => quoteColumnTitle(table, at)).join(' and ')
  return {
    text: `${titles} ${columns.length > 1 ? 'are' : 'is'} “${shortenForMessage(name)}” in every row. Which column has the names of the people to add?`,
    options: [...toOptions(table, others), { value: toAnswer(used), label: `They are all called “${shortenForMessage(name)}”` }, noNames],
  }
}

function askAnyName(table: Sample, { names }: Read, candidates: Candidates): NameQuestion | null {
  if (names.length > 0 || candidates.length === 0) return null
  return {
    text: 'No column of names was found for certain. Which column has the names of the people to add?',
    options: [...toOptions(table, candidates), noNames],
  }
}
