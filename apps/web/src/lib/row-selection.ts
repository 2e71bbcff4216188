/** The selected rows of a list, on this page and others. A selection never outlives its rows. */
import { useLayoutEffect, useRef, useState } from 'react'

type Options<Row> = {
  /** The filter of the list, without sorting and page: another one clears the selection. */
  filter: unknown
  /** What else decides which rows are shown: sorting and page. */
  page: unknown
  /** The rows of this page, which are newer than those that were selected; undefined while they are those of another filter or page. */
  rows: readonly Row[] | undefined
  idOf: (row: Row) => string
}

type Selected<Row> = ReadonlyMap<string, Row>

export function useRowSelection<Row>({ filter, page, rows, idOf }: Options<Row>) {
  const key = JSON.stringify(filter)
  const pageKey = JSON.stringify([filter, page])
  const [state, setState] = useState<{ key: string; selected: Selected<Row> }>({ key, selected: new Map() })
  const [shown, setShown] = useState({ pageKey, rows })
  const current = useRef(key)
  useLayoutEffect(() => {
    current.current = key
  }, [key])
  // Another filter ends it, also for when the first one comes back.
  if (state.key !== key) setState({ key, selected: new Map() })
  const selected: Selected<Row> = state.key === key ? state.selected : new Map()
  /** Changes for a filter that is no longer used are dropped, such as rows that were still being loaded. */
  const change = (of: string, work: (next: Map<string, Row>) => void): void =>
    setState((now) => {
      if (of !== current.current) return now
      const next = new Map(now.key === of ? now.selected : [])
      work(next)
      return { key: of, selected: next }
    })
  if (rows !== undefined && rows !== shown.rows) {
    setShown({ pageKey, rows })
    // Rows that left this page while it was shown.
    const now = new Set(rows.map(idOf))
    const gone = shown.pageKey === pageKey ? (shown.rows ?? []).map(idOf).filter((id) => selected.has(id) && !now.has(id)) : []
    if (gone.length > 0) setState({ key, selected: new Map([...selected].filter(([id]) => !gone.includes(id))) })
  }
  const newest = new Map(rows?.map((row) => [idOf(row), row]))
  return {
    selected: new Map([...selected].map(([id, row]) => [id, newest.get(id) ?? row])),
    change: (some: readonly Row[], isOn: boolean): void =>
      change(key, (next) => {
        for (const row of some)
          if (isOn) next.set(idOf(row), row)
          else next.delete(idOf(row))
      }),
    clear: (): void => change(key, (next) => next.clear()),
  }
}
