/** What the search shows for what is typed: recent things and pages while it is empty, then what the server finds. */

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Found, leastSearch } from '@lms/contract/search'
import { useSession } from '#lib/session.ts'
import { searchAllQuery } from './api.ts'
import { readRecent } from './recent.ts'
import { type PageAction, type Row, type RowGroup, toActionGroup, toGroups } from './results.ts'

const restMs = 250
const isSearch = (text: string): boolean => [...text].length >= leastSearch

type Answer = { data: Found | undefined; isPlaceholderData: boolean }

/** Of an answer, or of the one before: what it was searched by, as its server corrected that. */
function useWords({ data, isPlaceholderData }: Answer, search: string, isEnabled: boolean): string {
  const [shown, setShown] = useState('')
  if (isEnabled && data && !isPlaceholderData && shown !== search) setShown(search)
  return data?.corrected ?? (isPlaceholderData ? shown : search)
}

/** The answer to the search that rests; until it is there, the one before with its words. */
function useFound(text: string) {
  const [exact, setExact] = useState<string | null>(null)
  const [rested] = useDebouncedValue(text, restMs)
  const isEnabled = isSearch(rested) && isSearch(text)
  const request = { query: { q: rested, ...(exact === rested && { exact: 'true' as const }) } }
  const query = useQuery({ ...searchAllQuery(request), enabled: isEnabled, placeholderData: keepPreviousData })
  const words = useWords(query, rested, isEnabled)
  const found = isEnabled && !query.isError ? query.data : undefined
  return {
    found,
    words: found ? words : text,
    corrected: query.isPlaceholderData ? null : (found?.corrected ?? null),
    isWaiting: isSearch(text) && (rested !== text || query.isFetching),
    isFailed: isEnabled && query.isError && !query.isFetching,
    retry: () => void query.refetch(),
    searchExactly: () => setExact(rested),
  }
}

export function useResults(typed: string, actions: readonly PageAction[]) {
  const user = useSession((session) => session.user)
  const text = typed.trim()
  const { found, ...state } = useFound(text)
  const recent = (): RowGroup[] => {
    const rows = (user ? readRecent(user.id) : []).map((hit): Row => ({ type: 'hit', ...hit }))
    return rows.length > 0 ? [{ title: 'Recent', rows }] : []
  }
  const first = text === '' ? recent() : found && user ? toGroups(found, user.role, state.words) : []
  return { ...state, groups: [...first, ...toActionGroup(actions, text)] }
}
