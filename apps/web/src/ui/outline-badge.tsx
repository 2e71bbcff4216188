/** A quiet fact in a box: mode, role, “+2”. It has no colour, because it is not a state. */
import type { ReactNode } from 'react'
import classes from './outline-badge.module.css'

export function OutlineBadge({ children }: { children: ReactNode }) {
  return <span className={classes.tag}>{children}</span>
}
