/** Lists with all their pages, where all rows are shown, and lists that load more of them. */

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ApiProblem, Client } from '@lms/contract/client'
import { type Domain, getCall, type ReplyOf, type RequestOf } from './api-hooks.ts'

type Page<T> = { items: readonly T[]; total: number }

/** Rows per page of the server. */
export const pageLimit = 100

/** `fetch` gets the page number, from 1. The first page says how many there are. */
export async function fetchAllPages<T>(fetch: (page: number) => Promise<Page<T>>): Promise<T[]> {
  const { items, total } = await fetch(1)
  const pages = items.length === 0 ? 0 : Math.ceil(total / items.length)
  const rest = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => fetch(index + 2)))
  return [...items, ...rest.flatMap((page) => page.items)]
}

/** A list with all its pages, for sums and groups of it: `apiQueryAll('courses', 'listMyCourses')`. Requests have no page and no limit. */
export function apiQueryAll<D extends Domain, N extends keyof Client[D]>(domain: D, name: N) {
  type Request = RequestOf<Client[D][N]>
  type Row = ReplyOf<Client[D][N]> extends Page<infer T> ? T : never
  return (request: Request) =>
    queryOptions<Row[], ApiProblem>({
      queryKey: [domain, name, 'all', request ?? null],
      queryFn: ({ signal }) =>
        fetchAllPages((page) => {
          const asked = (request ?? {}) as { query?: object }
          return getCall(domain, name)({ ...asked, query: { ...asked.query, page, limit: pageLimit } }, { signal }) as Promise<Page<Row>>
        }),
    })
}

/** Rows of a list that loads more, at a time. */
const rowsAtOnce = 50

/** A list that loads more, for `useInfiniteQuery`: `total` is of all its rows. Requests have no page and no limit. */
export function apiQueryMore<D extends Domain, N extends keyof Client[D]>(domain: D, name: N, limit = rowsAtOnce) {
  type Row = ReplyOf<Client[D][N]> extends Page<infer T> ? T : never
  type Reply = { items: Row[]; page: number; limit: number; total: number }
  return (request: RequestOf<Client[D][N]>) =>
    infiniteQueryOptions({
      queryKey: [domain, name, 'more', request ?? null],
      queryFn: ({ pageParam, signal }) => {
        const asked = (request ?? {}) as { query?: object }
        return getCall(domain, name)({ ...asked, query: { ...asked.query, page: pageParam, limit } }, { signal }) as Promise<Reply>
      },
      initialPageParam: 1,
      getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
      select: ({ pages }) => ({ items: pages.flatMap(({ items }) => items), total: pages.at(-1)!.total }),
    })
}
