/** Filter, sort, page and tab of a screen, in its URL. */

import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

type Changes = Record<string, string | number | null | undefined>

/**
 * The query parameters of the URL, and a function to change some of them. A new filter starts at page 1; `null` removes a
 * parameter. Typing replaces the history entry of its first letter, everything else adds one.
 */
export function useSearch(): [URLSearchParams, (changes: Changes, options?: { replace?: boolean }) => void] {
  const [search, setSearch] = useSearchParams()
  // A recent change is in the URL before it is rendered: the next change is based on it.
  const newest = useRef(search)
  const shownAt = useRef('')
  useLayoutEffect(() => {
    newest.current = search
  }, [search])
  // Once: while the next screen is loading, this one may still render a search that was typed before the link was followed.
  useLayoutEffect(() => {
    shownAt.current = window.location.pathname
  }, [])
  const change = (changes: Changes, { replace = false }: { replace?: boolean } = {}): void => {
    // A link was followed and the next screen is still loading: this screen must not change its URL. Each path has its own screen.
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

/** The value if it is known, else the first known one. */
export const parseEnum = <const T extends string>(known: readonly [T, ...T[]], value: string | null): T =>
  known.find((one) => one === value) ?? known[0]

/** A page number from the URL: an integer from 1. */
export function getPage(search: URLSearchParams, name = 'page'): number {
  const page = Number(search.get(name))
  return Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1
}

type List = { data: { total: number; limit: number; page: number } | undefined; isPlaceholderData: boolean }

/** Redirects from a page beyond the end to the last one, such as after a filter or a deletion. */
export function useLastPage({ data, isPlaceholderData }: List, toPage: (page: number) => void): void {
  useEffect(() => {
    if (!data || isPlaceholderData) return
    const last = Math.max(1, Math.ceil(data.total / data.limit))
    if (data.page > last) toPage(last)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new answer can show that the page does not exist
  }, [data, isPlaceholderData])
}
