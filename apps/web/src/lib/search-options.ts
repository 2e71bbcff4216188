/** Options of a select found by the server for the typed text: there may be more of them than fit in a list. */

import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

export type Option = { value: string; label: string }

export type SearchOptions = {
  /** Results for the typed text, or the first of all. */
  options: readonly Option[]
  /** Selected values that are not among the options, if their names are known. */
  chosen: readonly Option[]
  /** The label of a selected value whose name is not known. */
  unknown: string
  /** The number of further matches. */
  more: number
  /** Whether there are more in total than a menu shows at once. */
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
/** Options requested at once. */
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
  /** The result without a search. */
  first: Answer<Row>
  /** The result of the search, or of the previous one. */
  found: Answer<Row>
  toOption: (row: Row) => Option
  values: readonly string[]
  /** Names from other requests, such as by id. */
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
  found.isFailed ? 'The list could not be loaded' : found.isLoading ? 'Searching' : nobody
