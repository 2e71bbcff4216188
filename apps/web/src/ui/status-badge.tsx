/** A state as icon and label: on a coloured background (StatusBadge), or as plain text in rows and tables (StatusText). */
import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './status-badge.module.css'
import { StatusIcon, type StatusName, statusLabels } from './status-icon.tsx'

type Props = { state: StatusName; share?: number; children?: ReactNode }

export function StatusBadge({ state, share, children }: Props) {
  return (
    <Badge
      variant="light"
      className={classes[state] ?? ''}
      leftSection={<StatusIcon name={state} size={14} {...(share !== undefined && { share })} />}
    >
      {children ?? statusLabels[state]}
    </Badge>
  )
}

export function StatusText({ state, share, children }: Props) {
  return (
    <span className={`${classes.text} ${classes[state]}`}>
      <StatusIcon name={state} size={16} {...(share !== undefined && { share })} />
      {children ?? statusLabels[state]}
    </span>
  )
}
