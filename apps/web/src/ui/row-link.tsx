/** The name in a row, whose link is the whole row: what is `position: relative` around it. `--row-link-inset` reaches beyond that. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './row-link.module.css'

type Props = { to: string; children: ReactNode; className?: string | undefined; isCurrent?: boolean }

export const RowLink = ({ to, children, className = '', isCurrent = false }: Props) => (
  <Link to={to} className={`${classes.link} ${className}`} {...(isCurrent && { 'aria-current': 'true' as const })}>
    {children}
  </Link>
)
