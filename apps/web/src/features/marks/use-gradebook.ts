/** The gradebook's filter, sorting and page from the URL, and the matching data. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getPage, parseEnum, useLastPage, useSearch } from '#lib/search-params.ts'
import { getEnds, useRefetchAt } from '#lib/use-refetch-at.ts'
import { gradebookQuery, marksSummaryQuery } from './api.ts'

const limit = 50
/** In place of a figure of the summary that has not arrived, so that nothing moves when it does. */
export const unknown = '–'
const states = ['all', 'missing', 'to-grade'] as const
const sorts = ['name', '-name', 'total', '-total', 'mark', '-mark'] as const
type Sort = (typeof sorts)[number]
const isId = (text: string | null): text is string => text !== null && /^[\da-f-]{36}$/i.test(text)

export function useGradebook(courseId: string) {
  const [search, change] = useSearch()
  const text = search.get('search') ?? ''
  const state = parseEnum(states, search.get('state'))
  const stateIn = search.get('in')
  const sortIn = search.get('by')
  const requested = parseEnum(sorts, search.get('sort'))
  // Sorting by mark needs an assignment.
  const sort: Sort = requested.endsWith('mark') && !isId(sortIn) ? 'name' : requested
  const page = getPage(search)
  const matching = {
    ...(text !== '' && { search: text }),
    ...(state !== 'all' && { state, ...(isId(stateIn) && { stateIn }) }),
  }
  const book = useQuery({
    ...gradebookQuery({ params: { courseId }, query: { ...matching, sort, ...(isId(sortIn) && { sortIn }), page, limit } }),
    placeholderData: keepPreviousData,
  })
  const summary = useQuery(marksSummaryQuery({ params: { courseId } }))
  useRefetchAt(book, book.data?.columns.flatMap(getEnds) ?? [], ['marks'])
  useLastPage(book, (last) => change({ page: last }, { replace: true }))
  const sortBy = (key: 'name' | 'total' | 'mark', assignmentId?: string): void => {
    const isSame = sort === key && (key !== 'mark' || sortIn === assignmentId)
    change({ sort: isSame ? `-${key}` : key, by: assignmentId ?? null })
  }
  return {
    book,
    summary,
    page,
    limit,
    text,
    sort,
    sortIn,
    sortBy,
    matching,
    isFiltered: text !== '' || state !== 'all',
    state,
    /** Of which assignment; `any`. */
    stateIn: isId(stateIn) ? stateIn : 'any',
    setState: (value: string, assignmentId = stateIn): void =>
      change(
        { state: value === 'all' ? null : value, in: value !== 'all' && isId(assignmentId) ? assignmentId : null, page: null },
        { replace: true },
      ),
    setText: (value: string): void => change({ search: value, page: null }, { replace: true }),
    clearFilters: (): void => change({ search: null, state: null, in: null, page: null }, { replace: true }),
  }
}
export type GradebookList = ReturnType<typeof useGradebook>
