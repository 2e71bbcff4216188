/** Long lists and wide grids, of which only what is in view is drawn, with what has the focus. Short ones are drawn whole. */

import { defaultRangeExtractor, observeElementRect, type Range, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type CellPosition, getNextCell } from '#lib/keyboard-shortcuts.ts'

/** Up to as many cells or rows everything is drawn, so that the browser finds it, too. */
const [wholeGrid, wholeList] = [600, 60]

/** One row or column by its index, or several that are not drawn. */
export type Part = { key: string; index: number; gap: 0 } | { key: string; index: number; gap: number }

/** `indexes` in ascending order, with gaps for the others. */
export function toParts(indexes: readonly number[], count: number): Part[] {
  const parts: Part[] = []
  let next = 0
  const skip = (to: number): void => {
    if (to > next) parts.push({ key: `gap ${next}`, index: next, gap: to - next })
  }
  for (const index of indexes) {
    skip(index)
    parts.push({ key: String(index), index, gap: 0 })
    next = index + 1
  }
  skip(count)
  return parts
}

/** So wide that a whole number of columns is in view: scrolled to the end, none is cut by the first, which stays. */
export function fitColumns({ first, column, last }: Widths, count: number, room: number): Widths {
  const whole = Math.floor((room - first - last) / column)
  // If all are in view, the table is as wide as its box.
  return { first, column: whole < 1 || whole >= count ? column : Math.floor((room - first - last) / whole), last }
}

const everything = ({ count }: Range): number[] => Array.from({ length: count }, (_, index) => index)
/** What is in view, and the one that has the focus. */
const withOne =
  (index: number) =>
  (range: Range): number[] =>
    [...new Set([...defaultRangeExtractor(range), ...(index >= 0 && index < range.count ? [index] : [])])].sort((one, other) => one - other)

/** Assumed until the box is measured, which has no size while it is hidden. */
const initialRect = { width: 1280, height: 800 }

export type Widths = { first: number; column: number; last: number }

type Options = {
  /** Rows and columns of data. */
  rows: number
  columns: number
  /** Pixels; every row and every column has this size at least. */
  rowHeight: number
  widths: Widths
  /** Cells around the data that take the focus as well. */
  around?: { top: number; left: number; right: number }
  /** The cell that is the tab stop at first. */
  first?: CellPosition
}

export type CellProps = { 'data-cell': string; tabIndex: number }

/** The cell that an event is about. */
export function findCell(target: EventTarget): CellPosition | null {
  const name = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined
  const [row, column] = name?.split(':').map(Number) ?? []
  return row === undefined || column === undefined ? null : { row, column }
}

const none = { top: 0, left: 0, right: 0 }

/** A grid with one tab stop and arrow keys. Positions are those of all cells that take the focus; `data-cell` names them. */
export function useVirtualGrid({ rows, columns, rowHeight, widths: least, around = none, first = { row: 0, column: 0 } }: Options) {
  const box = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const [state, setCurrent] = useState(first)
  const { top, left, right } = around
  const [allRows, allColumns] = [top + rows, left + columns + right]
  // A filter may have left fewer rows than the one that had the focus.
  const current = { row: Math.max(0, Math.min(state.row, allRows - 1)), column: Math.max(0, Math.min(state.column, allColumns - 1)) }
  const isWhole = rows * columns <= wholeGrid
  const getScrollElement = () => box.current
  const observe: typeof observeElementRect<HTMLDivElement> = (instance, report) =>
    observeElementRect(
      instance,
      // Without its scroll bar.
      (rect) => (rect.width > 0 || rect.height > 0) && report({ ...rect, width: instance.scrollElement?.clientWidth || rect.width }),
    )
  const common = { getScrollElement, initialRect, observeElementRect: observe }
  // oxlint-disable-next-line react/incompatible-library -- its result changes in place; nothing here is memoized
  const vertical = useVirtualizer({
    ...common,
    count: rows,
    estimateSize: () => rowHeight,
    overscan: 2,
    rangeExtractor: isWhole ? everything : withOne(current.row - top),
  })
  const widths = fitColumns(least, columns, vertical.scrollRect?.width ?? initialRect.width)
  // oxlint-disable-next-line react/incompatible-library -- as above
  const horizontal = useVirtualizer({
    ...common,
    horizontal: true,
    count: columns,
    estimateSize: () => widths.column,
    overscan: 1,
    rangeExtractor: isWhole ? everything : withOne(current.column - left),
  })
  // Only then does it ask for the size of a column again.
  useLayoutEffect(() => horizontal.measure(), [horizontal, widths.column])
  useScrollPadding(box, table)
  const cellAt = ({ row, column }: CellPosition) => table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
  const go = (to: CellPosition): void => {
    // Drawn first: a cell out of view is not there.
    flushSync(() => setCurrent(to))
    cellAt(to)?.focus({ preventScroll: true })
  }
  /** Whether the key moved the focus. */
  const onKey = (event: KeyboardEvent): boolean => {
    const to = getNextCell(event.key, event.ctrlKey || event.metaKey, current, allRows, allColumns)
    if (to) go(to)
    return to !== undefined
  }
  const cellProps = (at: CellPosition): CellProps => ({
    'data-cell': `${at.row}:${at.column}`,
    tabIndex: at.row === current.row && at.column === current.column ? 0 : -1,
  })
  /** For the table: a cell has no listeners of its own, so that one that stays the same need not be drawn again. */
  const onFocus = ({ target }: FocusEvent): void => {
    const at = findCell(target)
    if (!at) return
    setCurrent(at)
    // The browser's own scrolling leaves it under the parts that stay.
    target.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }
  return {
    box,
    table,
    current,
    /** As drawn. */
    widths,
    cellAt,
    go,
    onKey,
    onFocus,
    cellProps,
    rowParts: toParts(
      vertical.getVirtualItems().map(({ index }) => index),
      rows,
    ),
    columnParts: toParts(
      horizontal.getVirtualItems().map(({ index }) => index),
      columns,
    ),
  }
}

/** The focus never lies under the parts that stay: head, foot, first and last column. */
function useScrollPadding(box: RefObject<HTMLDivElement | null>, table: RefObject<HTMLTableElement | null>): void {
  useLayoutEffect(() => {
    const [head, foot] = [table.current?.tHead, table.current?.tFoot]
    const [first, last] = [head?.rows[0]?.cells[0], head?.rows[0]?.cells[head.rows[0].cells.length - 1]]
    const sizes = [head?.offsetHeight, last?.offsetWidth, foot?.offsetHeight, first?.offsetWidth]
    box.current?.style.setProperty('scroll-padding', sizes.map((size) => `${(size ?? 0) + 4}px`).join(' '))
  })
}

/** A list that scrolls with the page, of rows whose height is measured. `show` draws a row that is out of view. */
export function useVirtualRows(count: number, estimate: number) {
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0
    setScrollMargin(Math.round(top + window.scrollY))
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- as above
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => estimate,
    overscan: 6,
    scrollMargin,
    initialRect,
    rangeExtractor: count <= wholeList ? everything : withOne(current),
  })
  const items = rows.getVirtualItems()
  const gaps = items.map(({ start }, at) => start - (items[at - 1]?.end ?? scrollMargin))
  return {
    list,
    rows: items.map(({ index }, at) => ({ index, before: Math.max(0, gaps[at] ?? 0) })),
    after: Math.max(0, rows.getTotalSize() + scrollMargin - (items.at(-1)?.end ?? scrollMargin)),
    measure: rows.measureElement,
    show: (index: number): void => flushSync(() => setCurrent(index)),
    /** The row that has the focus stays. */
    keep: setCurrent,
  }
}
