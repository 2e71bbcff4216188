/** The keys of the people of a course, besides those of every table: J first row, Shift+X range, E email, Esc clears, Ctrl+P prints all rows. */

import { type KeyboardEvent, useRef } from 'react'
import type { StudentProgress } from '@lms/contract/courses'
import { getShortcutKey, useShortcuts } from '#lib/keyboard-shortcuts.ts'
import type { RowSelection } from '#lib/row-selection.ts'
import { usePrintKey } from '#lib/use-print-key.ts'

type Options = {
  rows: readonly StudentProgress[]
  selection: RowSelection<StudentProgress> & { clear: () => void; selected: ReadonlyMap<string, StudentProgress> }
  onWrite: (ids: string[]) => void
  onPrint: () => void
}

/** The place of the row with the focus among those of students. */
function getRowIndex({ target, currentTarget }: KeyboardEvent<HTMLElement>): number {
  const boxes = [...currentTarget.querySelectorAll('tbody tr:has(input[type=checkbox])')]
  return boxes.findIndex((row) => row.contains(target as Node))
}

/** For the element around the rows. */
export function usePeopleKeys({ rows, selection, onWrite, onPrint }: Options) {
  /** Where a range begins: the row that was selected last. */
  const from = useRef<string | null>(null)
  usePrintKey(onPrint)
  useShortcuts({
    e: () => onWrite([...selection.selected.keys()]),
    j: () => document.querySelector<HTMLElement>('tbody th a')?.focus(),
  })
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') return selection.clear()
    const at = getShortcutKey(event) === 'x' ? getRowIndex(event) : -1
    const row = rows[at]
    if (!row) return undefined
    const begin = rows.findIndex(({ student }) => student.id === from.current)
    from.current = row.student.id
    if (!event.shiftKey || begin < 0) return undefined
    event.preventDefault()
    event.stopPropagation()
    return selection.change(rows.slice(Math.min(begin, at), Math.max(begin, at) + 1), true)
  }
  return { onKeyDownCapture }
}
