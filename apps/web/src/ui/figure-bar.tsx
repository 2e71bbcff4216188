/** A few numbers that matter, side by side, each with what it counts. Where they lead somewhere, they are the tabs of what is below. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './figure-bar.module.css'

export type Figure = { id: string; icon: ReactNode; label: string; count: number; note: string }

type Props = { label: string; figures: readonly Figure[]; tabs?: { current: string; addressOf: (id: string) => string } }

export function FigureBar({ label, figures, tabs }: Props) {
  if (!tabs)
    return (
      <ul aria-label={label} className={classes.bar}>
        {figures.map((figure) => (
          <li key={figure.id} className={classes.figure}>
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
          className={`${classes.figure} ${classes.tab}`}
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
    <span className={classes.label}>
      {icon} {label}
    </span>
    <span className={classes.count}>{count.toLocaleString('en-GB')}</span>
    <span className={classes.note}>{note}</span>
  </>
)
