/** A student's work in an assignment, as a cell of the gradebook: the mark or the state, drawn and in words. */

import type { ReactNode } from 'react'
import type { MarkCell, MarkColumn } from '@lms/contract/marks'
import { formatDueTime } from '#lib/format-date.ts'
import { StatusBadge, StatusText } from '#ui/status-badge.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import classes from './marks.module.css'

const stateLabels = {
  GRADED: 'Graded',
  TO_GRADE: 'To grade',
  RETURNED: 'Returned',
  MISSING: 'Missing',
  NOT_DUE: 'Not due yet',
  BEFORE_JOINING: 'Before enrolment',
  EXCUSED: 'Excused',
}

/** In words, for screen readers. */
export function describeCell(cell: MarkCell, column: MarkColumn): string {
  if (column.isOpen) return describeState(cell, column)
  return cell.state === 'NOT_DUE' ? 'Not open to students' : `${describeState(cell, column)}, not counted`
}

function describeState({ state, marks, late, isHeld, isMissingCounted, extendedTo }: MarkCell, { maxMarks }: MarkColumn): string {
  if (state === 'GRADED' && marks !== null) return `${marks} of ${maxMarks}${late ? ', late' : ''}${isHeld ? ', held' : ''}`
  if (state === 'MISSING') return isMissingCounted ? 'Missing, counts as 0' : 'Missing, not counted yet'
  if (state === 'NOT_DUE' && extendedTo) return `Not due yet, extended to ${formatDueTime(extendedTo)}`
  return `${stateLabels[state]}${late ? ', late' : ''}`
}

/** The content of a cell of the gradebook: the mark, or the state of the work. */
export function CellContent({ cell }: { cell: MarkCell }): ReactNode {
  const { state, marks, late } = cell
  if (state === 'MISSING') return <StatusBadge state="missing" />
  if (state === 'TO_GRADE') return <StatusText state="submitted">To grade</StatusText>
  if (state === 'RETURNED') return <StatusText state="returned" />
  if (state === 'GRADED' && marks === null) return <StatusText state="graded" />
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
