/** Keyboard control of the attendance grid: one tab stop, arrow keys to move, with Shift to choose several cells, letters to mark. */

import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { type CellPosition, getNextCell, getShortcutKey } from '#lib/keyboard-shortcuts.ts'
import { findCell, useVirtualGrid } from '#ui/virtual-grid.ts'
import type { Cell } from './attendance-marks.ts'
import { getStatus, type Grid } from './attendance-records.ts'
import { getNextStatus, type RecordedStatus, statusesByKey } from './attendance-status.tsx'

/** Where a cell is in its table, in pixels. */
export type Spot = { left: number; top: number; width: number; height: number }

const hoverMs = 300
/** In pixels. */
export const rowHeight = 38
const leastWidths = { first: 220, column: 68, last: 108 }

export type GridActions = {
  mark: (cells: readonly Cell[], status: RecordedStatus | null) => void
  undo: () => void
  showHistory: (cell: Cell) => void
}

type Block = { from: CellPosition; to: CellPosition }

const isBetween = (value: number, one: number, other: number): boolean => value >= Math.min(one, other) && value <= Math.max(one, other)
export const isInBlock = (block: Block | null, { row, column }: CellPosition): boolean =>
  block !== null && isBetween(row, block.from.row, block.to.row) && isBetween(column, block.from.column, block.to.column)

export const isNotEnrolled = ({ student: { entries, beforeJoining }, session }: Omit<Cell, 'weekId'>): boolean =>
  getStatus(entries[session.id]) === null && beforeJoining.includes(session.id)

const getSpot = (cell: HTMLElement): Spot => ({
  left: cell.offsetLeft,
  top: cell.offsetTop,
  width: cell.offsetWidth,
  height: cell.offsetHeight,
})

/** What each key does with the chosen cells; undefined for others. */
function toAction(event: KeyboardEvent, chosen: readonly Cell[], current: Cell, actions: GridActions): (() => void) | undefined {
  if (event.altKey) return undefined
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'z' ? actions.undo : undefined
  const record = current.student.entries[current.session.id]
  if (event.key === ' ') return () => actions.mark(chosen, getNextStatus(getStatus(record)))
  if (event.key === 'Delete' || event.key === 'Backspace') return () => actions.mark(chosen, null)
  const key = getShortcutKey(event)
  if (key === 'h') return () => actions.showHistory(current)
  const status = key && statusesByKey[key]
  return status ? () => actions.mark(chosen, status) : undefined
}

/** The cells of a block, without those of students who were not enrolled; of one cell, that one. */
function listChosen(grid: Grid, block: Block | null, current: Cell): Cell[] {
  if (!block) return [current]
  return grid.rows.flatMap((student, row) =>
    grid.columns.flatMap(({ session, week }, column) => {
      const cell = { student, session, weekId: week.id }
      return isInBlock(block, { row, column }) && !isNotEnrolled(cell) ? [cell] : []
    }),
  )
}

/** The cell whose details are shown: the one that has the focus, or is pointed at. */
function useShownCell(cellAt: (at: CellPosition) => HTMLElement | null | undefined) {
  const [shown, setShown] = useState<(CellPosition & { spot: Spot }) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const stay = (): void => clearTimeout(timer.current)
  const later = (work: () => void): void => {
    stay()
    timer.current = setTimeout(work, hoverMs)
  }
  const show = (at: CellPosition): void => {
    const cell = cellAt(at)
    stay()
    if (cell) setShown({ ...at, spot: getSpot(cell) })
  }
  return {
    shown,
    show,
    stay,
    showLater: (at: CellPosition | null): void => later(() => (at ? show(at) : setShown(null))),
    hide: (): void => later(() => setShown(null)),
    hideNow: (): void => setShown(null),
  }
}

export function useGridNavigation(grid: Grid, actions: GridActions | null) {
  const [rows, columns] = [grid.rows.length, grid.columns.length]
  const virtual = useVirtualGrid({ rows, columns, rowHeight, widths: leastWidths })
  const { box, widths, current, go } = virtual
  const { shown, show, stay, showLater, hide, hideNow } = useShownCell(virtual.cellAt)
  const [block, setBlock] = useState<Block | null>(null)
  const width = columns * widths.column
  useEffect(() => {
    // The newest columns are the ones to look at.
    box.current?.scrollTo?.({ left: box.current.scrollWidth })
  }, [box, width])

  const extend = (to: CellPosition): void => {
    setBlock({ from: block?.from ?? current, to })
    go(to)
  }
  /** Whether the key was one of the grid's. */
  const press = (event: KeyboardEvent): boolean => {
    const next = event.shiftKey ? getNextCell(event.key, event.ctrlKey || event.metaKey, current, rows, columns) : undefined
    if (next) extend(next)
    else if (virtual.onKey(event)) setBlock(null)
    else if (event.key === 'Escape') {
      hideNow()
      setBlock(null)
    } else {
      const [student, column] = [grid.rows[current.row], grid.columns[current.column]]
      if (!actions || !student || !column) return false
      const cell = { student, session: column.session, weekId: column.week.id }
      const action = toAction(event, listChosen(grid, block, cell), cell, actions)
      action?.()
      return action !== undefined
    }
    return true
  }
  /** For the table: see `useVirtualGrid`. */
  const listeners = {
    onKeyDown: (event: KeyboardEvent): void => void (press(event) && event.preventDefault()),
    onFocus: (event: FocusEvent): void => {
      const at = findCell(event.target)
      virtual.onFocus(event)
      if (at) show(at)
    },
    onMouseOver: ({ target }: MouseEvent): void => showLater(findCell(target)),
    onMouseLeave: hide,
    // The words between would be selected.
    onMouseDown: (event: MouseEvent): void => void (event.shiftKey && event.preventDefault()),
    // A tap or click focuses the cell.
    onClick: ({ target, shiftKey }: MouseEvent): void => {
      const at = findCell(target)
      if (!at) return
      if (shiftKey) return extend(at)
      setBlock(null)
      go(at)
    },
  }
  return { ...virtual, block, shown, listeners, hide, stay }
}
