/** Filter, sort, page and tab of a screen, in its URL. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

type Changes = Record<string, string | number | null | undefined>

/**
 * The query values of the address, and a way to change some of them. A new filter starts at page 1; `null` takes a value
 * out. Typing replaces the step in the history that the first letter made, everything else adds one.
 */
export function useSearch(): [URLSearchParams, (changes: Changes, options?: { replace?: boolean }) => void] {
  const [search, setSearch] = useSearchParams()
  // What was changed a moment ago is in the address before it is on the screen: the next change is made to that.
  const newest = useRef(search)
  const shownAt = useRef('')
  useLayoutEffect(() => {
    newest.current = search
    shownAt.current = window.location.pathname
  }, [search])
  const change = (changes: Changes, { replace = false }: { replace?: boolean } = {}): void => {
    // A link was followed, and the next screen is still loading: its address is not this screen's to change. Each path has a screen of its own.
    if (window.location.pathname !== shownAt.current) return
    newest.current = withParams(newest.current, changes)
    setSearch(newest.current, { replace, preventScrollReset: true })
  }
  return [search, change]
}

export function withParams(search: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(search)
  if (next.has('page') && !('page' in changes)) next.set('page', '1')
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '') next.delete(key)
    else next.set(key, String(value))
  }
  return next
}

/** The value if it is one of the known, else the first of them. */
export const parseEnum = <const T extends string>(known: readonly [T, ...T[]], value: string | null): T =>
  known.find((one) => one === value) ?? known[0]

/** A page number of the address: whole and from 1, whatever somebody typed. */
export function getPage(search: URLSearchParams, name = 'page'): number {
  const page = Number(search.get(name))
  return Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1
}

type List = { data: { total: number; limit: number; page: number } | undefined; isPlaceholderData: boolean }

/** Leads from a page that a list no longer has to its last one, such as after a filter or a deletion. */
export function useLastPage({ data, isPlaceholderData }: List, toPage: (page: number) => void): void {
  useEffect(() => {
    if (!data || isPlaceholderData) return
    const last = Math.max(1, Math.ceil(data.total / data.limit))
    if (data.page > last) toPage(last)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new answer can show that the page does not exist
  }, [data, isPlaceholderData])
}
