/** Choices that the server finds for what is typed: there may be more of them than a list can hold. */
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

export type Option = { value: string; label: string }

export type SearchOptions = {
  /** For what is typed, or the first of all. */
  options: readonly Option[]
  /** What is chosen and not among the options, where its name is known. */
  chosen: readonly Option[]
  /** The label of a chosen value whose name is not known. */
  unknown: string
  /** How many more match than are here. */
  more: number
  /** Whether all of them, whatever is typed, are more than a menu shows at once. */
  isLong: boolean
  isSearch: boolean
  isLoading: boolean
  isFailed: boolean
  onSearch: (typed: string) => void
  onRetry: () => void
}

/** Rows of a menu that fit without scrolling. */
const menuRows = 10
const restMs = 250
/** Options that are asked for at once. */
export const searchLimit = 50

export function useSearchTerm() {
  const [typed, onSearch] = useState('')
  const [search] = useDebouncedValue(typed.trim(), restMs)
  return { search, isResting: search === typed.trim(), onSearch }
}

/** As TanStack Query gives it. */
type Answer<Row> = {
  data: { items: readonly Row[]; total: number } | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

type Parts<Row> = {
  typed: ReturnType<typeof useSearchTerm>
  /** The answer to no search. */
  first: Answer<Row>
  /** The answer to the search, or to the one before it. */
  found: Answer<Row>
  toOption: (row: Row) => Option
  values: readonly string[]
  /** Names from elsewhere, such as each asked for by its id. */
  known: readonly Option[]
  unknown: string
}

export function toSearchOptions<Row>({ typed, first, found, toOption, values, known, unknown }: Parts<Row>): SearchOptions {
  const isSearch = typed.search !== ''
  const answer = isSearch ? found : first
  const data = answer.isError ? undefined : (answer.data ?? first.data)
  const options = (data?.items ?? []).map(toOption)
  const named = [...known, ...[...(first.data?.items ?? []), ...(found.data?.items ?? [])].map(toOption)]
  const away = values.filter((value) => !options.some((option) => option.value === value))
  return {
    options,
    chosen: away.flatMap((value) => named.find((option) => option.value === value) ?? []),
    unknown,
    more: data ? data.total - options.length : 0,
    isLong: (first.data?.total ?? 0) > menuRows,
    isSearch,
    isLoading: answer.isFetching || !typed.isResting,
    isFailed: answer.isError,
    onSearch: typed.onSearch,
    onRetry: () => void answer.refetch(),
  }
}

export const searchMoreHint = ({ more }: SearchOptions): string | null =>
  more > 0 ? `Type to search ${more.toLocaleString('en-GB')} more` : null

/** The text if there are no options. */
export const noResults = (found: SearchOptions, nobody: string): string =>
  found.isFailed ? 'The list did not load' : found.isLoading ? 'Searching' : nobody
