/** Reordering a list by dragging items or with Alt and the arrow keys. */
import { useState, type DragEvent, type KeyboardEvent } from 'react'

/** `onMove` gets indexes from 0. The focus follows an item moved by keys: its first button. */
export function useReorder(count: number, onMove: (at: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  return {
    dragged,
    /** For the item’s element, a direct child of the list. */
    itemProps: (index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        setDragged(index)
      },
      // The list follows the pointer: an item moves as soon as it is over another one.
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        if (dragged === index) return
        onMove(dragged, index)
        setDragged(index)
      },
      onDrop: (event: DragEvent) => event.preventDefault(),
      onDragEnd: () => setDragged(null),
    }),
    /** For the item’s button. */
    keyProps: (index: number) => ({
      'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        const to = index + (event.key === 'ArrowUp' ? -1 : 1)
        if (to < 0 || to >= count) return
        onMove(index, to)
        const list = event.currentTarget.closest('ol')
        requestAnimationFrame(() => list?.querySelectorAll<HTMLElement>('li > button')[to]?.focus())
      },
    }),
  }
}
