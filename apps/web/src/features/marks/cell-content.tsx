/** What a cell of the gradebook shows: the mark, or how far the work is. */
import type { MarkCell } from '@lms/contract/marks'
import type { ReactNode } from 'react'
import { StatusBadge, StatusIcon, StatusText } from '#ui/status.tsx'
import classes from './marks.module.css'

export function CellContent({ cell }: { cell: MarkCell }): ReactNode {
  const { state, marks, late } = cell
  if (state === 'MISSING') return <StatusBadge state="missing" />
  if (state === 'TO_GRADE') return <StatusText state="submitted">To grade</StatusText>
  if (state === 'RETURNED') return <StatusText state="returned" />
  if (state === 'GRADED')
    return (
      <span className={classes.mark}>
        {cell.isHeld && <StatusIcon name="held" size={14} />}
        {late && <StatusIcon name="late" size={14} />}
        {marks}
      </span>
    )
  if (state === 'EXCUSED') return <StatusText state="excused" />
  return state === 'NOT_DUE' ? '·' : '–'
}
