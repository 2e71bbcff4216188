/** The questions of a builder in order: selected by a click, moved by dragging or with Alt and the arrow keys. */

import { Badge } from '@mantine/core'
import { useState, type DragEvent, type KeyboardEvent } from 'react'
import type { QuestionType } from '@lms/contract/rules/questions'
import { IconGripVertical } from '#ui/icons.ts'
import { typeLabels } from './question-types.ts'
import { TypeIcon } from './type-icon.tsx'
import classes from './builder.module.css'

export interface BuilderItem {
  key: string
  type: QuestionType
  /** What it asks. */
  label: string
  /** After the name of its type: what else counts. */
  meta: string
  hasError: boolean
  /** What was done to it, e.g. "Changed". */
  badge?: string | undefined
}

type Props = {
  items: readonly BuilderItem[]
  /** Index of the item that is shown. */
  selected: number | null
  onSelect: (at: number) => void
  onMove: (at: number, to: number) => void
}

export function BuilderList({ items, selected, onSelect, onMove }: Props) {
  const { dragged, itemProps, keyProps } = useReorder(items.length, onMove)
  return (
    <ol>
      {items.map(({ key, type, label, meta, hasError, badge }, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is for the pointer; the button within moves by keys
        <li
          key={key}
          {...itemProps(index)}
          className={`${classes.item} ${index === selected ? classes.current : ''} ${index === dragged ? classes.dragged : ''}`}
        >
          <button
            type="button"
            className={classes.choose}
            aria-current={index === selected}
            onClick={() => onSelect(index)}
            {...keyProps(index)}
          >
            <span className={classes.number}>{index + 1}</span>
            <span className={classes.words}>
              <span className={classes.label}>{label.trim() || 'New question'}</span>
              <span className={hasError ? classes.error : classes.meta}>
                <TypeIcon type={type} />
                {hasError ? 'Needs attention' : [typeLabels[type], meta].filter(Boolean).join(', ')}
              </span>
              {badge && <Badge>{badge}</Badge>}
            </span>
          </button>
          <IconGripVertical className={classes.grip} size={18} stroke={1.75} aria-hidden />
        </li>
      ))}
    </ol>
  )
}

/** `onMove` gets indexes from 0. The focus follows an item moved by keys: its first button. */
function useReorder(count: number, onMove: (at: number, to: number) => void) {
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
