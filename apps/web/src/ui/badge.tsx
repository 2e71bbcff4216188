/** A state as glyph and word: on a coloured background (Badge), or bare in rows and tables (StatusText). */
import type { ReactNode } from 'react'
import classes from './badge.module.css'
import { StatusIcon, type StatusName, statusLabels } from './status-icon.tsx'

type Props = { state: StatusName; share?: number; children?: ReactNode }

export function Badge({ state, share, children }: Props) {
  return (
    <span className={`${classes.chip} ${classes[state]}`}>
      <StatusIcon name={state} size={14} {...(share !== undefined && { share })} />
      {children ?? statusLabels[state]}
    </span>
  )
}

export function StatusText({ state, share, children }: Props) {
  return (
    <span className={`${classes.bare} ${classes[state]}`}>
      <StatusIcon name={state} size={16} {...(share !== undefined && { share })} />
      {children ?? statusLabels[state]}
    </span>
  )
}
