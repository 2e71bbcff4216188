/** A number that matters, in the book face: “17 / 20”, “3 h 20 min until it starts”. */
import type { ReactNode } from 'react'
import classes from './stat.module.css'

type Props = { children: ReactNode; rest?: ReactNode; label?: ReactNode; size?: 'md' | 'lg' }

export function Stat({ children, rest, label, size = 'md' }: Props) {
  return (
    <span className={`${classes.figure} ${classes[size]}`}>
      {children}
      {rest !== undefined && <span className={classes.rest}> {rest}</span>}
      {label !== undefined && <span className={classes.label}> {label}</span>}
    </span>
  )
}
