/** The selected rows of a list, on this page and others. A selection never outlives its rows. */

import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { fetchAllPages, pageLimit } from './api-lists.ts'

type Options<Row> = {
  /** The filter of the list, without sorting and page: another one clears the selection. */
  filter: unknown
  /** What else decides which rows are shown: sorting and page. */
  page: unknown
  /** The rows of this page, which are newer than those that were selected; undefined while they are those of another filter or page. */
  rows: readonly Row[] | undefined
  idOf: (row: Row) => string
  /** How many can be selected: as many as one call changes. */
  most?: number
  /** The number of rows of the filter, on all pages. */
  total?: number
  /** A page of these rows, in the order of the list. */
  load?: (page: { page: number; limit: number }) => Promise<{ items: readonly Row[]; total: number }>
  /** Rows that can be selected. */
  isOpen?: (row: Row) => boolean
}

type Selected<Row> = ReadonlyMap<string, Row>

export type RowSelection<Row> = { isSelected: (id: string) => boolean; change: (rows: readonly Row[], isOn: boolean) => void }

const loadsNone = () => Promise.resolve({ items: [], total: 0 })

/** The selected rows of one filter: another filter ends the selection, also for when the first one comes back. */
function useSelected<Row>(key: string) {
  const [state, setState] = useState<{ key: string; selected: Selected<Row> }>({ key, selected: new Map() })
  const current = useRef(key)
  useLayoutEffect(() => {
    current.current = key
  }, [key])
  if (state.key !== key) setState({ key, selected: new Map() })
  const selected: Selected<Row> = state.key === key ? state.selected : new Map()
  /** Changes for a filter that is no longer used are dropped, such as rows that were still being loaded. */
  const change = (work: (next: Map<string, Row>) => void): void =>
    setState((now) => {
      if (key !== current.current) return now
      const next = new Map(now.key === key ? now.selected : [])
      work(next)
      return { key, selected: next }
    })
  const drop = (ids: readonly string[]): void => setState({ key, selected: new Map([...selected].filter(([id]) => !ids.includes(id))) })
  return { selected, change, drop }
}

/** Rows that leave their page while it is shown are no longer selected. */
function useDropGone<Row>(
  { filter, page, rows, idOf }: Options<Row>,
  selected: Selected<Row>,
  drop: (ids: readonly string[]) => void,
): void {
  const pageKey = JSON.stringify([filter, page])
  const [shown, setShown] = useState({ pageKey, rows })
  if (rows === undefined || rows === shown.rows) return
  setShown({ pageKey, rows })
  const now = new Set(rows.map(idOf))
  const gone = shown.pageKey === pageKey ? (shown.rows ?? []).map(idOf).filter((id) => selected.has(id) && !now.has(id)) : []
  if (gone.length > 0) drop(gone)
}

/** All rows of the list, up to `most`. */
function useLoadAll<Row>({ load = loadsNone, most = Infinity }: Options<Row>) {
  return useMutation({
    mutationFn: async (select: (rows: readonly Row[]) => void) => {
      const rows = await fetchAllPages(async (at) => {
        const found = await load({ page: at, limit: pageLimit })
        return { items: found.items, total: Math.min(found.total, most) }
      })
      select(rows)
    },
  })
}

/** What is selected is what an action changes: rows are selected one by one, by the page, or from the first one of the list. */
export function useRowSelection<Row>(options: Options<Row>) {
  const { filter, rows = [], idOf, most = Infinity, total = 0, isOpen = () => true } = options
  const { selected, change, drop } = useSelected<Row>(JSON.stringify(filter))
  useDropGone(options, selected, drop)
  const all = useLoadAll(options)
  const newest = new Map(rows.map((row) => [idOf(row), row]))
  const set = (some: readonly Row[], isOn: boolean): void =>
    change((next) => {
      for (const row of some)
        if (!isOn) next.delete(idOf(row))
        else if (isOpen(row) && (next.size < most || next.has(idOf(row)))) next.set(idOf(row), row)
    })
  const only = (some: readonly Row[]): void =>
    change((next) => {
      next.clear()
      for (const row of some.filter(isOpen).slice(0, most)) next.set(idOf(row), row)
    })
  const isAllSelected = selected.size >= Math.min(total - rows.filter((row) => !isOpen(row)).length, most)
  const label = total > most ? `Select the first ${most} of ${total}` : `Select all ${total}`
  return {
    selected: new Map([...selected].map(([id, row]) => [id, newest.get(id) ?? row])),
    isSelected: (id: string): boolean => selected.has(id),
    change: set,
    clear: (): void => change((next) => next.clear()),
    /** For the bar of the selection; none if all are selected. The filter may change until the rows are there: they belong to this one. */
    selectAll: isAllSelected ? [] : [{ key: 'all', label, isLoading: all.isPending, onClick: () => all.mutate(only) }],
    /** Why there are not more. */
    limit: selected.size >= most && total > most ? `At most ${most} at a time` : undefined,
  }
}
