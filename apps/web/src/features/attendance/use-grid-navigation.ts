/** Moving and marking in the grid: one tab stop, arrows, letters. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { getShortcutKey } from '#lib/keyboard-shortcuts.ts'
import type { AttendanceMark } from '#ui/attendance-status.tsx'
import type { Spot } from './cell-details.tsx'
import { type Grid, type GridColumn, type GridRow, type Place, getNextCell } from './grid.ts'
import { getMark } from './attendance-records.ts'

const letters: Record<string, AttendanceMark> = { p: 'PRESENT', l: 'LATE', e: 'EXCUSED', a: 'ABSENT' }
const cycle = [null, 'PRESENT', 'LATE', 'ABSENT', 'EXCUSED'] as const
const hoverMs = 300

const after = (mark: AttendanceMark | null): AttendanceMark | null => cycle[(cycle.indexOf(mark) + 1) % cycle.length] ?? null

export type GridActions = {
  mark: (cell: { student: GridRow; column: GridColumn }, status: AttendanceMark | null) => void
  undo: () => void
}

const spotOf = (cell: HTMLElement): Spot => ({
  left: cell.offsetLeft,
  top: cell.offsetTop,
  width: cell.offsetWidth,
  height: cell.offsetHeight,
})

export function useGridNavigation(grid: Grid, actions: GridActions | null) {
  const table = useRef<HTMLTableElement>(null)
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const [shown, setShown] = useState<(Place & { spot: Spot }) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const width = grid.columns.length
  useEffect(() => {
    // The newest columns are the ones to look at.
    const box = table.current?.parentElement
    if (box) box.scrollLeft = box.scrollWidth
  }, [width])

  const later = (work: () => void, ms: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, ms)
  }
  const cellAt = ({ row, column }: Place) => table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
  const show = (at: Place): void => {
    const cell = cellAt(at)
    clearTimeout(timer.current)
    if (cell) setShown({ ...at, spot: spotOf(cell) })
  }
  const go = (to: Place): void => {
    setPlace(to)
    cellAt(to)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const isCtrl = event.ctrlKey || event.metaKey
    const to = getNextCell(event.key, isCtrl, place, grid.rows.length, grid.columns.length)
    const student = grid.rows[place.row]
    const column = grid.columns[place.column]
    if (to) go(to)
    else if (event.key === 'Escape') setShown(null)
    else if (!actions || !student || !column || event.altKey) return
    else if (isCtrl && event.key.toLowerCase() === 'z') actions.undo()
    else if (isCtrl) return
    else if (event.key === ' ') actions.mark({ student, column }, after(getMark(student.entries[column.session.id])))
    else if (event.key === 'Delete' || event.key === 'Backspace') actions.mark({ student, column }, null)
    else {
      const status = letters[getShortcutKey(event) ?? '']
      if (!status) return
      actions.mark({ student, column }, status)
    }
    event.preventDefault()
  }
  const cellProps = (at: Place) => ({
    'data-cell': `${at.row}:${at.column}`,
    tabIndex: at.row === place.row && at.column === place.column ? 0 : -1,
    onFocus: () => {
      setPlace(at)
      show(at)
    },
    onMouseEnter: () => later(() => show(at), hoverMs),
    onMouseLeave: () => later(() => setShown(null), hoverMs),
    // A tap on the phone or a click: the cell takes the focus.
    onClick: () => go(at),
  })
  const hide = (): void => later(() => setShown(null), hoverMs)
  return { table, shown, onKeyDown, cellProps, hide, stay: () => clearTimeout(timer.current) }
}
