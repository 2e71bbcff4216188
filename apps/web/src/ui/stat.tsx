/** A prominent number in the serif font: “17 / 20”, “3 h 20 min until it starts”. */

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './stat.module.css'

type Props = { children: ReactNode; rest?: ReactNode; label?: ReactNode; size?: 'md' | 'lg' }

export function Stat({ children, rest, label, size = 'md' }: Props) {
  return (
    <span className={`${classes.figure} ${classes[size]}`}>
      {children}
      {rest !== undefined && <span className={classes.rest}> {rest}</span>}
      {label !== undefined && (
        <Text span variant="meta">
          {' '}
          {label}
        </Text>
      )}
    </span>
  )
}

type Figure = { id: string; icon: ReactNode; label: string; count: number; note: string }

type FigureBarProps = { label: string; figures: readonly Figure[]; tabs?: { current: string; addressOf: (id: string) => string } }

/** A few prominent numbers side by side, each with a label. With links, they are tabs for the content below. */
export function FigureBar({ label, figures, tabs }: FigureBarProps) {
  if (!tabs)
    return (
      <ul aria-label={label} className={classes.bar}>
        {figures.map((figure) => (
          <li key={figure.id} className={classes.figureBarFigure}>
            <Content {...figure} />
          </li>
        ))}
      </ul>
    )
  return (
    <nav aria-label={label} className={classes.bar}>
      {figures.map((figure) => (
        <Link
          key={figure.id}
          to={tabs.addressOf(figure.id)}
          replace
          preventScrollReset
          className={`${classes.figureBarFigure} ${classes.tab}`}
          {...(figure.id === tabs.current && { 'aria-current': 'true' as const })}
        >
          <Content {...figure} />
        </Link>
      ))}
    </nav>
  )
}

const Content = ({ icon, label, count, note }: Figure) => (
  <>
    <Text span variant="meta" className={classes.figureBarLabel}>
      {icon} {label}
    </Text>
    <span className={classes.count}>{count.toLocaleString('en-GB')}</span>
    <span className={classes.note}>{note}</span>
  </>
)
